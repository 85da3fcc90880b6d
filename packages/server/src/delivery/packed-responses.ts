import { createHash, randomUUID } from 'node:crypto';
import type { CompiledFlags } from '../snapshots/environment-snapshot.ts';

/** The bytes for each outcome of a flag, each beginning with a comma. */
export type Parts = readonly (Uint8Array | undefined)[];

/** The possible outcomes of the flags of a set, serialized. */
export interface PackedResponses extends CompiledFlags {
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

export function packResponses(compiled: CompiledFlags, partsOfFlags: readonly Parts[]): PackedResponses {
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
export function copyParts(
    { varying, firstParts, starts, parts }: PackedResponses,
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

export function lengthOf({ always, varying, firstParts, starts }: PackedResponses, outcomes: Int32Array): number {
    return varying.reduce((length, flag, i) => {
        const part = firstParts[i]! + outcomes[flag]!;
        return length + starts[part + 1]! - starts[part]!;
    }, always.length);
}

const longest = (parts: Parts) => parts.reduce((length, part) => Math.max(length, part?.length ?? 0), 0);
