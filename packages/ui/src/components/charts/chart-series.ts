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
    /** The text above the line, in few characters. */
    text?: string;
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

/** The width of a character of a marker's text, as a share of a wide and a narrow plot. */
const CHARACTER = { wide: 0.009, narrow: 0.024 };

/** The width between two texts, in characters. */
const GAP = 2;

/** Returns which texts of markers fit next to each other. Newer markers come first: they matter more. */
export function fittingTexts(markers: readonly ChartMarker[], plot: keyof typeof CHARACTER): ReadonlySet<ChartMarker> {
    const fitting = new Set<ChartMarker>();
    let limit = 1 + CHARACTER[plot] * GAP;
    for (const marker of markers.toSorted((a, b) => b.position - a.position)) {
        if (!marker.text) continue;
        const width = CHARACTER[plot] * marker.text.length;
        const end = Math.min(marker.position + width / 2, 1);
        if (end > limit - CHARACTER[plot] * GAP) continue;
        fitting.add(marker);
        limit = end - width;
    }
    return fitting;
}
