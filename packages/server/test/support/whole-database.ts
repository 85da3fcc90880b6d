import { sql } from 'kysely';
import type { App } from '../../src/app/app.ts';
import type { Tx } from '../../src/storage/database.ts';

/** All rows of all tables, except the reports of nodes that they run, and the values of sequences: to show that nothing was stored. */
export function wholeDatabase({
    recordObservation,
}: Pick<App['services'], 'recordObservation'>): Promise<Record<string, string[]>> {
    return recordObservation(async (tx) => {
        const rows = await (process.env['TEST_DATABASE'] === 'postgres' ? postgresRows(tx) : sqliteRows(tx));
        const tables = Map.groupBy(rows, ({ name }) => name);
        return Object.fromEntries([...tables].map(([name, list]) => [name, list.map(({ row }) => row).sort()]));
    });
}

interface Row {
    name: string;
    row: string;
}

async function sqliteRows(tx: Tx): Promise<Row[]> {
    const tables = await sql<{ name: string }>`select name from sqlite_master 
        where type = 'table' and name <> 'running_nodes'`.execute(tx);
    const result: Row[] = [];
    for (const { name } of tables.rows) {
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(tx);
        for (const row of rows) result.push({ name, row: JSON.stringify(row) });
    }
    return result;
}

async function postgresRows(tx: Tx): Promise<Row[]> {
    const { rows: tables } = await sql<{ name: string }>`
        select relname as name from pg_class
        where relkind in ('r', 'S') and relname <> 'running_nodes'
            and relnamespace = quote_ident(current_schema())::regnamespace`.execute(tx);
    const all = tables.map(
        ({ name }) => sql`
            select ${sql.lit(name)} as name, to_json(each)::text as row from (select * from ${sql.table(name)}) each`,
    );
    return (await sql<Row>`${sql.join(all, sql` union all `)}`.execute(tx)).rows;
}
