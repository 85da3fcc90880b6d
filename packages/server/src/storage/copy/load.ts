import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { StartError } from '../../core/errors/start-error.ts';
import type { Tx } from '../database.ts';
import { createStepTable, doSteps, dropTables, unknownSteps } from '../migrate.ts';
import type { Tables } from '../tables.ts';
import { refuseUnpublishedBuild } from '../unpublished-builds.ts';
import { Fingerprint } from './fingerprint.ts';
import { addRows, continueNumbers, rowsOf } from './rows.ts';
import type { CopySource, Opened } from './source.ts';
import { tableShapes } from './table-shapes.ts';

/** Replaces the content of a database with a copy, atomically. `check` runs last and can still reject it. */
export async function load(
    target: Opened,
    source: CopySource,
    { onRows, check }: { onRows: (table: string, count: number) => void; check: (tx: Tx) => Promise<void> },
): Promise<void> {
    demandKnown(source);
    await target.transaction(async (tx) => {
        await empty(tx, target.kind, source);
        const expected = new Map<string, string>();
        for await (const { shape, rows } of source.tables()) {
            const fingerprint = new Fingerprint();
            for await (const page of rows) {
                await addRows(tx, target.kind, shape, page);
                fingerprint.add(page);
                onRows(shape.name, page.length);
            }
            expected.set(shape.name, fingerprint.toString());
        }
        await continueNumbers(tx, target.kind, source.numbers);
        await demandSame(tx, source, expected);
        await doSteps(tx, target.kind);
        await check(tx);
        await beginEpoch(tx);
    });
}

export function demandKnown({ steps }: Pick<CopySource, 'steps'>): void {
    refuseUnpublishedBuild(steps);
    if (unknownSteps(steps) > 0) {
        throw new StartError('A newer version of Halyard made this. Use that one, or a later one.');
    }
}

/** Creates the tables of the copy, empty. */
export async function empty(tx: Kysely<Tables>, kind: Opened['kind'], { steps }: Pick<CopySource, 'steps'>) {
    await createStepTable(tx);
    const tables = (await tableShapes(tx, kind)).map(({ name }) => name).reverse();
    await dropTables(tx, tables);
    await doSteps(tx, kind, steps);
    // Migrations insert rows, too.
    for (const { name } of (await tableShapes(tx, kind)).reverse()) {
        await sql`delete from ${sql.table(name)}`.execute(tx);
    }
}

/** Reads the written rows again and compares them with the source. */
export async function demandSame(
    db: Kysely<Tables>,
    { shapes }: Pick<CopySource, 'shapes'>,
    expected: ReadonlyMap<string, string>,
): Promise<void> {
    for (const shape of shapes) {
        const actual = new Fingerprint();
        for await (const page of rowsOf(db, shape)) actual.add(page);
        if (actual.toString() !== expected.get(shape.name)) {
            throw new StartError(`The table ${shape.name} does not hold what it should. Nothing was changed.`);
        }
    }
}

/** SDKs may know revisions after the backup, which no longer exist: they receive a new epoch and start over. */
export async function beginEpoch(tx: Kysely<Tables>): Promise<string> {
    const epoch = randomBytes(5).toString('hex');
    await sql`update event_head set epoch = ${epoch}`.execute(tx);
    return epoch;
}
