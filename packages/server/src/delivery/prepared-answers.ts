import { createHash } from 'node:crypto';
import { type Context, decideAll, type Evaluation, type Flag } from '@halyard/engine';
import { mapInSlices, nextTurn, turnIsLong } from '../core/in-slices.ts';
import type { RouteReply } from '../http/route.ts';
import type { CompiledFlags } from '../snapshots/environment-snapshot.ts';
import { BufferPool } from './buffer-pool.ts';

/** What a flag says in one outcome, as text; undefined: nothing. */
type Render = (outcome: Evaluation, flag: Flag) => string | undefined;

/** For each outcome of a flag its bytes, each beginning with a comma. */
type Parts = readonly (Uint8Array | undefined)[];

/** What the flags of a set can say. */
export interface PreparedSet extends CompiledFlags {
    /** Tells apart what is the same for everyone who asks for the set. */
    tag: string;
    /** From flags that say the same to everyone. */
    always: Uint8Array;
    /** The places of all other flags, and their parts. In two arrays: one object for each would be more memory to look at. */
    varying: Int32Array;
    parts: readonly Parts[];
    /** No answer is longer. */
    maxLength: number;
}

const BRACKET = '['.charCodeAt(0);

/** Everything that one context gets: found, but not yet written. */
export interface Decided {
    /** Equal for equal answers. */
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
    readonly #prepared = new WeakMap<CompiledFlags, PreparedSet | Promise<PreparedSet>>();
    readonly #pool = new BufferPool();
    /** Used again for every answer: one is finished before the next begins. */
    #outcomes = new Int32Array(0);

    constructor(render: Render) {
        this.#render = render;
    }

    /** What `decide` needs to know of a set; a promise as long as nobody has asked for it. */
    prepare(compiled: CompiledFlags | Promise<CompiledFlags>): PreparedSet | Promise<PreparedSet> {
        if (compiled instanceof Promise) return compiled.then((flags) => this.prepare(flags));
        const known = this.#prepared.get(compiled);
        if (known) return known;
        const preparing = this.#writeDown(compiled);
        this.#prepared.set(compiled, preparing);
        return preparing;
    }

    /** The answer must be used before the next is asked for. */
    decide(prepared: PreparedSet, context: Context): Decided {
        const { flags } = prepared;
        const count = flags.flags.length;
        if (this.#outcomes.length < count) this.#outcomes = new Int32Array(2 * count);
        const outcomes = decideAll(flags, context, this.#outcomes.subarray(0, count));
        return {
            fingerprint: prepared.tag + fingerprintOf(prepared.varying, outcomes),
            write: (before, after, reply) => this.#write(prepared, outcomes, { before, after, reply }),
        };
    }

    #write(
        prepared: PreparedSet,
        outcomes: Int32Array,
        { before, after, reply }: { before: string; after: string; reply: RouteReply },
    ): Buffer {
        const { always, varying, parts, maxLength } = prepared;
        // Room for the longest answer is found sooner than how long this one will be.
        const length = this.#pool.suits(maxLength) ? maxLength : lengthOf(prepared, outcomes);
        // A character has up to three bytes.
        const memory = this.#pool.take(length + 3 * (before.length + after.length) + 2);
        reply.onceSent(() => this.#pool.giveBack(memory));
        const start = memory.write(before);
        memory.set(always, start);
        let end = start + always.length;
        for (let i = 0; i < varying.length; i++) {
            const part = parts[i]![outcomes[varying[i]!]!];
            if (part === undefined) continue;
            memory.set(part, end);
            end += part.length;
        }
        // The comma of the first part becomes the beginning of the list.
        memory[start] = BRACKET;
        if (end === start) end++;
        return memory.subarray(0, end + memory.write(`]${after}`, end));
    }

    async #writeDown(compiled: CompiledFlags): Promise<PreparedSet> {
        const parts = await mapInSlices(compiled.flags.flags, (flag) => this.#partsOfFlag(flag));
        if (turnIsLong()) await nextTurn();
        const prepared = prepare(compiled, parts);
        if (turnIsLong()) await nextTurn();
        // The first evaluation of a set takes longer than all others.
        decideAll(compiled.flags, {});
        if (turnIsLong()) await nextTurn();
        this.#prepared.set(compiled, prepared);
        return prepared;
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

function prepare(compiled: CompiledFlags, partsOfFlags: readonly Parts[]): PreparedSet {
    const constant: Uint8Array[] = [];
    const varying: number[] = [];
    const parts: Parts[] = [];
    for (const [place, flag] of compiled.flags.flags.entries()) {
        const own = partsOfFlags[place]!;
        if (flag.always === undefined) {
            varying.push(place);
            parts.push(own);
        } else {
            const part = own[flag.outcomes.indexOf(flag.always)];
            if (part !== undefined) constant.push(part);
        }
    }
    const always = Buffer.concat(constant);
    const maxLength = parts.reduce((length, each) => length + longest(each), always.length);
    const tag = createHash('sha1').update(compiled.scope).update(always).digest('base64url').slice(0, 8);
    return { ...compiled, tag, always, varying: Int32Array.from(varying), parts, maxLength };
}

function lengthOf({ always, varying, parts }: PreparedSet, outcomes: Int32Array): number {
    return varying.reduce((length, flag, i) => length + (parts[i]![outcomes[flag]!]?.length ?? 0), always.length);
}

const longest = (parts: Parts) => parts.reduce((length, part) => Math.max(length, part?.length ?? 0), 0);

/** 64 bits from two different mixings: long enough never to meet an equal one by chance. */
function fingerprintOf(varying: Int32Array, outcomes: Int32Array): string {
    let a = 0x811c9dc5;
    let b = 0x9747b28c;
    for (let i = 0; i < varying.length; i++) {
        const outcome = outcomes[varying[i]!]!;
        a = Math.imul(a ^ outcome, 0x01000193);
        b = Math.imul(b + outcome, 0x85ebca6b) ^ (b >>> 13);
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
