import type { PartWriter } from '../../../http/bodies/fragment-writer.ts';

/** Cache of encoded parts of responses, by the object that determines them. */
export interface FragmentCache {
    find(key: unknown): Buffer | undefined;
    /** Stores and writes a missing entry. */
    add(key: unknown, text: string | Buffer, into: PartWriter): void;
}

export class FragmentsByKey implements FragmentCache {
    readonly #parts = new Map<unknown, Buffer>();

    find(key: unknown): Buffer | undefined {
        return this.#parts.get(key);
    }

    add(key: unknown, text: string | Buffer, into: PartWriter): void {
        const part = typeof text === 'string' ? Buffer.from(text) : text;
        this.#parts.set(key, part);
        into.part(part);
    }
}

/** For entries that are rarely used again, such as past states: caching would cost more than serialising. */
export const NO_CACHE: FragmentCache = {
    find: () => undefined,
    add: (_, text, into) => (typeof text === 'string' ? into.text(text) : into.part(text)),
};
