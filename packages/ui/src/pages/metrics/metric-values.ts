import type { ChartSeries } from '../../components/charts/chart-series.ts';
import { chartColour } from '../../components/charts/colours.ts';
import type { MetricAnswer } from './metric.queries.ts';

type Answer = Pick<MetricAnswer, 'start' | 'end' | 'step' | 'series'>;

const STEP_SECONDS: Record<MetricAnswer['step'], number> = {
    '1m': 60,
    '15m': 900,
    '1h': 3_600,
    '3h': 10_800,
    '1d': 86_400,
};

/** The steps of an answer, in milliseconds since 1970. */
export interface MetricTimes {
    start: number;
    end: number;
    step: number;
    /** The start of each step. */
    times: number[];
}

export function timesOf({ start, end, step }: Answer): MetricTimes {
    const [from, to, width] = [Number(start), Number(end), STEP_SECONDS[step]];
    const count = Math.max(1, Math.ceil((to - from) / width));
    return {
        start: from * 1_000,
        end: (from + count * width) * 1_000,
        step: width * 1_000,
        times: Array.from({ length: count }, (_, index) => (from + index * width) * 1_000),
    };
}

/** The text of a series: the values of its labels. A metric without selected labels has one series. */
export const seriesName = (labels: Readonly<Record<string, string>>, metric: string) =>
    Object.entries(labels)
        .filter(([name]) => name !== '__name__')
        .map(([name, value]) => `${name} ${value || '(none)'}`)
        .join(', ') || metric;

/** Returns lines with one value per step; a step without reports has none. */
export function linesOf(answer: Answer, metric: string): ChartSeries[] {
    const { times } = timesOf(answer);
    return answer.series.map(({ metric: labels, data }, index) => ({
        name: seriesName(labels, metric),
        colour: chartColour(index),
        isLine: true,
        values: valuesAt(data, times),
    }));
}

/** The same metric in the period before, shifted so that its steps are below those of now. */
export function previousLine(answer: Answer, previous: Answer, metric: string): ChartSeries[] {
    const { times } = timesOf(answer);
    const shift = Number(answer.start) - Number(previous.start);
    const [line] = previous.series;
    if (!line || previous.series.length > 1) return [];
    const data = line.data.map(([at, value]) => [Number(at) + shift, value]);
    return [
        {
            name: `${metric}, period before`,
            colour: 'var(--h-muted)',
            isLine: true,
            isDashed: true,
            values: valuesAt(data, times),
        },
    ];
}

function valuesAt(data: readonly (readonly unknown[])[], times: readonly number[]): (number | null)[] {
    const byTime = new Map(data.map(([at, value]) => [Number(at) * 1_000, Number(value)] as const));
    return times.map((time) => {
        const value = byTime.get(time) ?? Number.NaN;
        return Number.isFinite(value) ? value : null;
    });
}

/** Returns one number for a whole period, or undefined without data: counts add up, other values are averaged over the steps. */
export function overallOf(answer: Answer, mode: string): number | undefined {
    const values = answer.series.flatMap(({ data }) => data.map(([, value]) => Number(value)).filter(Number.isFinite));
    if (values.length === 0 || answer.series.length > 1) return undefined;
    const sum = values.reduce((total, value) => total + value, 0);
    return mode === 'count' ? sum : sum / values.length;
}
