import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { OpenDatabase } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres-database.ts';

/** As the apps of the tests are configured. */
const OPTIONS = { poolSize: 2, schema: 'public', applicationName: 'halyard', onError: () => undefined };

/** Statements of an app that is closed are done by then, or never will be. */
const PATIENCE_MS = 5_000;

/**
 * Connections to a copy of a database that is used by one test after the other. Each is a process that reads the catalogue and
 * plans every statement anew, which takes longer than the statements of a test do. Nothing else is kept: what an app knows
 * lives and ends with it.
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

    /** For one app; closing it leaves the connections open. */
    lend(): OpenDatabase {
        return { ...this.#open(), listen: (onChange) => this.#listen(onChange), close: async () => undefined };
    }

    /** Whether all is as in the template again; else somebody is still busy with this copy. */
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
        // As a replica, it is spared the foreign keys, which would demand an order of the tables. To become one in a connection of
        // the apps would make that forget its plans.
        const restorer = new pg.Client({ connectionString: this.#url, options: '-c session_replication_role=replica' });
        restorer.on('error', () => undefined);
        await restorer.connect();
        this.#restorer = restorer;
        return restorer;
    }

    async #listen(onChange: () => void): Promise<() => Promise<void>> {
        this.#onChange = onChange;
        this.#stopListening ??= await this.#open().listen(() => this.#onChange());
        // What came before somebody listened is caught up at once, as it is with a connection of one's own.
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
