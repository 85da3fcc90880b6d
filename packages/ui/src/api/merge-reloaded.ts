/** Returns a list with reloaded rows: changed rows are replaced in place, missing rows are removed, new rows are appended. */
export function mergeReloaded<Row extends { name: string }>(
    list: readonly Row[],
    names: readonly string[],
    rows: readonly Row[],
): Row[] {
    const requested = new Set(names);
    const reloaded = new Map(rows.map((row) => [row.name, row]));
    const updated = list.flatMap((row) => {
        if (!requested.has(row.name)) return [row];
        const now = reloaded.get(row.name);
        reloaded.delete(row.name);
        return now ? [now] : [];
    });
    return [...updated, ...reloaded.values()];
}
