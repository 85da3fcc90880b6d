import { createHash } from 'node:crypto';
import { type CompiledFlag, type Context, decideAll, type Evaluation, randomDrawsOf } from '@halyard/engine';
import { mapYielding, shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import { BufferPool } from '../http/bodies/buffer-pool.ts';
import type { RouteReply } from '../http/route/route.ts';
import type { CompiledFlags } from '../snapshots/environment-snapshot.ts';
import { copyParts, lengthOf, type PackedResponses, type Parts, packResponses } from './packed-responses.ts';

/** Returns the JSON of a flag for one outcome, or undefined to omit the flag. */
type Render = (outcome: Evaluation, flag: CompiledFlag) => string | undefined;

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
    readonly #prepared = new WeakMap<CompiledFlags, PackedResponses | Promise<PackedResponses>>();
    readonly #pool = new BufferPool();
    /** Reused for every response, because a response is finished before the next one begins. */
    #outcomes = new Int32Array(0);

    constructor(render: Render) {
        this.#render = render;
    }

    /** Returns the input of `decide` for a set; a promise until the set is prepared. */
    prepare(compiled: CompiledFlags): PackedResponses | Promise<PackedResponses> {
        const cached = this.#prepared.get(compiled);
        if (cached) return cached;
        const preparing = this.#serialize(compiled);
        this.#prepared.set(compiled, preparing);
        return preparing;
    }

    /** Evaluates all flags. The result is valid until the next call. */
    decide(prepared: PackedResponses, context: Context): Decided {
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
        prepared: PackedResponses,
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

    async #serialize(compiled: CompiledFlags): Promise<PackedResponses> {
        const parts = await mapYielding(compiled.flags.flags, (flag) => this.#partsOfFlag(flag));
        if (shouldYield()) await yieldToEventLoop();
        await compiled.scope.prepareDigest();
        const prepared = packResponses(compiled, parts);
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

/** A cryptographic hash: the owner of some flags can choose their outcomes so that a weaker one hides a change of other flags. */
function fingerprintOf(tag: Uint8Array, outcomes: Int32Array): string {
    const bytes = new Uint8Array(outcomes.buffer, outcomes.byteOffset, outcomes.byteLength);
    return createHash('sha256').update(tag).update(bytes).digest('base64url');
}
