import {
    type CompiledQuery,
    type DatabaseConnection,
    type Dialect,
    Kysely,
    type QueryResult,
    Transaction,
} from 'kysely';
import type { Tx } from './database.ts';
import { InterruptibleConnection } from './interruption.ts';
import type { Tables } from './tables.ts';

type Executor = ReturnType<Tx['getExecutor']>;

/** The connections of open transactions. */
const connections = new WeakMap<Executor, DatabaseConnection>();

/** Runs a compiled query; in a transaction without Kysely's overhead for plugins, logging and cancellation. */
export function executeOn(executor: Executor, query: CompiledQuery): Promise<QueryResult<unknown>> {
    const connection = connections.get(executor);
    return connection ? connection.executeQuery(query) : executor.executeQuery(query);
}

/** Opens transactions that accept concurrent statements; the connection decides how and in what order they are sent. */
export function transactionsOn(dialect: Dialect): {
    kysely: Kysely<Tables>;
    /** With `isPreempted`, the transaction is rolled back as soon as that returns true, and fails with `Interrupted`. */
    transaction<T>(work: (tx: Tx) => Promise<T>, isPreempted?: () => boolean): Promise<T>;
    /** Kysely itself would leave connections open that only transactions have used. */
    close(): Promise<void>;
} {
    const driver = dialect.createDriver();
    const config = { dialect: { ...dialect, createDriver: () => driver } };
    const kysely = new Kysely<Tables>(config);

    async function transaction<T>(work: (tx: Tx) => Promise<T>, isPreempted?: () => boolean): Promise<T> {
        const connection = await driver.acquireConnection();
        const interruptible = isPreempted && new InterruptibleConnection(connection, isPreempted);
        const used = interruptible ?? connection;
        let isOver = false;
        // Kysely's own transactions run one statement at a time.
        const executor = kysely.getExecutor().withConnectionProvider({
            async provideConnection(consumer) {
                if (isOver) throw new Error('The transaction is over.');
                return consumer(used);
            },
        });
        connections.set(executor, used);
        try {
            await driver.beginTransaction(connection, {});
            const result = await work(new Transaction<Tables>({ config, dialect, driver, executor }));
            interruptible?.throwIfRefused();
            await driver.commitTransaction(connection);
            return result;
        } catch (error) {
            // The first error is the relevant one; a connection whose rollback fails is closed.
            await driver.rollbackTransaction(connection).catch(() => undefined);
            // Work that met a rejected statement may have failed with another error.
            interruptible?.throwIfRefused();
            throw error;
        } finally {
            isOver = true;
            connections.delete(executor);
            await driver.releaseConnection(connection);
        }
    }
    return { kysely, transaction, close: () => driver.destroy() };
}
