import fc from 'fast-check';

/**
 * Generated cases are the same in every run, so that failures are reproducible. PROPERTY_SEED=random, or a number, generates others, and
 * PROPERTY_RUNS=10 ten times as many.
 */
const { PROPERTY_SEED: seed = '14', PROPERTY_RUNS: factor = '1' } = process.env;

fc.configureGlobal({
    ...(seed !== 'random' && { seed: Number(seed) }),
    numRuns: 100 * Number(factor),
});
