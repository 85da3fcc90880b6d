import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { StartError } from '../core/errors/start-error.ts';
import { serviceLockOf } from './service-lock.ts';
import type { Tables } from './tables.ts';

const DAY_MS = 86_400_000;
/** Without an answer for this long, the connection of the node is replaced. */
const ANSWER_MS = 5_000;
/** A shutdown does not wait long for a database that does not answer: commands then recognise the node as stopped later. */
const END_MS = 1_000;
/**
 * A node that has not reported for this long while a command watched has stopped. Longer than a node needs for a new connection,
 * including the pause after a failed attempt.
 */
const SILENCE_MS = 15_000;
const BETWEEN_LOOKS_MS = 100;

/**
 * The reports of a node that it runs. They work behind every pooler: locks and names of sessions belong to its server connections,
 * which outlive a node and which it may replace while a node runs.
 */
export class NodeReports {
    readonly #id = randomUUID();
    readonly #name: string;
    readonly #table: string;
    readonly #lock: string;

    constructor({ schema, applicationName }: { schema: string; applicationName: string }) {
        this.#name = `${applicationName} at ${hostname()}`;
        this.#table = `"${schema}".running_nodes`;
        this.#lock = serviceLockOf(`'${schema}'`);
    }

    /** Fails while a command replaces the content. */
    async report(client: pg.Client): Promise<void> {
        const now = Date.now();
        const query = {
            text: `with allowed as (select pg_try_advisory_xact_lock_shared(${this.#lock}) as is_held),
                    forgotten as (delete from ${this.#table} where reported_at < $4)
                insert into ${this.#table} as node (id, name, reports, reported_at)
                    select $1, $2, 1, $3 from allowed where is_held
                on conflict (id) do update set reports = node.reports + 1, reported_at = excluded.reported_at`,
            values: [
                this.#id,
                this.#name,
                new Date(now).toISOString(),
                // Nodes that crashed.
                new Date(now - DAY_MS).toISOString(),
            ],
            query_timeout: ANSWER_MS,
        };
        const { rowCount } = await client.query(query);
        if (rowCount === 0) {
            throw new StartError('A command is changing all of this database. Start the service once it is done.');
        }
    }

    async end(client: pg.Client): Promise<void> {
        const query = {
            text: `delete from ${this.#table} where id = $1`,
            values: [this.#id],
            query_timeout: END_MS,
        };
        await client.query(query);
    }
}

/** Waits until it is known which nodes run, and returns their names. Nodes that crashed are removed. */
export async function namesOfRunningNodes(db: Kysely<Tables>): Promise<string[]> {
    const giveUp = performance.now() + SILENCE_MS;
    const first = new Map((await reportsIn(db)).map(({ id, reports }) => [id, reports]));
    for (;;) {
        const current = await reportsIn(db);
        const running = current.filter(({ id, reports }) => first.get(id) !== reports);
        if (running.length > 0) return running.map(({ name }) => name);
        if (current.length === 0) return [];
        if (performance.now() > giveUp) break;
        await delay(BETWEEN_LOOKS_MS);
    }
    for (const [id, reports] of first) {
        await db.deleteFrom('running_nodes').where('id', '=', id).where('reports', '=', reports).execute();
    }
    return reportedNames(db);
}

export const reportedNames = async (db: Kysely<Tables>) => (await reportsIn(db)).map(({ name }) => name);

async function reportsIn(db: Kysely<Tables>) {
    // Missing before the first start of this version.
    const tables = await db
        .selectNoFrom((e) => e.fn<string | null>('to_regclass', [e.val('running_nodes')]).as('name'))
        .executeTakeFirstOrThrow();
    if (tables.name === null) return [];
    return db.selectFrom('running_nodes').select(['id', 'name', 'reports']).orderBy('id').execute();
}
