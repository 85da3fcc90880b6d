export interface ChartSeries {
    name: string;
    /** The text in the legend; by default the name. */
    legend?: string;
    colour: string;
    /** The value in each bin; null if there is no data. */
    values: readonly (number | null)[];
    isLine?: boolean;
    /** For a line that another line is compared with. */
    isDashed?: boolean;
}

/** Something that happened: a line across the chart that links to its event. */
export interface ChartMarker {
    /** The position from 0 (start) to 1 (end). */
    position: number;
    label: string;
    /** The id of the event. */
    event: number;
}

/** Returns the lowest and the highest value to draw. Bars start at 0; lines only if the chart does. */
export function rangeOf(
    series: readonly ChartSeries[],
    bins: number,
    isStacked: boolean,
    startsAtZero: boolean,
): [number, number] {
    if (!startsAtZero && series.length > 0 && series.every(({ isLine }) => isLine)) {
        const values = series.flatMap((each) => each.values.filter((value) => value !== null));
        if (values.length > 0) return [Math.min(...values), Math.max(...values)];
    }
    let [lowest, highest] = [0, 0];
    for (let bin = 0; bin < bins; bin++) {
        let stack = 0;
        for (const { values, isLine } of series) {
            const value = values[bin] ?? 0;
            lowest = Math.min(lowest, value);
            highest = Math.max(highest, value);
            if (isStacked && !isLine) stack += value;
        }
        highest = Math.max(highest, stack);
    }
    return [lowest, highest];
}
