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
export function withWritersBlocked<T>(
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
    const unfinished = await unfinishedCopy(migrator);
    if (unfinished === undefined && (await tableShapes(migrator, kind)).length > 0) {
        throw new NotEmpty('The target is not empty. Name an empty database or folder.');
    }
    return unfinished;
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
    const sourceId = `${source.revision} ${source.hash} ${source.steps.at(-1)}`;
    const unfinished = await demandRoom(target);
    const isSame = unfinished === sourceId && !restart;
    if (!isSame) {
        // One transaction: a run that is killed leaves an empty target, or a marked one that the next run continues.
        await target.transaction(async (tx) => {
            await empty(tx, target.kind, source);
            await beginCopy(tx, sourceId);
        });
    }
    let existing = 0;
    for (const shape of source.shapes) {
        const existingInTable = isSame ? await countRows(target.migrator, shape.name) : 0;
        existing += existingInTable;
        onRows(shape.name, existingInTable);
        for await (const page of rowsOf(sourceDb, shape, existingInTable)) {
            await target.transaction((tx) => addRows(tx, target.kind, shape, page));
            onRows(shape.name, page.length);
        }
    }
    await continueNumbers(target.migrator, target.kind, source.numbers);
    return existing;
}

/** Reads both databases again and compares them row by row. */
export async function demandEqual(
    target: Opened,
    source: CopySource,
    sourceDb: Kysely<Tables>,
    onRows: (table: string, count: number) => void,
): Promise<void> {
    for (const shape of source.shapes) {
        const targetPages = rowsOf(target.migrator, shape);
        for await (const page of rowsOf(sourceDb, shape)) {
            const { value: copied = [] } = await targetPages.next();
            const difference = page.findIndex((row, index) => JSON.stringify(row) !== JSON.stringify(copied[index]));
            if (difference >= 0 || copied.length !== page.length) throw differs(shape, page[Math.max(difference, 0)]!);
            onRows(shape.name, page.length);
        }
        if ((await targetPages.next()).value?.length) throw differs(shape, undefined);
    }
}

function differs({ name, key, columns }: TableShape, row: CopiedRow | undefined): StartError {
    const keyValues = columns.flatMap((column, index) =>
        row && key.includes(column.name) ? [`${column.name} ${String(row[index])}`] : [],
    );
    const location = keyValues.length > 0 ? ` in the row with ${keyValues.join(', ')}` : '';
    return new StartError(
        `The copy of the table ${name} differs${location}: it changed after the copy was started. Run this again with --restart.`,
    );
}

/** Marks the copy as complete, so that services can start on the database. */
export async function markCopyComplete(target: Opened): Promise<void> {
    await target.transaction(async (tx) => {
        await finishCopy(tx);
        await doSteps(tx, target.kind);
    });
}
