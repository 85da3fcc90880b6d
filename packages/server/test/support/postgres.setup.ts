import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
    interface ProvidedContext {
        /** The address of the test PostgreSQL: see `databasesOf()`. */
        postgresUrl: string;
        /** The folder of its socket; empty if it has none. */
        postgresSocket: string;
    }
}

/** One server for each run of a vitest project. */
export default async function setup(project: TestProject) {
    const server = await startPostgres();
    project.provide('postgresUrl', server.url('postgres'));
    project.provide('postgresSocket', server.socketFolder ?? '');
    return () => server.stop();
}
