import { sql } from 'kysely';
import type { App } from '../../src/app.ts';

/** Every row of every table there is, and where sequences stand: to show that nothing was stored. */
export function wholeDatabase({ observe }: Pick<App['services'], 'observe'>): Promise<Record<string, string[]>> {
    return observe(async (tx) => {
        const tables =
            process.env['TEST_DATABASE'] === 'postgres'
                ? sql<{ name: string }>`
                      select relname as name from pg_class
                      where relkind in ('r', 'S') and relnamespace = current_schema()::regnamespace`
                : sql<{ name: string }>`select name from sqlite_master where type = 'table'`;
        const dump: Record<string, string[]> = {};
        for (const { name } of (await tables.execute(tx)).rows) {
            const { rows } = await sql`select * from ${sql.table(name)}`.execute(tx);
            dump[name] = rows.map((row) => JSON.stringify(row)).sort();
        }
        return dump;
    });
}
