import { createHash, randomUUID } from 'node:crypto';
import { type CompiledFlag, type Context, decideAll, drawsOf, type Evaluation } from '@halyard/engine';
import { mapYielding, shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import { BufferPool } from '../http/bodies/buffer-pool.ts';
import type { RouteReply } from '../http/route/route.ts';
import type { CompiledFlags } from '../snapshots/environment-snapshot.ts';

/** The JSON of a flag for one outcome; undefined to leave it out. */
type Render = (outcome: Evaluation, flag: CompiledFlag) => string | undefined;

/** For each outcome of a flag its bytes, each beginning with a comma. */
type Parts = readonly (Uint8Array | undefined)[];

/** The possible outcomes of the flags of a set. */
export interface PreparedSet extends CompiledFlags {
    /** Of this very set, in this process: after a backup was restored, another may have its revision. */
    id: string;
    /** Tells apart what is the same for everyone who asks for the set. */
    tag: string;
    /** From flags that say the same to everyone. */
    always: Uint8Array;
    /** The places of all other flags. */
    varying: Int32Array;
    /** For each of them the number of its first part. */
    firstParts: Int32Array;
    /** Where each part begins; it ends where the next begins. */
    starts: Int32Array;
    /** All parts one behind the other. An object for each would be far more memory to look at than the parts themselves. */
    parts: Buffer;
    /** No answer is longer. */
    maxLength: number;
}

const BRACKET = '['.charCodeAt(0);

/** Everything that one context gets: found, but not yet written. */
export interface Decided {
    /** Equal for equal answers. */
    fingerprint: string;
    /** Whether neither a clock nor chance had a part in it. */
    isRepeatable: boolean;
    /** A JSON list of what the flags say, between two other texts. Its memory is used again once the reply is sent. */
    write(before: string, after: string, reply: RouteReply): Buffer;
}

/**
 * Answers about all flags at once. What a flag can say is written down once, when the flag is first met; an answer only
 * copies these parts one behind the other. Nothing is serialised for a request.
 */
export class PreparedAnswers {
    readonly #render: Render;
    readonly #partsOfFlags = new WeakMap<CompiledFlag, Parts>();
    readonly #prepared = new WeakMap<CompiledFlags, PreparedSet | Promise<PreparedSet>>();
    readonly #pool = new BufferPool();
    /** Used again for every answer: one is finished before the next begins. */
    #outcomes = new Int32Array(0);

    constructor(render: Render) {
        this.#render = render;
    }

    /** The input of `decide` for a set; a promise until its first use. */
    prepare(compiled: CompiledFlags | Promise<CompiledFlags>): PreparedSet | Promise<PreparedSet> {
        if (compiled instanceof Promise) return compiled.then((flags) => this.prepare(flags));
        const known = this.#prepared.get(compiled);
        if (known) return known;
        const preparing = this.#writeDown(compiled);
        this.#prepared.set(compiled, preparing);
        return preparing;
    }

    /** The result is valid until the next call. */
    decide(prepared: PreparedSet, context: Context): Decided {
        const { flags } = prepared;
        const count = flags.flags.length;
        if (this.#outcomes.length < count) this.#outcomes = new Int32Array(2 * count);
        const drawn = drawsOf(flags);
        const outcomes = decideAll(flags, context, this.#outcomes.subarray(0, count));
        return {
            isRepeatable: drawn === drawsOf(flags),
            fingerprint: prepared.tag + fingerprintOf(prepared.varying, outcomes),
            write: (before, after, reply) => this.#write(prepared, outcomes, { before, after, reply }),
        };
    }

    #write(
        prepared: PreparedSet,
        outcomes: Int32Array,
        { before, after, reply }: { before: string; after: string; reply: RouteReply },
    ): Buffer {
        const { always, maxLength } = prepared;
        // Room for the longest answer is found sooner than how long this one will be.
        const length = this.#pool.suits(maxLength) ? maxLength : lengthOf(prepared, outcomes);
        // A character has up to three bytes.
        const memory = this.#pool.take(length + 3 * (before.length + after.length) + 2);
        reply.onceSent(() => this.#pool.giveBack(memory));
        const start = memory.write(before);
        memory.set(always, start);
        let end = copyParts(prepared, outcomes, memory, start + always.length);
        // The comma of the first part becomes the beginning of the list.
        memory[start] = BRACKET;
        if (end === start) end++;
        return memory.subarray(0, end + memory.write(`]${after}`, end));
    }

    async #writeDown(compiled: CompiledFlags): Promise<PreparedSet> {
        const parts = await mapYielding(compiled.flags.flags, (flag) => this.#partsOfFlag(flag));
        if (shouldYield()) await yieldToEventLoop();
        const prepared = prepare(compiled, parts);
        if (shouldYield()) await yieldToEventLoop();
        // The first evaluation of a set takes longer than all others.
        decideAll(compiled.flags, {});
        if (shouldYield()) await yieldToEventLoop();
        this.#prepared.set(compiled, prepared);
        return prepared;
    }

    #partsOfFlag(flag: CompiledFlag): Parts {
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
    const firstParts: number[] = [];
    const parts: (Uint8Array | undefined)[] = [];
    let maxLength = 0;
    for (const [place, flag] of compiled.flags.flags.entries()) {
        const own = partsOfFlags[place]!;
        if (flag.always === undefined) {
            varying.push(place);
            firstParts.push(parts.length);
            for (const part of own) parts.push(part);
            maxLength += longest(own);
        } else {
            const part = own[flag.outcomes.indexOf(flag.always)];
            if (part !== undefined) constant.push(part);
        }
    }
    const always = Buffer.concat(constant);
    const tag = createHash('sha1').update(compiled.scope).update(always).digest('base64url').slice(0, 8);
    return {
        ...compiled,
        id: randomUUID(),
        tag,
        always,
        varying: Int32Array.from(varying),
        firstParts: Int32Array.from(firstParts),
        starts: startsOf(parts),
        parts: Buffer.concat(parts.filter((part) => part !== undefined)),
        maxLength: maxLength + always.length,
    };
}

function startsOf(parts: readonly (Uint8Array | undefined)[]): Int32Array {
    const starts = new Int32Array(parts.length + 1);
    for (let i = 0; i < parts.length; i++) starts[i + 1] = starts[i]! + (parts[i]?.length ?? 0);
    return starts;
}

/** Copies what the flags say, and tells where it ends. Parts that lie one behind the other are copied in one go. */
function copyParts(
    { varying, firstParts, starts, parts }: PreparedSet,
    outcomes: Int32Array,
    memory: Buffer,
    begin: number,
): number {
    let end = begin;
    let from = 0;
    let to = 0;
    for (let i = 0; i < varying.length; i++) {
        const part = firstParts[i]! + outcomes[varying[i]!]!;
        const start = starts[part]!;
        if (start !== to) {
            if (from < to) end += parts.copy(memory, end, from, to);
            from = start;
        }
        to = starts[part + 1]!;
    }
    return from < to ? end + parts.copy(memory, end, from, to) : end;
}

function lengthOf({ always, varying, firstParts, starts }: PreparedSet, outcomes: Int32Array): number {
    return varying.reduce((length, flag, i) => {
        const part = firstParts[i]! + outcomes[flag]!;
        return length + starts[part + 1]! - starts[part]!;
    }, always.length);
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
