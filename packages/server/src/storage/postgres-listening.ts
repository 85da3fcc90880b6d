import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Pooler } from './database.ts';
import { findPooler, isDeliveryTest } from './pooler-mode.ts';
import { prepared } from './prepared.ts';
import type { NodeReports } from './running-nodes.ts';
import { CHANNEL, LISTEN } from './service-lock.ts';
import { troubleIn } from './trouble-codes.ts';

const notification = prepared((db: Db, { channel, payload }: { channel: string; payload: string }) =>
    db.selectNoFrom(sql`pg_notify(${channel}, ${payload})`.as('notified')),
);

/** All nodes are notified when the transaction commits. The payload is the id of this node, or a test of delivery. */
export const notifyNodes = (db: Db, payload: string) => notification(db, { channel: CHANNEL, payload });

const REPORT_MS = 2_000;

interface ListeningOptions {
    onChange: () => void;
    nodeId: string;
    onError: (error: Error) => void;
    onPoolerFound: (pooler: Pooler) => void;
    /** Sends a notification through another connection. */
    notify: (payload: string) => Promise<unknown>;
    reports: NodeReports;
}

/**
 * Keeps one connection listening and replaces it when it breaks; missed changes are caught up at once. The node reports through it
 * that it runs.
 */
export async function listenForever(
    newClient: () => pg.Client,
    { onChange, nodeId, onError, onPoolerFound, notify, reports }: ListeningOptions,
): Promise<() => Promise<void>> {
    let stopped = false;
    let client: pg.Client | undefined;
    let reporting: Promise<void> | undefined;

    async function connect(): Promise<void> {
        const fresh = newClient();
        fresh.on('error', onError);
        // Changes of this node are announced by its own writer.
        fresh.on('notification', ({ payload = '' }) => {
            if (payload !== nodeId && !isDeliveryTest(payload)) onChange();
        });
        try {
            await fresh.connect();
            await fresh.query(LISTEN);
            await report(fresh);
            await searchPooler(fresh);
        } catch (error) {
            await fresh.end().catch(() => undefined);
            throw error;
        }
        client = fresh;
        fresh.on('end', () => {
            client = undefined;
            if (!stopped) void reconnect();
        });
    }

    /** A database that accepts no writes can be served from: no command can replace its content either. */
    async function report(on: pg.Client): Promise<void> {
        try {
            await reports.report(on);
        } catch (error) {
            const trouble = troubleIn(error);
            if (trouble !== 'read-only' && trouble !== 'full') throw error;
        }
    }

    /** After an error, the mode is as before. */
    async function searchPooler(on: pg.Client): Promise<void> {
        try {
            const pooler = await findPooler(on, notify);
            if (pooler) onPoolerFound(pooler);
        } catch (error) {
            if (!stopped) onError(error as Error);
        }
    }

    async function reconnect(): Promise<void> {
        for (let wait = 50; !stopped; wait = Math.min(wait * 2, 5_000)) {
            await delay(wait, undefined, { ref: false });
            if (stopped) return;
            try {
                await connect();
                return onChange();
            } catch (error) {
                onError(error as Error);
            }
        }
    }

    await connect();
    const timer = setInterval(() => {
        const current = client;
        if (!current) return;
        reporting ??= report(current)
            .then(() => searchPooler(current))
            .catch((error: unknown) => {
                if (stopped) return;
                onError(error as Error);
                // No answer: the connection may be dead without either side knowing. It is replaced when it ends.
                if (!(error instanceof pg.DatabaseError)) current.connection.stream.destroy();
            })
            .finally(() => {
                reporting = undefined;
            });
    }, REPORT_MS);
    timer.unref();
    return async () => {
        stopped = true;
        clearInterval(timer);
        await reporting;
        if (!client) return;
        await reports.end(client).catch(() => undefined);
        await client.end();
    };
}
