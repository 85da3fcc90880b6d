import type { CompiledQuery, DatabaseConnection } from 'kysely';

/** A transaction was rolled back because changes waited for it. It can be retried. */
export class Interrupted extends Error {
    constructor() {
        super('The transaction was rolled back because changes waited for it.');
    }
}

/** The same connection until it is interrupted: from then on, every statement is rejected. */
export class InterruptibleConnection implements DatabaseConnection {
    readonly #connection: DatabaseConnection;
    readonly #isPreempted: () => boolean;
    #isInterrupted = false;

    constructor(connection: DatabaseConnection, isPreempted: () => boolean) {
        this.#connection = connection;
        this.#isPreempted = isPreempted;
    }

    /** Throws even if the work swallowed the rejection of a statement. */
    throwIfRefused(): void {
        if (this.#isInterrupted) throw new Interrupted();
    }

    #giveWay(): void {
        this.#isInterrupted ||= this.#isPreempted();
        this.throwIfRefused();
    }

    async executeQuery<R>(query: CompiledQuery) {
        this.#giveWay();
        return this.#connection.executeQuery<R>(query);
    }

    streamQuery<R>(query: CompiledQuery, chunkSize?: number) {
        this.#giveWay();
        return this.#connection.streamQuery<R>(query, chunkSize as number);
    }
}
