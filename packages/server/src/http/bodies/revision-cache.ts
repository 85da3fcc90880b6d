import { HalyardError } from '../../core/errors/errors.ts';
import type { EncodedBytes } from './encoded-bytes.ts';

/** An answer that is sent many times as it is. */
export interface Prepared {
    bytes: EncodedBytes;
}

/** Distinct questions that are remembered; every token scope is one. */
const REMEMBERED = 200;
/** Answers can be as large as all flags: together they take no more than this many bytes. */
const REMEMBERED_BYTES = 256 * 1024 * 1024;

/** Whatever is another one when answers are. */
type Revision = number | string;

interface Entry<T> {
    revision: Revision;
    /** A promise while it is being made, and for good when a rule forbids it: trying again would fail again. */
    answer: T | Promise<T>;
    /** Of everyone who waits while it is being made. */
    waiting: (() => boolean)[];
}

const NEVER = () => false;

/** Responses that are identical for equal requests at the same revision: built once, by the first request. */
export class RevisionCache<T extends Prepared> {
    readonly #entries = new Map<string, Entry<T>>();

    /** `make` may stop when all waiting clients have disconnected; the next request starts it again. */
    get(
        key: string,
        revision: Revision,
        make: (isUnwanted: () => boolean) => Promise<T>,
        hasLeft: () => boolean = NEVER,
    ): T | Promise<T> {
        const known = this.#entries.get(key);
        if (known?.revision === revision) {
            if (known.answer instanceof Promise) known.waiting.push(hasLeft);
            return known.answer;
        }
        const waiting = [hasLeft];
        const isUnwanted = () => {
            if (!waiting.every((left) => left())) return false;
            // At once, so that nobody else begins to wait for it.
            if (this.#entries.get(key)?.waiting === waiting) this.#entries.delete(key);
            return true;
        };
        const answer = make(isUnwanted);
        const entry: Entry<T> = { revision, answer, waiting };
        this.#entries.delete(key);
        this.#entries.set(key, entry);
        answer.then(
            (ready) => {
                entry.answer = ready;
                this.#evict();
            },
            (error: unknown) => {
                // The database may be there again the next time.
                const mayPass = !(error instanceof HalyardError);
                if (mayPass && this.#entries.get(key) === entry) this.#entries.delete(key);
                this.#evict();
            },
        );
        return answer;
    }

    /** The oldest first, until there is room. */
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
