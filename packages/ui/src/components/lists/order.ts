/** The sort key of a row. Missing values come last in both directions. */
export type SortValue = string | number | null | undefined;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares numbers by value and text in natural order: 2 before 10, and a next to A. */
export function compareValues(a: string | number, b: string | number): number {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
    return typeof a === 'number' ? -1 : 1;
}

const isThere = (value: SortValue): value is string | number =>
    value !== null && value !== undefined && value !== '' && !Number.isNaN(value);

interface Order<Row> {
    isDown?: boolean;
    /** Compares rows with equal keys. Without it, they preserve their order. */
    tie?: (a: Row, b: Row) => number;
}

export function sortRows<Row>(
    rows: readonly Row[],
    read: (row: Row) => SortValue,
    { isDown = false, tie = () => 0 }: Order<Row> = {},
): Row[] {
    const direction = isDown ? -1 : 1;
    // The sort keys are computed once per row, not once per comparison.
    return rows
        .map((row) => ({ row, value: read(row) }))
        .sort(({ row: rowA, value: a }, { row: rowB, value: b }) => {
            const order =
                isThere(a) && isThere(b) ? direction * compareValues(a, b) : Number(isThere(b)) - Number(isThere(a));
            return order || tie(rowA, rowB);
        })
        .map(({ row }) => row);
}
