import { plain } from './printable.ts';

type Cell = string | number | boolean | null | undefined;

interface TableOptions {
    /** Styles the heading. */
    paint(text: string): string;
    /** Printed instead of a table without rows. */
    empty: string;
}

/** Formats a table whose columns are as wide as their widest cell. */
export function table(heading: readonly string[], rows: readonly (readonly Cell[])[], { paint, empty }: TableOptions) {
    if (rows.length === 0) return empty;
    const cells = rows.map((row) => row.map((cell) => plain(String(cell ?? ''))));
    const widths = heading.map((name, column) =>
        cells.reduce((widest, row) => Math.max(widest, row[column]!.length), name.length),
    );
    const line = (row: readonly string[]) =>
        row
            .map((cell, column) => cell.padEnd(widths[column]!))
            .join('  ')
            .trimEnd();
    return [paint(line(heading)), ...cells.map(line)].join('\n');
}
