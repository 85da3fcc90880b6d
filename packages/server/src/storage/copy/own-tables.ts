import { Kysely, sql } from 'kysely';
import { DatabaseHealth } from '../database-health.ts';
import { EmbeddedDialect } from '../embedded-driver.ts';
import { migrate } from '../migrate.ts';
import type { Tables } from '../tables.ts';

const SMALL = { connections: 1, cacheKb: 2_000 };

/** The names of the tables that our migrations create, determined with an in-memory database. */
export async function ownTables(): Promise<ReadonlySet<string>> {
    const db = new Kysely<Tables>({
        dialect: new EmbeddedDialect(':memory:', { ...SMALL, health: new DatabaseHealth() }),
    });
    try {
        await migrate(db, 'sqlite');
        const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db);
        return new Set(rows.map(({ name }) => name));
    } finally {
        await db.destroy();
    }
}
