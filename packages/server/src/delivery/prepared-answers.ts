import { type Context, decideAll, type Evaluation, type Flag, type FlagSet } from '@halyard/engine';
import type { RouteReply } from '../http/route.ts';
import { BufferPool } from './buffer-pool.ts';

/** What a flag says in one outcome, as text; undefined: nothing. */
type Render = (outcome: Evaluation, flag: Flag) => string | undefined;

/** For each outcome of a flag its bytes, each beginning with a comma. */
type Parts = readonly (Uint8Array | undefined)[];

/** What one flag says, or several neighbours that say the same to everyone. */
interface Piece {
    /** The place of the flag whose outcome chooses the part. */
    readonly flag: number;
    readonly parts: Parts;
}

const BRACKET = '['.charCodeAt(0);
const EMPTY_LIST = Buffer.from('[]');

/** Everything that one context gets: found, but not yet written. */
export interface Decided {
    /** Equal for equal answers of the same flags. */
    fingerprint: string;
    /** A JSON list of what the flags say, between two other texts. Its memory is used again once the reply is sent. */
    write(before: string, after: string, reply: RouteReply): Buffer;
}

/**
 * Answers about all flags at once. What a flag can say is written down once, when the flag is first met; an answer only
 * copies these parts one behind the other. Nothing is serialised for a request.
 */
export class PreparedAnswers {
    readonly #render: Render;
    readonly #partsOfFlags = new WeakMap<Flag, Parts>();
    readonly #piecesOfSets = new WeakMap<FlagSet, readonly Piece[]>();
    readonly #pool = new BufferPool();
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
            write: (before, after, reply) => this.#write(this.#piecesOf(set), outcomes, { before, after, reply }),
        };
    }

    #write(
        pieces: readonly Piece[],
        outcomes: Int32Array,
        { before, after, reply }: { before: string; after: string; reply: RouteReply },
    ): Buffer {
        let length = 0;
        for (let i = 0; i < pieces.length; i++) {
            const { flag, parts } = pieces[i]!;
            const part = parts[outcomes[flag]!];
            if (part !== undefined) length += part.length;
        }
        if (length === 0) return Buffer.concat([Buffer.from(before), EMPTY_LIST, Buffer.from(after)]);

        const start = Buffer.byteLength(before);
        const end = start + length;
        const memory = this.#pool.take(end + 1 + Buffer.byteLength(after));
        reply.onceSent(() => this.#pool.giveBack(memory));
        memory.write(before);
        let position = start;
        for (let i = 0; i < pieces.length; i++) {
            const { flag, parts } = pieces[i]!;
            const part = parts[outcomes[flag]!];
            if (part === undefined) continue;
            memory.set(part, position);
            position += part.length;
        }
        // The comma of the first part becomes the beginning of the list.
        memory[start] = BRACKET;
        return memory.subarray(0, end + memory.write(`]${after}`, end));
    }

    #piecesOf(set: FlagSet): readonly Piece[] {
        const known = this.#piecesOfSets.get(set);
        if (known) return known;
        const pieces = piecesOf(set.flags, (flag) => this.#partsOfFlag(flag));
        this.#piecesOfSets.set(set, pieces);
        return pieces;
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

/** Joins neighbours that say the same to everyone, and leaves out those that never say anything. */
function piecesOf(flags: readonly Flag[], partsOf: (flag: Flag) => Parts): Piece[] {
    const pieces: Piece[] = [];
    let constant: { flag: number; outcome: number; bytes: Uint8Array[] } | undefined;
    const endConstant = () => {
        if (!constant) return;
        const parts: (Uint8Array | undefined)[] = [];
        parts[constant.outcome] = Buffer.concat(constant.bytes);
        pieces.push({ flag: constant.flag, parts });
        constant = undefined;
    };
    for (const [place, flag] of flags.entries()) {
        const parts = partsOf(flag);
        if (flag.always === undefined) {
            endConstant();
            pieces.push({ flag: place, parts });
            continue;
        }
        const outcome = flag.outcomes.indexOf(flag.always);
        const bytes = parts[outcome];
        if (bytes === undefined) continue;
        constant ??= { flag: place, outcome, bytes: [] };
        constant.bytes.push(bytes);
    }
    endConstant();
    return pieces;
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
