import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { namesOfRunningNodes, reportedNames } from '../running-nodes.ts';
import { holdersOfLock, lockOutServices, nameConnections, runningServices } from '../service-lock.ts';
import type { Opened } from './source.ts';

/** The application name of CLI commands in PostgreSQL, different from that of services. */
export const COMMAND_NAME = 'halyard-command';

const BUSY = 5;

/** Whether another process has the file open. Leaves the file without a write-ahead log. */
export function isOpenInAnotherProcess(file: string): boolean {
    if (!existsSync(file)) return false;
    const database = new DatabaseSync(file);
    try {
        // Leaving WAL mode requires exclusive access.
        database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE');
        return false;
    } catch (error) {
        const { errcode = 0 } = error as { errcode?: number };
        // An unreadable file is not in use.
        return (errcode & 0xff) === BUSY;
    } finally {
        database.close();
    }
}

/** Another process uses the database and would not notice that its content is replaced. */
export class InUse extends Error {
    readonly by: string;

    constructor(names: readonly string[]) {
        super('The database is in use.');
        this.by = names.join(', ');
    }
}

/** Blocks services from a PostgreSQL database during the work; throws `InUse` when one is running. */
export async function withoutServices<T>({ migrator, kind }: Opened, work: () => Promise<T>): Promise<T> {
    if (kind === 'sqlite') return work();
    const running = await namesOfRunningNodes(migrator);
    if (running.length > 0) throw new InUse(running);
    return migrator.connection().execute(async (own) => {
        await sql`begin`.execute(own);
        try {
            const isLocked = await lockOutServices(own);
            // Started meanwhile, or of a version that did not report.
            const others = [...(await reportedNames(migrator)), ...nameConnections(await runningServices(own))];
            if (!isLocked) others.push(...nameConnections(await holdersOfLock(own)));
            if (!isLocked || others.length > 0) throw new InUse([...new Set(others)]);
            return await work();
        } finally {
            await sql`rollback`.execute(own);
        }
    });
}
