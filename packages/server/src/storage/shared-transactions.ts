import { troubleOf } from '../core/errors/database-trouble.ts';
import type { ExclusiveOptions, ExclusiveWork, Head, Tx } from './database.ts';

/** The maximum number of members: the first gets its response when the last is done. */
const LIMIT = 16;

interface Member {
    work: ExclusiveWork<unknown>;
    result?: unknown;
    resolve(result: unknown): void;
    reject(error: unknown): void;
}

export interface TransactionOptions extends Pick<ExclusiveOptions, 'givesWayAfterMs'> {
    /** Called when the lock is free again, which may be before the transaction is durable. */
    onCommitted?: () => void;
}

interface Writer {
    /** One transaction at a time. */
    transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
    headOf(tx: Tx): Promise<Head>;
    /** Resolves when the commit should start; until then, others may join. */
    readyToCommit?(): Promise<unknown>;
    /** Whether the database reported that nothing was committed. Without a response the outcome is unknown. */
    wasRefused?(error: unknown): boolean;
}

/**
 * Lets short changes that wait for the writer share one transaction, so that its start, commit and flush to disk happen once. The
 * changes run one after the other, each sees the effects of those before it, and each gets its response once all are durable.
 * When one fails, everything is rolled back and each is repeated on its own, so a failure affects others only if the database
 * caused it.
 */
export function sharedTransactions({ transaction, headOf, readyToCommit, wasRefused }: Writer) {
    /** The members of the last shared transaction, while others may join it. */
    let open: Member[] | undefined;

    function exclusive<T>(work: ExclusiveWork<T>, { givesWayAfterMs, onHeld }: ExclusiveOptions = {}): Promise<T> {
        let lockedAt = Number.NaN;
        const locked = () => {
            lockedAt = performance.now();
        };
        return transaction(
            (tx) => {
                const head = headOf(tx);
                if (onHeld) head.then(locked, () => undefined);
                return work(tx, head);
            },
            {
                ...(givesWayAfterMs !== undefined && { givesWayAfterMs }),
                ...(onHeld && { onCommitted: () => onHeld(performance.now() - lockedAt) }),
            },
        );
    }

    function shared<T>(work: ExclusiveWork<T>): Promise<T> {
        return new Promise((resolve, reject) => {
            // Resolved with the result of its own work.
            const member: Member = { work, resolve: resolve as Member['resolve'], reject };
            if (open !== undefined && open.length < LIMIT) {
                open.push(member);
                return;
            }
            open = [member];
            void run(open);
        });
    }

    async function run(members: Member[]): Promise<void> {
        let isAllDone = false;
        const close = () => {
            if (open === members) open = undefined;
        };
        try {
            await transaction(async (tx) => {
                for (let count = 0; count < members.length; ) {
                    for (; count < members.length; count++) {
                        const member = members[count]!;
                        member.result = await member.work(tx, headOf(tx));
                    }
                    await readyToCommit?.();
                }
                close();
                isAllDone = true;
            });
        } catch (error) {
            close();
            const isRetriedAlone = (!isAllDone || wasRefused?.(error)) && troubleOf(error) === undefined;
            for (const { work, resolve, reject } of members) {
                if (isRetriedAlone && members.length > 1) exclusive(work).then(resolve, reject);
                else reject(error);
            }
            return;
        }
        for (const { result, resolve } of members) resolve(result);
    }

    return <T>(work: ExclusiveWork<T>, options: ExclusiveOptions = {}): Promise<T> =>
        options.isShort ? shared(work) : exclusive(work, options);
}
