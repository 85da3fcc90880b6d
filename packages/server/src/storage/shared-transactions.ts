import { troubleOf } from '../core/errors/database-trouble.ts';
import type { ExclusiveOptions, ExclusiveWork, Head, Tx } from './database.ts';

/** As many as share one: the first is answered when the last is done. */
const LIMIT = 16;

interface Member {
    work: ExclusiveWork<unknown>;
    result?: unknown;
    resolve(result: unknown): void;
    reject(error: unknown): void;
}

interface Writer {
    /** One at a time. */
    transaction<T>(work: (tx: Tx) => Promise<T>, options?: ExclusiveOptions): Promise<T>;
    headOf(tx: Tx): Promise<Head>;
    /** Resolves when committing is worth while; until then, others may join. */
    readyToCommit?(): Promise<unknown>;
    /** Whether the database says that nothing was committed. Without an answer nobody knows. */
    wasRefused?(error: unknown): boolean;
}

/**
 * Lets short changes that wait for the writer share one transaction: what it costs to begin, to commit and to bring it to the
 * disk is paid once for all of them. They are done one after the other, each sees what those before it did, and each is answered
 * once all of it is on the disk. When one of them fails, nothing is kept, and each is done again by itself: so no failure is
 * anybody else's, unless it is the database's.
 */
export function sharedTransactions({ transaction, headOf, readyToCommit, wasRefused }: Writer) {
    /** Those of the last shared transaction, while others may join it. */
    let open: Member[] | undefined;

    const alone = <T>(work: ExclusiveWork<T>, options?: ExclusiveOptions): Promise<T> =>
        transaction((tx) => work(tx, headOf(tx)), options);

    function shared<T>(work: ExclusiveWork<T>): Promise<T> {
        return new Promise((resolve, reject) => {
            // It is given what its own work returns.
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
            const mayWorkAlone = (!isAllDone || wasRefused?.(error)) && troubleOf(error) === undefined;
            for (const { work, resolve, reject } of members) {
                if (mayWorkAlone && members.length > 1) alone(work).then(resolve, reject);
                else reject(error);
            }
            return;
        }
        for (const { result, resolve } of members) resolve(result);
    }

    return <T>(work: ExclusiveWork<T>, options: ExclusiveOptions = {}): Promise<T> =>
        options.isShort ? shared(work) : alone(work, options);
}
