import { fieldsOf, invalid, listOf, numberOf, numbersOf, weightsOf } from '../input.ts';
import { gammaQ, logBeta } from '../special/gamma.ts';

/** Arms of weight 0, and what was counted for them, say nothing about the ratio. */
function weighted(counts: readonly number[], weights: readonly number[]) {
    return counts.flatMap((count, index) => (weights[index]! > 0 ? [{ count, weight: weights[index]! }] : []));
}

const countsOf = (value: unknown, name: string) => numbersOf(value, name, { min: 0 });

/** R4.7: whether units are distributed as intended, for one planned look. */
export function srmChiSquare(input: { counts: number[]; weights: number[] }): { p: number } {
    const counts = countsOf(input.counts, 'counts');
    const arms = weighted(counts, weightsOf(input.weights, 'weights', counts.length));
    const total = arms.reduce((sum, { count }) => sum + count, 0);
    if (arms.length < 2 || total === 0) return { p: 1 };
    const square = arms.reduce((sum, { count, weight }) => sum + (count - total * weight) ** 2 / (total * weight), 0);
    return { p: gammaQ((arms.length - 1) / 2, square / 2) };
}

export interface Phase {
    counts: number[];
    theta: number[];
}

export type SrmSequential = (Phase | { phases: Phase[] }) & { concentration: number };

export interface SequentialTest {
    logBayesFactor: number;
    p: number;
}

/** R4.7: the same, valid at every look (Lindon and Malek); the evidence of phases with different splits adds up. */
export function srmSequential(input: SrmSequential): SequentialTest {
    const concentration = numberOf(input.concentration, 'concentration', { above: 0 });
    if (!('phases' in input)) return testOf(logBayesFactor(input, 'theta', concentration));
    const phases = listOf(input.phases, 'phases');
    return testOf(
        phases.reduce<number>(
            (sum, phase, index) =>
                sum + logBayesFactor(fieldsOf(phase, `phases[${index}]`), `phases[${index}].theta`, concentration),
            0,
        ),
    );
}

const testOf = (log: number): SequentialTest => ({ logBayesFactor: log, p: Math.min(1, Math.exp(-log)) });

function logBayesFactor(phase: { counts?: unknown; theta?: unknown }, name: string, concentration: number): number {
    const counts = countsOf(phase.counts, name.replace(/theta$/, 'counts'));
    const arms = weighted(counts, weightsOf(phase.theta, name, counts.length));
    if (arms.length < 2) return 0;
    const prior = arms.map(({ weight }) => concentration * weight);
    const posterior = arms.map(({ count }, index) => prior[index]! + count);
    const expected = arms.reduce((sum, { count, weight }) => sum + count * Math.log(weight), 0);
    return logBeta(...posterior) - logBeta(...prior) - expected;
}

export interface PoissonSequential {
    counts: [number, number];
    exposure: [number, number];
    concentration: number;
}

/** R4.6: whether two rates differ, given counts and their exposure. Correlated events overstate the evidence. */
export function poissonSequential(input: PoissonSequential): SequentialTest {
    const counts = countsOf(input.counts, 'counts');
    const exposure = numbersOf(input.exposure, 'exposure', { min: 0 });
    if (counts.length !== 2) invalid('counts', 'must have 2 members');
    if (exposure.length !== 2) invalid('exposure', 'must have 2 members');
    const total = exposure[0]! + exposure[1]!;
    if (total === 0) invalid('exposure', 'must not be 0');
    const concentration = numberOf(input.concentration, 'concentration', { above: 0 });
    return testOf(logBayesFactor({ counts, theta: exposure.map((each) => each / total) }, 'theta', concentration));
}
