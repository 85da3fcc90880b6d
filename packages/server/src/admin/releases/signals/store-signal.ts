import type { Tx } from '../../../storage/database.ts';
import type { StoredSignalResult } from '../../../storage/tables/signals.ts';
import type { SignalIdentity } from './match-signal.ts';

/** The newest signals of an endpoint that are stored. */
const MAX_SIGNALS = 100;
/** Larger payloads are not stored. */
const MAX_PAYLOAD = 32 * 1024;
/** Senders repeat failed deliveries for this long. */
const REPEATED_WITHIN_MS = 5 * 60_000;

interface ReceivedSignal extends SignalIdentity {
    endpoint: number;
    at: string;
}

/** Counts a signal that is stored already, and returns it. */
export async function countRepetition(
    tx: Tx,
    { endpoint, at, identity, isPermanent }: ReceivedSignal,
): Promise<{ results: StoredSignalResult[] } | undefined> {
    const since = new Date(Date.parse(at) - REPEATED_WITHIN_MS).toISOString();
    const known = await tx
        .selectFrom('signals')
        .select(['id', 'results', 'repeats'])
        .where('endpoint', '=', endpoint)
        .where('identity', '=', identity)
        .$if(!isPermanent, (query) => query.where('created_at', '>', since))
        .orderBy('id', 'desc')
        .executeTakeFirst();
    if (!known) return undefined;
    await tx
        .updateTable('signals')
        .set(({ eb }) => ({ repeats: eb('repeats', '+', 1), last_at: at }))
        .where('id', '=', known.id)
        .execute();
    return known;
}

/** Stores a signal, and deletes the oldest beyond the limit. */
export async function storeSignal(
    tx: Tx,
    signal: ReceivedSignal & { payload: unknown; results: StoredSignalResult[]; tokenName: string },
): Promise<void> {
    const { endpoint, at, identity, results, tokenName } = signal;
    const payload = JSON.stringify(signal.payload ?? null);
    await tx
        .insertInto('signals')
        .values({
            ...{ endpoint, identity, token_name: tokenName, repeats: 0, created_at: at, last_at: at },
            payload: Buffer.byteLength(payload) > MAX_PAYLOAD ? 'null' : payload,
            results: JSON.stringify(results),
        })
        .execute();
    const oldest = await tx
        .selectFrom('signals')
        .select('id')
        .where('endpoint', '=', endpoint)
        .orderBy('id', 'desc')
        .offset(MAX_SIGNALS)
        .limit(1)
        .executeTakeFirst();
    if (!oldest) return;
    await tx.deleteFrom('signals').where('endpoint', '=', endpoint).where('id', '<=', oldest.id).execute();
}
