/** The PostgreSQL client parses all rows of a result at once; more would delay other requests. */
const PAGE = 1_000;

/** All rows of a query that orders them by name, read a page at a time. */
export async function readInPages<R extends { name: string }>(
    read: (after: string, limit: number) => Promise<R[]>,
): Promise<R[]> {
    const rows: R[] = [];
    for (;;) {
        const page = await read(rows.at(-1)?.name ?? '', PAGE);
        for (const row of page) rows.push(row);
        if (page.length < PAGE) return rows;
    }
}
