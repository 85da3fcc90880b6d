import type { Db } from '../storage/database.ts';
import type { ChainHead } from './chain-head.ts';
import { type ChainVerdict, verifyChain } from './verify-chain.ts';

/** Until then, events that were verified are not read again, unless the caller requests it. */
const COMPLETE_EVERY_MS = 24 * 3600 * 1000;

/** The newest event of the last valid log, and the time of the last complete verification. */
interface Checkpoint {
    head: ChainHead;
    completedAt: number;
}

interface VerdictSinceCheckpoint extends ChainVerdict {
    /** The last event that was not verified again, and the time of the last complete verification. */
    verifiedBefore?: { id: number; at: string };
}

/**
 * Verifies the log from the last event that this node has verified. Its checkpoint proves that the events up to it were valid, and
 * detects a log that was rewritten; it does not prove that earlier rows were not edited since. So each day begins with a complete
 * verification. The checkpoint is in memory, because an attacker with access to the database could change it there. Decision 30.
 */
export class ChainVerifier {
    readonly #db: Db;
    readonly #clock: () => Date;
    #checkpoint: Checkpoint | undefined;

    constructor({ db, clock }: { db: Db; clock: () => Date }) {
        this.#db = db;
        this.#clock = clock;
    }

    async verify({ all, seen }: { all: boolean; seen: number }): Promise<VerdictSinceCheckpoint> {
        const now = this.#clock().getTime();
        const checkpoint = this.#checkpoint;
        const isRecent = checkpoint !== undefined && now - checkpoint.completedAt < COMPLETE_EVERY_MS;
        const start = isRecent && !all ? checkpoint : undefined;
        const verdict = await verifyChain(this.#db, { verified: start?.head, known: checkpoint?.head, seen });
        // Events that were archived since then are not a start: the verification was complete.
        const since = start && start.head.id > (verdict.archivedThrough ?? 0) ? start : undefined;
        if (verdict.valid) this.#checkpoint = { head: verdict.head!, completedAt: since?.completedAt ?? now };
        // The next verification is complete, so that it reports the same event again.
        else if (checkpoint) this.#checkpoint = { ...checkpoint, completedAt: Number.NEGATIVE_INFINITY };
        if (!since) return verdict;
        return { ...verdict, verifiedBefore: { id: since.head.id, at: new Date(since.completedAt).toISOString() } };
    }
}
