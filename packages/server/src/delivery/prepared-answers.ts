import { type Context, decideAll, type Evaluation, type Flag, type FlagSet } from '@halyard/engine';

/** What a flag says in one outcome, as text; undefined: nothing. */
type Render = (outcome: Evaluation, flag: Flag) => string | undefined;

/** For each outcome of a flag its bytes, each beginning with a comma. */
type Parts = readonly (Uint8Array | undefined)[];

const BRACKET = '['.charCodeAt(0);
const EMPTY_LIST = Buffer.from('[]');

/** Everything that one context gets: found, but not yet written. */
export interface Decided {
    /** Equal for equal answers of the same flags. */
    fingerprint: string;
    /** A JSON list of what the flags say, between two other texts. */
    write(before: string, after: string): Buffer;
}

/**
 * Answers about all flags at once. What a flag can say is written down once, when the flag is first met; an answer only
 * copies these parts one behind the other. Nothing is serialised for a request.
 */
export class PreparedAnswers {
    readonly #render: Render;
    readonly #partsOfFlags = new WeakMap<Flag, Parts>();
    readonly #partsOfSets = new WeakMap<FlagSet, readonly Parts[]>();
    /** Used again for every answer: one is finished before the next begins. */
    #outcomes = new Int32Array(0);

    constructor(render: Render) {
        this.#render = render;
    }

    /** The answer must be used before the next is asked for. */
    decide(set: FlagSet, context: Context): Decided {
        const count = set.flags.length;
        if (this.#outcomes.length < count) this.#outcomes = new Int32Array(2 * count);
        const outcomes = decideAll(set, context, this.#outcomes.subarray(0, count));
        return {
            fingerprint: fingerprintOf(outcomes),
            write: (before, after) => join(this.#partsOf(set), outcomes, before, after),
        };
    }

    #partsOf(set: FlagSet): readonly Parts[] {
        const known = this.#partsOfSets.get(set);
        if (known) return known;
        const parts = set.flags.map((flag) => this.#partsOfFlag(flag));
        this.#partsOfSets.set(set, parts);
        return parts;
    }

    #partsOfFlag(flag: Flag): Parts {
        const known = this.#partsOfFlags.get(flag);
        if (known) return known;
        const parts = flag.outcomes.map((outcome) => {
            const text = this.#render(outcome, flag);
            return text === undefined ? undefined : Buffer.from(`,${text}`);
        });
        this.#partsOfFlags.set(flag, parts);
        return parts;
    }
}

function join(flags: readonly Parts[], outcomes: Int32Array, before: string, after: string): Buffer {
    let length = 0;
    for (let i = 0; i < flags.length; i++) {
        const part = flags[i]![outcomes[i]!];
        if (part !== undefined) length += part.length;
    }
    if (length === 0) return Buffer.concat([Buffer.from(before), EMPTY_LIST, Buffer.from(after)]);

    const start = Buffer.byteLength(before);
    const bytes = Buffer.allocUnsafe(start + length + 1 + Buffer.byteLength(after));
    bytes.write(before);
    let position = start;
    for (let i = 0; i < flags.length; i++) {
        const part = flags[i]![outcomes[i]!];
        if (part === undefined) continue;
        bytes.set(part, position);
        position += part.length;
    }
    // The comma of the first part becomes the beginning of the list.
    bytes[start] = BRACKET;
    bytes.write(`]${after}`, position);
    return bytes;
}

/** 64 bits from two different mixings: long enough never to meet an equal one by chance. */
function fingerprintOf(outcomes: Int32Array): string {
    let a = 0x811c9dc5;
    let b = 0x9747b28c;
    for (let i = 0; i < outcomes.length; i++) {
        const outcome = outcomes[i]!;
        a = Math.imul(a ^ outcome, 0x01000193);
        b = Math.imul(b + outcome, 0x85ebca6b) ^ (b >>> 13);
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
