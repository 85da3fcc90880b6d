import type { CountBounds, UnmeasuredReason } from '@halyard/engine';
import type { Pseudonyms } from './population.ts';

/** Counts are rounded to multiples of this, so that one user more or less is rarely visible. */
const ROUNDING_STEP = 10;

export const roundCount = (count: number): number => Math.round(count / ROUNDING_STEP) * ROUNDING_STEP;

/** The exact counts behind a rounded one. All bounds follow from the rounded count, so they reveal nothing else. */
export function boundsOfRounded(rounded: number): CountBounds {
    if (rounded === 0) return { atLeast: 0, below: ROUNDING_STEP };
    return { atLeast: rounded - ROUNDING_STEP / 2, below: rounded + ROUNDING_STEP / 2 };
}

/** The results of one flag, as far as they are known: `drawn` results depend on pseudonyms instead of the identities of users. */
export type Precision = 'exact' | 'rounded' | 'drawn' | UnmeasuredReason;

/** The bounds of a count of `evaluated` contexts; undefined: the count is exact. */
export function boundsOf(
    rounded: number,
    {
        precision,
        evaluated,
        pseudonyms,
    }: { precision: Precision; evaluated: number; pseudonyms: Pseudonyms | undefined },
): CountBounds | undefined {
    if (precision === 'exact') return undefined;
    const maximum = pseudonyms ? boundsOfRounded(evaluated).below : evaluated + 1;
    const bounds = { rounded: boundsOfRounded, drawn: (count: number) => boundsOfDrawn(count, pseudonyms!) };
    if (precision !== 'rounded' && precision !== 'drawn') return { atLeast: 0, below: maximum };
    const { atLeast, below } = bounds[precision](rounded);
    return { atLeast, below: Math.min(below, maximum) };
}

/** The logarithm of the probability that an exact count is outside of its bounds: less than 1 in 100,000. */
const LOG_RISK = Math.log(100_000);

/**
 * Pseudonyms are in other buckets of a rollout than the users behind them, so a drawn count estimates the expected one, and the exact
 * count deviates from that: Bernstein's inequality for both, where all contexts of one user move together.
 */
function boundsOfDrawn(rounded: number, { draws, heaviest }: Pseudonyms): CountBounds {
    const [least, greatest] = [Math.max(0, rounded - ROUNDING_STEP / 2), rounded + ROUNDING_STEP / 2];
    const risk = LOG_RISK / draws;
    const fewest = Math.max(0, least - Math.sqrt(2 * risk * least) - risk / 3);
    const most = greatest + risk + Math.sqrt(risk ** 2 + 2 * risk * greatest);
    const deviation = (expected: number) => Math.sqrt(2 * heaviest * LOG_RISK * expected);
    const atLeast = Math.max(0, fewest - deviation(fewest));
    const below = most + deviation(most) + (heaviest * LOG_RISK) / 3;
    return {
        atLeast: Math.floor(atLeast / ROUNDING_STEP) * ROUNDING_STEP,
        below: Math.ceil(below / ROUNDING_STEP) * ROUNDING_STEP,
    };
}
