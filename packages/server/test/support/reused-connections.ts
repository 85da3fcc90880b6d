import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres-database.ts';

/** The configuration of test apps. */
const OPTIONS = { poolSize: 2, schema: 'public', applicationName: 'halyard', onError: () => undefined };

/** By then, statements of a closed app have ended or never will. */
const PATIENCE_MS = 5_000;

/**
 * Connections to a copy of a database that is reused by several tests. Each connection is a process that reads the catalogue and plans
 * every statement, which takes longer than the statements of a test. Nothing else is reused: the state of an app ends with it.
 */
export class KeptConnections {
    readonly #url: string;
    #database: OpenDatabase | undefined;
    #restorer: pg.Client | undefined;
    #stopListening: (() => Promise<void>) | undefined;
    #onChange: () => void = () => undefined;

    constructor(url: string) {
        this.#url = url;
    }

    /** For one app; closing the app leaves the connections open. */
    lend(): OpenDatabase {
        return { ...this.#open(), listen: (onChange) => this.#listen(onChange), close: async () => undefined };
    }

    /** Returns whether the copy equals the template again; otherwise it is still in use. */
    async restoreRows(): Promise<boolean> {
        const { health } = this.#open();
        if (health.condition.state !== 'fine') return false;
        const restorer = await this.#restorerConnected();
        const giveUp = performance.now() + PATIENCE_MS;
        for (let wait = 1; await isBusy(restorer); wait *= 2) {
            if (performance.now() > giveUp) return false;
            await delay(wait);
        }
        await restorer.query({ name: 'restore', text: 'select original_ids.restore()' });
        return true;
    }

    async close(): Promise<void> {
        await this.#restorer?.end();
        await this.#stopListening?.();
        await this.#database?.close();
    }

    #open(): OpenDatabase {
        this.#database ??= openPostgres({ ...OPTIONS, url: this.#url });
        return this.#database;
    }

    async #restorerConnected(): Promise<pg.Client> {
        if (this.#restorer) return this.#restorer;
        // With the replica role, foreign keys are not checked, which would require an order of the tables. Setting that role in a
        // connection of the apps would discard its plans.
        const restorer = new pg.Client({ connectionString: this.#url, options: '-c session_replication_role=replica' });
        restorer.on('error', () => undefined);
        await restorer.connect();
        this.#restorer = restorer;
        return restorer;
    }

    async #listen(onChange: () => void): Promise<() => Promise<void>> {
        this.#onChange = onChange;
        this.#stopListening ??= await this.#open().listen(() => this.#onChange());
        // Changes before the listener are caught up at once, as with a new connection.
        onChange();
        return async () => {
            this.#onChange = () => undefined;
        };
    }
}

async function isBusy(restorer: pg.Client): Promise<boolean> {
    const { rowCount } = await restorer.query({
        name: 'busy',
        text: `select from pg_stat_activity
               where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
    });
    return rowCount !== 0;
}
