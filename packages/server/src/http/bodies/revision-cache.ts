import { HalyardError } from '../../core/errors/errors.ts';
import type { EncodedBytes } from './encoded-bytes.ts';

/** A response that is sent many times unchanged. */
export interface Prepared {
    bytes: EncodedBytes;
}

/** Maximum number of distinct cached requests; every token scope counts as one. */
const MAX_ENTRIES = 200;
/** The limit of the total size, because a response can contain all flags. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Any value that changes whenever responses change. */
type Revision = number | string;

interface Entry<T> {
    revision: Revision;
    /** A promise while the response is being built. A `HalyardError` is cached, too, because another attempt would fail again. */
    answer: T | Promise<T>;
    /** Adds a request that waits while the response is being built. */
    wait(signal: AbortSignal | undefined): void;
}

/** Caches responses that are identical for equal requests at the same revision. The first request builds the response. */
export class RevisionCache<T extends Prepared> {
    readonly #entries = new Map<string, Entry<T>>();

    /** `make` may stop when all waiting clients have disconnected; the next request starts it again. */
    get(
        key: string,
        revision: Revision,
        make: (signal: AbortSignal) => Promise<T>,
        signal?: AbortSignal,
    ): T | Promise<T> {
        const known = this.#entries.get(key);
        if (known?.revision === revision) {
            if (known.answer instanceof Promise) known.wait(signal);
            return known.answer;
        }
        const [build, settled] = [new AbortController(), new AbortController()];
        let waiting = 0;
        const wait = (client: AbortSignal | undefined) => {
            if (client?.aborted) return;
            waiting++;
            const leave = () => {
                if (--waiting > 0) return;
                // Removed immediately, so that no further request waits for it.
                if (this.#entries.get(key) === entry) this.#entries.delete(key);
                build.abort(client?.reason);
            };
            client?.addEventListener('abort', leave, { once: true, signal: settled.signal });
        };
        const answer = make(build.signal);
        const entry: Entry<T> = { revision, answer, wait };
        wait(signal);
        this.#entries.delete(key);
        this.#entries.set(key, entry);
        answer.then(
            (ready) => {
                settled.abort();
                entry.answer = ready;
                this.#evict();
            },
            (error: unknown) => {
                settled.abort();
                // An error of the database may be temporary.
                const isTemporary = !(error instanceof HalyardError);
                if (isTemporary && this.#entries.get(key) === entry) this.#entries.delete(key);
                this.#evict();
            },
        );
        return answer;
    }

    /** Evicts the oldest entries until the limits are met. */
    #evict(): void {
        const lengthOf = ({ answer }: Entry<T>) => (answer instanceof Promise ? 0 : answer.bytes.length);
        let length = 0;
        for (const entry of this.#entries.values()) length += lengthOf(entry);
        for (const [key, entry] of this.#entries) {
            if (this.#entries.size <= 1 || (this.#entries.size <= MAX_ENTRIES && length <= MAX_BYTES)) return;
            this.#entries.delete(key);
            length -= lengthOf(entry);
        }
    }
}
