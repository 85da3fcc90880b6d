import type { ChartSeries } from './chart-series.ts';

type Values = ChartSeries['values'];

/** The share of a bin's width that its bars take up. */
const BAR_WIDTH = 0.72;
const MARGIN = (1 - BAR_WIDTH) / 2;

/** With more bins, dots would cover the line. */
const MAX_DOTS = 40;

const rectangle = (x: number, width: number, from: number, to: number) => `M${x} ${from}h${width}V${to}h${-width}Z`;

export function stackedBars(bars: readonly ChartSeries[], index: number, top: number): string {
    return bars[index]!.values.map((value, bin) => {
        const below = bars.slice(0, index).reduce((sum, { values }) => sum + (values[bin] ?? 0), 0);
        return value ? rectangle(bin + MARGIN, BAR_WIDTH, top - below, top - below - value) : '';
    }).join('');
}

export function groupedBars(bars: readonly ChartSeries[], index: number, top: number): string {
    const width = BAR_WIDTH / bars.length;
    return bars[index]!.values.map((value, bin) =>
        value ? rectangle(bin + MARGIN + index * width, width, top, top - value) : '',
    ).join('');
}

/** The area between two bounds, one step per bin. A missing bound is open: the area reaches the edge of the plot. */
export const bandOf = ({ lows, highs }: { lows: Values; highs: Values }, top: number, bottom: number) =>
    lows
        .map((low, bin) => {
            const high = highs[bin] ?? null;
            return low === null && high === null ? '' : rectangle(bin, 1, top - (high ?? top), top - (low ?? bottom));
        })
        .join('');

/** A line is interrupted where there is no data. */
export const lineOf = (values: Values, top: number) =>
    values
        .map((value, bin) =>
            value === null ? '' : `${hasValue(values, bin - 1) ? 'L' : 'M'}${bin + 0.5} ${top - value}`,
        )
        .join('');

/** Paths without length are drawn as round dots that keep their shape when the chart is stretched. */
export const dotsOf = (values: Values, top: number) =>
    values
        .map((value, bin) => {
            const isAlone = !hasValue(values, bin - 1) && !hasValue(values, bin + 1);
            return value === null || (values.length > MAX_DOTS && !isAlone) ? '' : `M${bin + 0.5} ${top - value}h0`;
        })
        .join('');

const hasValue = (values: Values, bin: number) => (values[bin] ?? null) !== null;
