import { type Kysely, sql } from 'kysely';
import { StartError } from '../../core/errors/start-error.ts';
import { beginCopy, doSteps, finishCopy, unfinishedCopy } from '../migrate.ts';
import type { Tables } from '../tables.ts';
import { demandKnown, empty } from './load.ts';
import { addRows, type CopiedRow, continueNumbers, countRows, rowsOf } from './rows.ts';
import { type CopySource, type Opened, sourceOf } from './source.ts';
import { type TableShape, tableShapes } from './table-shapes.ts';

export class NotEmpty extends StartError {}

interface Options {
    /** Starts again, discarding an interrupted copy. */
    restart: boolean;
    onRows: (table: string, count: number) => void;
}

/** Reads a database while all writers are blocked. */
export function whileNobodyWrites<T>(
    { migrator, kind }: Opened,
    work: (source: CopySource, db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
    return migrator.connection().execute(async (own) => {
        if (kind === 'sqlite') {
            await sql`begin immediate`.execute(own);
        } else {
            await sql`begin isolation level repeatable read`.execute(own);
            // Every change locks this row; waiting writers queue up.
            await sql`lock table event_head in share mode`.execute(own);
        }
        try {
            return await work(await sourceOf(own, kind), own);
        } finally {
            await sql`rollback`.execute(own);
        }
    });
}

/** Rejects a database that contains anything but an interrupted copy, and returns the source of that copy. */
export async function demandRoom({ migrator, kind }: Opened): Promise<string | undefined> {
    const begun = await unfinishedCopy(migrator);
    if (begun === undefined && (await tableShapes(migrator, kind)).length > 0) {
        throw new NotEmpty('The target is not empty. Name an empty database or folder.');
    }
    return begun;
}

/**
 * Fills an empty database with all rows of another, a few thousand at a time. An interrupted run can be continued: rows are
 * copied in the order of their keys, so the existing rows are the first ones. Until the copy is complete, no service starts on
 * the database. Returns the number of rows that already existed.
 */
export async function transfer(
    target: Opened,
    source: CopySource,
    sourceDb: Kysely<Tables>,
    { restart, onRows }: Options,
): Promise<number> {
    demandKnown(source);
    const what = `${source.revision} ${source.hash} ${source.steps.at(-1)}`;
    const begun = await demandRoom(target);
    const isSame = begun === what && !restart;
    if (!isSame) {
        // One transaction: a run that is killed leaves an empty target, or a marked one that the next run continues.
        await target.transaction(async (tx) => {
            await empty(tx, target.kind, source);
            await beginCopy(tx, what);
        });
    }
    let found = 0;
    for (const shape of source.shapes) {
        const there = isSame ? await countRows(target.migrator, shape.name) : 0;
        found += there;
        onRows(shape.name, there);
        for await (const page of rowsOf(sourceDb, shape, there)) {
            await target.transaction((tx) => addRows(tx, target.kind, shape, page));
            onRows(shape.name, page.length);
        }
    }
    await continueNumbers(target.migrator, target.kind, source.numbers);
    return found;
}

/** Reads both databases again and compares them row by row. */
export async function demandEqual(
    target: Opened,
    source: CopySource,
    sourceDb: Kysely<Tables>,
    onRows: (table: string, count: number) => void,
): Promise<void> {
    for (const shape of source.shapes) {
        const theirs = rowsOf(target.migrator, shape);
        for await (const page of rowsOf(sourceDb, shape)) {
            const { value: copied = [] } = await theirs.next();
            const place = page.findIndex((row, index) => JSON.stringify(row) !== JSON.stringify(copied[index]));
            if (place >= 0 || copied.length !== page.length) throw differs(shape, page[Math.max(place, 0)]!);
            onRows(shape.name, page.length);
        }
        if ((await theirs.next()).value?.length) throw differs(shape, undefined);
    }
}

function differs({ name, key, columns }: TableShape, row: CopiedRow | undefined): StartError {
    const named = columns.flatMap((column, index) =>
        row && key.includes(column.name) ? [`${column.name} ${String(row[index])}`] : [],
    );
    const which = named.length > 0 ? ` in the row with ${named.join(', ')}` : '';
    return new StartError(
        `The copy of the table ${name} differs${which}: it changed since the copy was begun. Run this again with --restart.`,
    );
}

/** Marks the copy as complete, so that services can start on the database. */
export async function finish(target: Opened): Promise<void> {
    await target.transaction(async (tx) => {
        await finishCopy(tx);
        await doSteps(tx, target.kind);
    });
}
