import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../../packages/server/test/support/postgres.ts';
import { cpuMsOf, hasProc, parentOf } from './proc.ts';

export interface BenchDatabase {
    url: string;
    /** Milliseconds of CPU time of the server and all its processes so far. */
    cpuMs(): number;
    stop(): Promise<void>;
}

/** A separate PostgreSQL, as durable as in production, so that its work can be measured separately. */
export async function startDatabase(): Promise<BenchDatabase> {
    const server = await startPostgres({ durable: true });
    const name = `bench-${randomUUID()}`;
    await server.createDatabase(name);
    const url = server.url(name);
    const main = hasProc ? await mainProcess(url) : undefined;
    return {
        url,
        cpuMs: () => (main === undefined ? Number.NaN : cpuMsOf(main)),
        async stop() {
            await server.dropDatabase(name);
            await server.stop();
        },
    };
}

/** The parent of the processes that serve connections; undefined when the database runs on another machine. */
async function mainProcess(connectionString: string): Promise<number | undefined> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        return parentOf(rows[0]!.pid);
    } finally {
        await client.end();
    }
}
