import { HalyardError } from '../../core/errors/errors.ts';
import type { EncodedBytes } from './encoded-bytes.ts';

/** A response that is sent many times unchanged. */
export interface Prepared {
    bytes: EncodedBytes;
}

/** Maximum number of distinct cached requests; every token scope counts as one. */
const REMEMBERED = 200;
/** Responses can be as large as all flags: this limits their total size in bytes. */
const REMEMBERED_BYTES = 256 * 1024 * 1024;

/** Any value that changes whenever responses change. */
type Revision = number | string;

interface Entry<T> {
    revision: Revision;
    /** A promise while it is being built. A rejection by a rule is cached too, because another attempt would fail again. */
    answer: T | Promise<T>;
    /** Adds a request that waits while it is being built. */
    wait(signal: AbortSignal | undefined): void;
}

/** Responses that are identical for equal requests at the same revision: built once, by the first request. */
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
                // Removed at once, so that no further request waits for it.
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
                // An error of the database may be gone by the next attempt.
                const mayPass = !(error instanceof HalyardError);
                if (mayPass && this.#entries.get(key) === entry) this.#entries.delete(key);
                this.#evict();
            },
        );
        return answer;
    }

    /** Oldest first, until there is room. */
    #evict(): void {
        const lengthOf = ({ answer }: Entry<T>) => (answer instanceof Promise ? 0 : answer.bytes.length);
        let length = 0;
        for (const entry of this.#entries.values()) length += lengthOf(entry);
        for (const [key, entry] of this.#entries) {
            if (this.#entries.size <= 1 || (this.#entries.size <= REMEMBERED && length <= REMEMBERED_BYTES)) return;
            this.#entries.delete(key);
            length -= lengthOf(entry);
        }
    }
}
