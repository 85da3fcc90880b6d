import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from './database.ts';
import { prepared } from './prepared.ts';
import { CHANNEL, holdServiceLock, LISTEN } from './service-lock.ts';

const notification = prepared((tx: Tx, { channel }: { channel: string }) =>
    tx.selectNoFrom(sql`pg_notify(${channel}, '')`.as('notified')),
);

/** Other nodes are notified when the transaction commits. */
export const notifyOthers = (tx: Tx) => notification(tx, { channel: CHANNEL });

/** Keeps one connection listening and replaces it when it breaks; missed changes are caught up at once. */
export async function listenForever(
    newClient: () => pg.Client,
    {
        onChange,
        isOwn,
        onError,
    }: { onChange: () => void; isOwn: (process: number) => boolean; onError: (error: Error) => void },
): Promise<() => Promise<void>> {
    let stopped = false;
    let client: pg.Client | undefined;

    async function connect(): Promise<void> {
        const fresh = newClient();
        fresh.on('error', onError);
        // Changes of this node are announced by its own writer.
        fresh.on('notification', ({ processId }) => {
            if (!isOwn(processId)) onChange();
        });
        try {
            await fresh.connect();
            await holdServiceLock(fresh);
            await fresh.query(LISTEN);
        } catch (error) {
            await fresh.end().catch(() => undefined);
            throw error;
        }
        client = fresh;
        fresh.on('end', () => {
            if (!stopped) void reconnect();
        });
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
    return async () => {
        stopped = true;
        await client?.end();
    };
}
