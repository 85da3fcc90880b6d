import type { PartWriter } from '../../../http/bodies/fragment-writer.ts';

/** What an answer says of one thing, by what decides it: encoded once, copied from then on. */
export interface KeptParts {
    find(key: unknown): Buffer | undefined;
    /** Writes what was not found. */
    add(key: unknown, text: string | Buffer, into: PartWriter): void;
}

export class PartsByKey implements KeptParts {
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

/** For what may never be asked for again, as most of the past: keeping it would cost more than writing it. */
export const NOT_KEPT: KeptParts = {
    find: () => undefined,
    add: (_, text, into) => (typeof text === 'string' ? into.text(text) : into.part(text)),
};
