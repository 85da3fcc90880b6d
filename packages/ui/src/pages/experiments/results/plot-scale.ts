import { ticksBetween } from '../../../components/charts/scale.ts';

/** An interval around an effect; a bound that is null is open. */
export interface PlottedInterval {
    effect: number | null;
    ci: readonly (number | null)[] | null;
    /** The limit of harm of a guard metric. */
    limit?: number | undefined;
}

/** A scale that is centred on zero. */
export interface PlotScale {
    ticks: number[];
    /** The position of a value, from 0 to 1; values outside are at the edge. */
    position: (value: number) => number;
    isOutside: (value: number) => boolean;
}

/** How many times as wide as the largest effect the plot is at most, so that one wide interval does not flatten the others. */
const MAX_SPREAD = 5;

export function scaleOf(intervals: readonly PlottedInterval[]): PlotScale {
    const largest = (values: readonly (number | null | undefined)[]) =>
        Math.max(0, ...values.map((value) => Math.abs(value ?? 0)));
    const effects = largest(intervals.flatMap(({ effect, limit }) => [effect, limit]));
    const bounds = largest(intervals.flatMap(({ ci }) => ci ?? []));
    const half = Math.max(effects, effects > 0 ? Math.min(bounds, effects * MAX_SPREAD) : bounds) || 1;
    const all = ticksBetween(-half, half, true);
    const end = all.at(-1)!;
    return {
        ticks: all,
        position: (value) => Math.min(1, Math.max(0, (value + end) / (2 * end))),
        isOutside: (value) => Math.abs(value) > end,
    };
}
