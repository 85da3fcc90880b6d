/** Returns a list with reloaded rows: changed rows are replaced in place, missing rows are removed, new rows are appended. */
export function renewed<Row extends { name: string }>(
    list: readonly Row[],
    names: readonly string[],
    rows: readonly Row[],
): Row[] {
    const asked = new Set(names);
    const found = new Map(rows.map((row) => [row.name, row]));
    const kept = list.flatMap((row) => {
        if (!asked.has(row.name)) return [row];
        const now = found.get(row.name);
        found.delete(row.name);
        return now ? [now] : [];
    });
    return [...kept, ...found.values()];
}
