/** Returns round numbers from `lowest` or below, at most 0, up to at least `highest`; about six. */
export function ticksBetween(lowest: number, highest: number, hasDecimals = false): number[] {
    const smallest = hasDecimals ? 0 : 1;
    const span = Math.max(highest - lowest, smallest) || 1;
    const power = 10 ** Math.floor(Math.log10(span / 4));
    const step = Math.max(smallest, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= span / 4)!);
    const first = Math.floor(lowest / step);
    const last = Math.max(first + 1, Math.ceil(highest / step));
    // A product of decimals, such as 3 × 0.1, would show all digits of its error.
    return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/** The number of characters that fit below a chart on a small screen. */
const MAX_LABEL_CHARACTERS = 60;

/** Returns every how many bins a label is shown, so that labels do not overlap. */
export const labelStep = (labels: readonly string[]) =>
    Math.max(
        1,
        Math.ceil((labels.length * (Math.max(0, ...labels.map(({ length }) => length)) + 2)) / MAX_LABEL_CHARACTERS),
    );
