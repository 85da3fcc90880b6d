import { type Dialect, type Driver, type Kysely, PostgresAdapter, PostgresIntrospector } from 'kysely';
import type pg from 'pg';
import { type ConnectionOptions, PostgresConnection } from './postgres-connection.ts';
import type { PostgresLiveness } from './postgres-liveness.ts';
import { PostgresCompiler } from './query-compilers.ts';
import { StatementNames } from './statement-names.ts';

interface DriverOptions extends ConnectionOptions {
    pool: pg.Pool;
    liveness: PostgresLiveness;
}

class PostgresDriver implements Driver {
    readonly #options: DriverOptions;
    readonly #connections = new WeakMap<pg.PoolClient, PostgresConnection>();
    readonly #names = new StatementNames();

    constructor(options: DriverOptions) {
        this.#options = options;
    }

    async init(): Promise<void> {}

    async acquireConnection(): Promise<PostgresConnection> {
        const { pool, liveness, health } = this.#options;
        const client = await liveness
            .acquire(
                () => pool.connect(),
                (late) => late.release(),
            )
            .catch((error: unknown) => {
                health.failed(error);
                throw error;
            });
        const known = this.#connections.get(client);
        if (known) return known;
        const connection = new PostgresConnection(client, this.#names, this.#options);
        this.#connections.set(client, connection);
        return connection;
    }

    async releaseConnection(connection: PostgresConnection): Promise<void> {
        connection.release();
    }

    async beginTransaction(connection: PostgresConnection): Promise<void> {
        connection.begin();
    }

    commitTransaction(connection: PostgresConnection): Promise<void> {
        return connection.commit();
    }

    rollbackTransaction(connection: PostgresConnection): Promise<void> {
        return connection.rollback();
    }

    async destroy(): Promise<void> {
        await this.#options.pool.end();
    }
}

/** PostgreSQL through node-postgres, with as few round trips as possible. */
export class PipeliningDialect implements Dialect {
    readonly #options: DriverOptions;

    constructor(options: DriverOptions) {
        this.#options = options;
    }

    createDriver = (): Driver => new PostgresDriver(this.#options);
    createAdapter = () => new PostgresAdapter();
    createQueryCompiler = () => new PostgresCompiler();
    createIntrospector = (db: Kysely<unknown>) => new PostgresIntrospector(db);
}
