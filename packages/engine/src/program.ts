import type { ContextResults } from './context-results.ts';
import { packedBucket } from './hashing.ts';
import type { LookupPath } from './lookup-path.ts';
import { OFF, ON } from './outcomes.ts';

/**
 * Flags as numbers, for evaluating thousands of them: reading one array from front to back costs far less than
 * as many objects scattered over the memory. The tests are those of the lookup paths, in the same order:
 *
 *     flag      = length, outcome when no path matches, paths…
 *     path      = length, number of conditions, indexes of the conditions…, rollout, variants
 *     rollout   = NO_ROLLOUT | threshold, placement
 *     variants  = 0 | number of variants, outcome of the first, placement, last buckets…
 *     placement = index of the lookup, then state, tail, bits of the tail and length of the hash prefix
 *
 * Flags that cannot be encoded are evaluated separately: they have no paths and the outcome INTERPRETED.
 */
export type Code = Int32Array;

/** The code of one flag. A plain array, because creating thousands of short typed arrays dominates the cost of compiling. */
export type FlagCode = readonly number[];

const INTERPRETED = -1;
const NO_ROLLOUT = -1;
const PLACEMENT = 5;

export function encodeFlag(
    constant: number | undefined,
    isInterpreted: boolean,
    paths: readonly LookupPath[],
): FlagCode {
    if (constant !== undefined) return [2, constant];
    const encoded = isInterpreted ? undefined : encodePaths(paths);
    return encoded === undefined ? [2, INTERPRETED] : [encoded.length + 2, OFF, ...encoded];
}

function encodePaths(paths: readonly LookupPath[]): number[] | undefined {
    const codes: number[][] = [];
    for (const { conditions, rule, variants } of paths) {
        const rollout = rule === undefined ? [NO_ROLLOUT] : rule.encode?.();
        const choice = variants === undefined ? [0] : variants.encode();
        if (rollout === undefined || choice === undefined) return undefined;
        const indexes = conditions.map(({ index }) => index);
        const path = [indexes.length, ...indexes, ...rollout, ...choice];
        codes.push([path.length + 1, ...path]);
    }
    return codes.flat();
}

/** The code of many flags, one after the other. */
export function joinCode(codes: readonly FlagCode[]): Code {
    const program = new Int32Array(codes.reduce((length, code) => length + code.length, 0));
    let at = 0;
    // Copied one by one: for so few numbers, `set` has more overhead.
    for (const code of codes) for (let i = 0; i < code.length; i++) program[at++] = code[i]!;
    return program;
}

/** Stores the outcome of each flag of a program in `into`; `interpret` decides flags that cannot be encoded. */
export function run(
    program: Code,
    results: ContextResults,
    into: Int32Array,
    interpret: (flag: number) => number,
): void {
    for (let flag = 0, at = 0; at < program.length; flag++) {
        const end = at + program[at]!;
        let outcome = program[at + 1]!;
        for (let path = at + 2; path < end; path += program[path]!) {
            const position = afterConditions(program, path, results);
            if (position === 0) continue;
            const threshold = program[position]!;
            let variants = position + 1;
            if (threshold !== NO_ROLLOUT) {
                const bucket = bucketAt(program, variants, 100, results);
                if (bucket > threshold) continue;
                // Contexts without a stickiness value may need a random one.
                if (bucket === 0) {
                    outcome = INTERPRETED;
                    break;
                }
                variants += PLACEMENT;
            }
            outcome = program[variants] === 0 ? ON : runVariants(program, variants, results);
            break;
        }
        into[flag] = outcome === INTERPRETED ? interpret(flag) : outcome;
        at = end;
    }
}

/** The offset of the rest of a path; 0 when one of its conditions does not match. */
function afterConditions(program: Code, path: number, results: ContextResults): number {
    let at = path + 2;
    const end = at + program[path + 1]!;
    for (; at < end; at++) if (!results.isTrue(program[at]!)) return 0;
    return end;
}

function runVariants(program: Code, at: number, results: ContextResults): number {
    const ends = at + 2 + PLACEMENT;
    const bucket = bucketAt(program, at + 2, program[ends + program[at]! - 1]!, results);
    if (bucket === 0) return INTERPRETED;
    let choice = 0;
    while (program[ends + choice]! < bucket) choice++;
    return program[at + 1]! + choice;
}

function bucketAt(program: Code, at: number, buckets: number, results: ContextResults): number {
    const id = results.packed(program[at]!);
    if (id === undefined) return 0;
    return packedBucket(id, buckets, program[at + 1]!, program[at + 2]!, program[at + 3]!, program[at + 4]!);
}
