/** The ranges of charts, with the length of their steps. Longer ranges have the steps of a month. */
const RANGES = {
    hour: { length: 3_600, step: 60 },
    day: { length: 86_400, step: 900 },
    week: { length: 604_800, step: 10_800 },
    month: { length: 2_592_000, step: 86_400 },
    threeMonths: { length: 7_776_000, step: 86_400 },
    sixMonths: { length: 15_552_000, step: 86_400 },
} as const;

export type ChartRange = keyof typeof RANGES;
export const CHART_RANGES = Object.keys(RANGES) as ChartRange[];

const STEP_NAMES: Record<number, StepName> = { 60: '1m', 900: '15m', 3600: '1h', 10800: '3h', 86400: '1d' };
export type StepName = '1m' | '15m' | '1h' | '3h' | '1d';

/** Steps of equal length, all times in seconds since 1970. The last step may not be over yet. */
export interface Steps {
    start: number;
    step: number;
    count: number;
    end: number;
}

/** The seconds that a stored point covers. A chart cannot have shorter steps than its points. */
export type PointWidth = 60 | 3_600 | 86_400;

/** Minutes of series, and hours of evaluations, are stored for 48 hours. */
const FINE_SECONDS = 48 * 3_600;
export const isFineFrom = (from: number, now: number): boolean => from >= now - FINE_SECONDS;

export const lengthOf = (range: ChartRange): number => RANGES[range].length;
export const stepLengthOf = (range: ChartRange): number => RANGES[range].step;

/**
 * Returns the steps of a range that ends at `end`. They begin at multiples of their length, so that a chart keeps its values when
 * it is loaded again, and two adjacent ranges share no step.
 */
export function stepsOf(range: ChartRange, end: number, width: PointWidth): Steps {
    const { length, step: shortest } = RANGES[range];
    const step = Math.max(shortest, width);
    const start = Math.ceil((end - length) / step) * step;
    return { start, step, count: Math.ceil((end - start) / step), end };
}

export const stepNameOf = (seconds: number): StepName => STEP_NAMES[seconds] ?? '1d';

export const stepNameOfRange = (range: ChartRange): StepName => stepNameOf(RANGES[range].step);
