import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { appliedSteps } from '../migrate.ts';
import type { Tables } from '../tables.ts';
import { type CopiedRow, countRows, lastAssignedIds, rowsOf } from './rows.ts';
import { type TableShape, tableShapes } from './table-shapes.ts';

export type Opened = Database & { migrator: Kysely<Tables> };

/** The origin of a copy. */
export interface Origin {
    /** The applied migrations. */
    steps: string[];
    revision: number;
    /** The hash of the newest event. */
    hash: string;
    /** The last id that each table has assigned. */
    numbers: Record<string, number>;
    shapes: TableShape[];
    /** The total number of rows. */
    rows: number;
}

/** A consistent view of a database, whatever the source of its rows. */
export interface CopySource extends Origin {
    /** Tables in an order that satisfies foreign keys. Each must be read completely before the next. */
    tables(): AsyncIterable<{ shape: TableShape; rows: AsyncIterable<CopiedRow[]> }>;
}

/** Reads a consistent snapshot of a database. Concurrent writers do not wait. */
export function withConsistentSnapshot<T>(
    { migrator, kind }: Opened,
    work: (source: CopySource, db: Kysely<Tables>) => Promise<T>,
) {
    return migrator.connection().execute(async (own) => {
        await sql.raw(kind === 'postgres' ? 'begin isolation level repeatable read read only' : 'begin').execute(own);
        try {
            return await work(await sourceOf(own, kind), own);
        } finally {
            await sql`rollback`.execute(own);
        }
    });
}

/** Samples of traffic are kept for a day, and copies for longer. */
const NOT_COPIED: ReadonlySet<string> = new Set<keyof Tables>(['traffic_samples']);

export async function sourceOf(db: Kysely<Tables>, kind: Database['kind']): Promise<CopySource> {
    const { revision, hash } = await db.selectFrom('event_head').select(['revision', 'hash']).executeTakeFirstOrThrow();
    const shapes = (await tableShapes(db, kind)).filter(({ name }) => !NOT_COPIED.has(name));
    let rows = 0;
    for (const { name } of shapes) rows += await countRows(db, name);
    return {
        steps: (await appliedSteps(db)).sort(),
        revision,
        hash,
        numbers: await lastAssignedIds(db, kind),
        shapes,
        rows,
        async *tables() {
            for (const shape of shapes) yield { shape, rows: rowsOf(db, shape) };
        },
    };
}
