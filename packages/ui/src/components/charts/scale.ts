/** Returns round numbers from 0 up to at least `highest`, at most six. */
export function ticksUpTo(highest: number): number[] {
    const rough = Math.max(highest, 1) / 4;
    const power = 10 ** Math.floor(Math.log10(rough));
    // Counts have no decimals.
    const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!);
    return Array.from({ length: Math.ceil(Math.max(highest, 1) / step) + 1 }, (_, index) => index * step);
}

/** The number of characters that fit below a chart on a small screen. */
const MAX_LABEL_CHARACTERS = 60;

/** Returns every how many bins a label is shown, so that labels do not overlap. */
export const labelStep = (labels: readonly string[]) =>
    Math.max(
        1,
        Math.ceil((labels.length * (Math.max(0, ...labels.map(({ length }) => length)) + 2)) / MAX_LABEL_CHARACTERS),
    );
