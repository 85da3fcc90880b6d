import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Tx } from './database.ts';
import { prepared } from './prepared.ts';
import type { NodeReports } from './running-nodes.ts';
import { CHANNEL, LISTEN } from './service-lock.ts';
import { troubleIn } from './trouble-codes.ts';

const notification = prepared((tx: Tx, { channel }: { channel: string }) =>
    tx.selectNoFrom(sql`pg_notify(${channel}, '')`.as('notified')),
);

/** Other nodes are notified when the transaction commits. */
export const notifyOthers = (tx: Tx) => notification(tx, { channel: CHANNEL });

const REPORT_MS = 2_000;

interface ListeningOptions {
    onChange: () => void;
    isOwn: (process: number) => boolean;
    onError: (error: Error) => void;
    /** Called after each report: the server process of this connection. */
    onReported: (client: pg.Client, process: number) => void;
    reports: NodeReports;
}

/**
 * Keeps one connection listening and replaces it when it breaks; missed changes are caught up at once. The node reports through it
 * that it runs.
 */
export async function listenForever(
    newClient: () => pg.Client,
    { onChange, isOwn, onError, onReported, reports }: ListeningOptions,
): Promise<() => Promise<void>> {
    let stopped = false;
    let client: pg.Client | undefined;
    let reporting: Promise<void> | undefined;

    async function connect(): Promise<void> {
        const fresh = newClient();
        fresh.on('error', onError);
        // Changes of this node are announced by its own writer.
        fresh.on('notification', ({ processId }) => {
            if (!isOwn(processId)) onChange();
        });
        try {
            await fresh.connect();
            await fresh.query(LISTEN);
            await report(fresh);
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
            onReported(on, await reports.report(on));
        } catch (error) {
            const trouble = troubleIn(error);
            if (trouble !== 'read-only' && trouble !== 'full') throw error;
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
