import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely } from 'kysely';
import { OutcomeUnknown } from '../core/errors/database-trouble.ts';
import { DEFAULT_BOUNDS } from './bounds.ts';
import type { OpenDatabase, Tx } from './database.ts';
import { DatabaseHealth } from './database-health.ts';
import { EmbeddedDialect } from './embedded-driver.ts';
import { headOf } from './event-head.ts';
import { FileIdentity } from './file-identity.ts';
import { restrictToOwner } from './restrict-to-owner.ts';
import { SerialQueue } from './serial-queue.ts';
import { sharedTransactions, type TransactionOptions } from './shared-transactions.ts';
import type { Tables } from './tables.ts';
import { transactionsOn } from './transaction.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

/** A change touches a page of each of a dozen indexes; SQLite's default of 2 MB would read most of them again. */
const WRITING = { connections: 1, cacheKb: 8_192 };
/** For statements that read many rows and yield to other requests meanwhile; the next caller needs another connection. */
const READING = { connections: 8, cacheKb: 2_000 };

/** New rows are rarely read: the writing process announces them from memory. */
const FOLLOWING = { connections: 1, cacheKb: 500 };

/** The embedded database: one file, one writer, readers that never wait for it. */
export function openSqlite(
    file: string,
    {
        health = new DatabaseHealth(),
        lockMs = DEFAULT_BOUNDS.lockMs,
        readers = READING.connections,
    }: { health?: DatabaseHealth; lockMs?: number; readers?: number } = {},
): OpenDatabase {
    // The file contains password hashes and, without an encryption key, secrets of other services.
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    restrictToOwner(file);
    const writing = transactionsOn(new EmbeddedDialect(file, { ...WRITING, health, lockMs }));
    const reader = new Kysely<Tables>({
        dialect: new EmbeddedDialect(file, { ...READING, connections: readers, health }),
    });
    const priorityDb = new Kysely<Tables>({ dialect: new EmbeddedDialect(file, { ...FOLLOWING, health }) });
    const log = new WriteAheadLog(file);
    const queue = new SerialQueue(lockMs, health);
    const files = new FileIdentity([file, `${file}-wal`]);

    /** Changes in deleted files would be lost when the process ends. */
    function demandFiles(): void {
        const problem = files.problem();
        if (problem === undefined) return;
        health.failed(problem);
        throw problem;
    }

    function transaction<T>(
        work: (tx: Tx) => Promise<T>,
        { givesWayAfterMs, onCommitted }: TransactionOptions = {},
    ): Promise<T> {
        const next = queue.take(
            async () => {
                demandFiles();
                const result = await writing.transaction(work, queue.interruption(givesWayAfterMs));
                onCommitted?.();
                return result;
            },
            { afterwards: () => log.checkpointWhenFull(), isBackground: givesWayAfterMs !== undefined },
        );
        // The next transaction does not wait for the disk; the caller of this one does.
        return next.then((result) =>
            log.flush().then(
                () => {
                    files.remember();
                    demandFiles();
                    return result;
                },
                (error: unknown) => {
                    health.failed(error);
                    throw new OutcomeUnknown(error, { canBeLookedUp: false });
                },
            ),
        );
    }

    return {
        kind: 'sqlite',
        health,
        db: reader,
        priorityDb,
        migrator: writing.kysely,
        transaction: (work) => transaction(work),
        exclusive: sharedTransactions({
            transaction,
            headOf,
            // While one transaction waits for the disk, new callers can still join the next.
            readyToCommit: () => log.idle(),
        }),
        checkFiles() {
            const problem = files.problem();
            if (problem !== undefined) health.failed(problem);
        },
        notify: () => undefined,
        listen: async () => async () => undefined,
        async close() {
            await queue.idle();
            await log.close();
            await reader.destroy();
            await priorityDb.destroy();
            await writing.close();
        },
    };
}
