import {
    algorithms,
    type Context,
    compileFlags,
    evaluate,
    type FlagDefinition,
    type FlagSet,
    type VariantPayload,
} from '@halyard/engine';
import type { Segments } from '../compiler/segments.ts';
import type { TargetState } from '../compiler/target.ts';
import { conditionsIn, type ImportCondition } from '../model/condition.ts';
import type { ForeignState, ImportedJson, ImportOutcome } from '../model/flag.ts';
import type { BucketFunction, FlatContext } from '../model/interpret.ts';

/** Returns the bucket of a context by the hashes of the engine. */
export const bucketOf: BucketFunction = (bucketing, context) => {
    const { algorithm, prefix, suffix, attribute, missing, of } = bucketing;
    const { bucket, bucketCount } = algorithms[algorithm];
    const value = context[attribute] ?? '';
    if (value === '' && missing !== 'empty') return missing === 'zero' ? 0 : undefined;
    return bucket({ prefix, value, suffix }, of ?? bucketCount);
};

/** Returns the value of a flag: false if it is off, true if it is on without a value. */
export const readOutcome = (outcome: ImportOutcome): ImportedJson =>
    outcome === 'off' ? false : outcome === 'on' ? true : outcome.value;

/** Converts compiled states to the flags of the engine. */
export function compiled(
    states: readonly (readonly [name: string, TargetState])[],
    { all: segments }: Segments,
): FlagSet {
    const used = new Set<string>();
    for (const [, { strategies }] of states)
        for (const each of strategies) for (const name of each.segments) used.add(name);
    const ids = new Map([...used].map((name, i) => [name, i + 1]));
    const features = states.map(
        ([name, { enabled, strategies }]): FlagDefinition => ({
            name,
            enabled,
            strategies: strategies.map((strategy) => ({
                ...strategy,
                segments: strategy.segments.map((segment) => ids.get(segment)!),
            })),
        }),
    );
    return compileFlags(
        {
            features,
            segments: [...ids].map(([name, id]) => ({ id, name, constraints: [...segments.get(name)!] })),
        },
        { now: () => 0, random: () => 0 },
    );
}

export function readEngine(set: FlagSet, flag: string, context: FlatContext): ImportedJson {
    const { userId, currentTime, ...properties } = context;
    const engineContext: Context = { properties, ...(userId && { userId }), ...(currentTime && { currentTime }) };
    const { enabled, variant } = evaluate(set, flag, engineContext);
    return enabled && variant.enabled && variant.payload ? typed(variant.payload) : enabled;
}

const typed = ({ type, value }: VariantPayload): ImportedJson =>
    type === 'number' ? Number(value) : type === 'json' ? JSON.parse(value) : value;

export const isSame = (a: ImportedJson, b: ImportedJson): boolean =>
    a === b || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

/** Sorts members of objects, because their order does not matter. */
function sorted(value: ImportedJson): ImportedJson {
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
        Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, each]) => [name, sorted(each)]),
    );
}

/** Compiling a pattern, which both evaluators do once per flag, and matching it. */
const PATTERN = { compile: 200, match: 5 } as const;
const VALUES_PER_STEP = 32;

/** The steps for preparing the evaluation of a flag, and for evaluating its rules once. */
export function effortOfEvaluating({ rules, off }: ForeignState): { once: number; each: number } {
    const seen = new Set<ImportCondition>();
    let once = 0;
    let each = 1;
    for (const { when, serves } of [...rules, off]) {
        each += 'split' in serves ? serves.split.parts.length : 0;
        for (const condition of conditionsIn(when, seen)) {
            each++;
            if (condition.is !== 'test') continue;
            const { textTest } = condition;
            if ('values' in textTest) each += textTest.values.length / VALUES_PER_STEP;
            if (textTest.op !== 'matches') continue;
            once += PATTERN.compile;
            each += PATTERN.match;
        }
    }
    return { once: once + each, each };
}
