import { createHash, randomUUID } from 'node:crypto';
import { type CompiledFlag, type Context, decideAll, type Evaluation, randomDrawsOf } from '@halyard/engine';
import { mapYielding, shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import { BufferPool } from '../http/bodies/buffer-pool.ts';
import type { RouteReply } from '../http/route/route.ts';
import type { CompiledFlags } from '../snapshots/environment-snapshot.ts';

/** Returns the JSON of a flag for one outcome, or undefined to omit the flag. */
type Render = (outcome: Evaluation, flag: CompiledFlag) => string | undefined;

/** The bytes for each outcome of a flag, each beginning with a comma. */
type Parts = readonly (Uint8Array | undefined)[];

/** The possible outcomes of the flags of a set. */
export interface PreparedSet extends CompiledFlags {
    /** Identifies the definitions, and the content that is the same for all contexts. Equal on all nodes. */
    tag: Uint8Array;
    /** The bytes of flags with the same outcome for everyone. */
    always: Uint8Array;
    /** The indexes of all other flags. */
    varying: Int32Array;
    /** The index of the first part of each varying flag. */
    firstParts: Int32Array;
    /** The offset of each part; it ends where the next begins. */
    starts: Int32Array;
    /** All parts concatenated. An object for each would use far more memory than the parts themselves. */
    parts: Buffer;
    /** The maximum length of a response. */
    maxLength: number;
}

const BRACKET = '['.charCodeAt(0);

/** All decisions for one context, not yet written. */
export interface Decided {
    /** Equal for equal decisions. */
    fingerprint: string;
    /** Whether the decisions depend neither on time nor on chance. */
    isRepeatable: boolean;
    /** Writes a JSON list of the flags between two other texts. Its memory is reused after the reply is sent. */
    write(before: string, after: string, reply: RouteReply): Buffer;
}

/**
 * Responses with all flags. The possible outcomes of a flag are serialized once; a response only concatenates these parts.
 * Nothing is serialized for a request.
 */
export class PreparedResponses {
    readonly #render: Render;
    readonly #partsOfFlags = new WeakMap<CompiledFlag, Parts>();
    readonly #prepared = new WeakMap<CompiledFlags, PreparedSet | Promise<PreparedSet>>();
    readonly #pool = new BufferPool();
    /** Reused for every response, because a response is finished before the next one begins. */
    #outcomes = new Int32Array(0);

    constructor(render: Render) {
        this.#render = render;
    }

    /** Returns the input of `decide` for a set; a promise until the set is prepared. */
    prepare(compiled: CompiledFlags): PreparedSet | Promise<PreparedSet> {
        const cached = this.#prepared.get(compiled);
        if (cached) return cached;
        const preparing = this.#serialize(compiled);
        this.#prepared.set(compiled, preparing);
        return preparing;
    }

    /** Evaluates all flags. The result is valid until the next call. */
    decide(prepared: PreparedSet, context: Context): Decided {
        const { flags } = prepared;
        const count = flags.flags.length;
        if (this.#outcomes.length < count) this.#outcomes = new Int32Array(2 * count);
        const drawn = randomDrawsOf(flags);
        const outcomes = decideAll(flags, context, this.#outcomes.subarray(0, count));
        return {
            isRepeatable: drawn === randomDrawsOf(flags),
            fingerprint: fingerprintOf(prepared.tag, outcomes),
            write: (before, after, reply) => this.#write(prepared, outcomes, { before, after, reply }),
        };
    }

    #write(
        prepared: PreparedSet,
        outcomes: Int32Array,
        { before, after, reply }: { before: string; after: string; reply: RouteReply },
    ): Buffer {
        const { always, maxLength } = prepared;
        // Allocating the maximum length is faster than computing the actual one.
        const length = this.#pool.suits(maxLength) ? maxLength : lengthOf(prepared, outcomes);
        // A UTF-16 code unit has up to three bytes in UTF-8.
        const memory = this.#pool.take(length + 3 * (before.length + after.length) + 2);
        reply.onceSent(() => this.#pool.release(memory));
        const start = memory.write(before);
        memory.set(always, start);
        let end = copyParts(prepared, outcomes, memory, start + always.length);
        // The comma of the first part becomes the opening bracket.
        memory[start] = BRACKET;
        if (end === start) end++;
        return memory.subarray(0, end + memory.write(`]${after}`, end));
    }

    async #serialize(compiled: CompiledFlags): Promise<PreparedSet> {
        const parts = await mapYielding(compiled.flags.flags, (flag) => this.#partsOfFlag(flag));
        if (shouldYield()) await yieldToEventLoop();
        await compiled.scope.prepareDigest();
        const prepared = prepare(compiled, parts);
        if (shouldYield()) await yieldToEventLoop();
        // The first evaluation of a set takes longer than all others.
        decideAll(compiled.flags, {});
        if (shouldYield()) await yieldToEventLoop();
        this.#prepared.set(compiled, prepared);
        return prepared;
    }

    #partsOfFlag(flag: CompiledFlag): Parts {
        const cached = this.#partsOfFlags.get(flag);
        if (cached) return cached;
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
    for (const [index, flag] of compiled.flags.flags.entries()) {
        const ownParts = partsOfFlags[index]!;
        if (flag.always === undefined) {
            varying.push(index);
            firstParts.push(parts.length);
            for (const part of ownParts) parts.push(part);
            maxLength += longest(ownParts);
        } else {
            const part = ownParts[flag.outcomes.indexOf(flag.always)];
            if (part !== undefined) constant.push(part);
        }
    }
    const always = Buffer.concat(constant);
    const { scope, edition } = compiled;
    // If the scope has changed in the meantime, its digest is not that of these flags, which nobody will request again.
    const digest = scope.edition === edition ? scope.digest : randomUUID();
    const tag = createHash('sha256')
        .update(JSON.stringify([scope.environment, scope.projects, digest]))
        .update(always)
        .digest();
    return {
        ...compiled,
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

/** Copies the parts and returns the end offset. Adjacent parts are copied together. */
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

/** A cryptographic hash: the owner of some flags can choose their outcomes so that a weaker one hides a change of other flags. */
function fingerprintOf(tag: Uint8Array, outcomes: Int32Array): string {
    const bytes = new Uint8Array(outcomes.buffer, outcomes.byteOffset, outcomes.byteLength);
    return createHash('sha256').update(tag).update(bytes).digest('base64url');
}
