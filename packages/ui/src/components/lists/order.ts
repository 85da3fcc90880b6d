/** What rows are sorted by. What is not there comes last, whichever way round. */
export type SortValue = string | number | null | undefined;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Numbers by their value; texts as people sort them: 2 before 10, and a beside A. */
export function compareValues(a: string | number, b: string | number): number {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
    return typeof a === 'number' ? -1 : 1;
}

const isThere = (value: SortValue): value is string | number =>
    value !== null && value !== undefined && value !== '' && !Number.isNaN(value);

interface Order<Row> {
    isDown?: boolean;
    /** Which of two equal rows comes first; without it they stay as they were. */
    tie?: (a: Row, b: Row) => number;
}

/** The rows in order. */
export function sortRows<Row>(
    rows: readonly Row[],
    read: (row: Row) => SortValue,
    { isDown = false, tie = () => 0 }: Order<Row> = {},
): Row[] {
    const direction = isDown ? -1 : 1;
    // Read once, not with each comparison.
    return rows
        .map((row) => ({ row, value: read(row) }))
        .sort(({ row: rowA, value: a }, { row: rowB, value: b }) => {
            const order =
                isThere(a) && isThere(b) ? direction * compareValues(a, b) : Number(isThere(b)) - Number(isThere(a));
            return order || tie(rowA, rowB);
        })
        .map(({ row }) => row);
}
