import semver from 'semver';
import { typesIn } from '../model/attributes.ts';
import { type AttributeTest, type AttributeType, conditionsIn, type ImportCondition } from '../model/condition.ts';
import type { ForeignState } from '../model/flag.ts';
import type { FlatContext } from '../model/interpret.ts';

/** Returns a generator of numbers from 0 to 1 (exclusive) that are the same for the same seed. */
export function seededRandom(seed: number): () => number {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** The number of values of a list that are tried. */
const MAX_TRIED_VALUES = 6;
/** The number of values of an attribute that are tried. */
const MAX_CANDIDATES = 1_000;
const MISSING_SHARE = 0.25;

/**
 * Generates contexts on both sides of every bound in the rules of a flag: each literal, its neighbours, other values, and missing ones.
 * Values are not empty and have the type that the rules expect.
 */
export function contextsFor(state: ForeignState, count: number, random: () => number): FlatContext[] {
    const types = typesIn(state);
    const fields = Array.from(candidates(state), ([name, values]) => {
        const type = only(types.get(name));
        const fitting = values.filter((value) => fits(value, type));
        return [name, fitting.length > 0 ? fitting : OTHERS[type]] as const;
    });
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    return Array.from({ length: count }, () => {
        const context: Record<string, string> = {};
        for (const [name, values] of fields) {
            if (name !== 'currentTime' && random() < MISSING_SHARE) continue;
            context[name] = name === 'userId' && random() < 0.5 ? `user-${Math.floor(random() * 1e6)}` : pick(values);
        }
        return context;
    });
}

const OTHERS: Record<AttributeType, string[]> = {
    text: ['something', 'x'],
    number: ['0', '1', '42'],
    boolean: ['true', 'false'],
};

const only = (types: ReadonlySet<AttributeType> | undefined): AttributeType => {
    const [type = 'text', other] = types ?? [];
    return other === undefined ? type : 'text';
};

function fits(value: string, type: AttributeType): boolean {
    if (value === '') return false;
    if (type === 'boolean') return value === 'true' || value === 'false';
    return type === 'text' || (value.trim() !== '' && Number.isFinite(Number(value)));
}

function candidates(state: ForeignState): Map<string, string[]> {
    const fields = new Map<string, string[]>([['userId', ['someone']]]);
    const add = (name: string, values: readonly string[]) => {
        const known = fields.get(name);
        if (known !== undefined && known.length >= MAX_CANDIDATES) return;
        if (known) known.push(...values);
        else fields.set(name, [...values]);
    };
    const seen = new Set<ImportCondition>();
    for (const { when, serves } of [...state.rules, state.off]) {
        for (const test of conditionsIn(when, seen)) {
            if (test.is === 'bucket') add(test.bucketing.attribute, IDS);
            else if (test.is === 'test')
                add(test.textTest.op === 'time' ? 'currentTime' : test.attribute, valuesAround(test));
        }
        if ('split' in serves) add(serves.split.bucketing.attribute, IDS);
    }
    return fields;
}

const IDS = Array.from({ length: 40 }, (_, i) => `id-${i * 7919}`);

function valuesAround({ textTest, of: type = 'text' }: AttributeTest): string[] {
    switch (textTest.op) {
        case 'one-of':
            return [
                ...textTest.values.slice(0, MAX_TRIED_VALUES).flatMap((value) => [value, ...neighbours(value)]),
                ...OTHERS[type],
            ];
        case 'starts-with':
        case 'ends-with':
        case 'contains':
            return textTest.values
                .slice(0, MAX_TRIED_VALUES)
                .flatMap((value) => [value, `${value}x`, `x${value}`, `x${value}x`, ...neighbours(value)]);
        case 'matches':
            return [textTest.pattern.replace(/[\\^$.*+?()[\]{}|]/g, ''), 'something', 'aaa', '123', 'a1'];
        case 'number': {
            const value = Number(textTest.value);
            return [value, value - 1, value + 1, value + 0.5, -value, 0].map(String);
        }
        case 'version': {
            const next = semver.inc(textTest.value, 'patch') ?? '1.0.0';
            return [textTest.value, next, `${next}-rc.1`, semver.inc(textTest.value, 'major') ?? '2.0.0', '0.0.1'];
        }
        case 'time': {
            const time = Date.parse(textTest.value);
            return (
                [time - 86_400_000, time - 1_000, time + 1_000, time + 86_400_000]
                    .map((at) => new Date(at))
                    // The maximum date has no day after it.
                    .flatMap((at) => (Number.isNaN(at.getTime()) ? [] : at.toISOString()))
            );
        }
        case 'present':
            return ['something'];
    }
}

/** Texts that differ slightly. */
const neighbours = (value: string): string[] =>
    [value.slice(0, -1), `${value}x`, value.toUpperCase(), value.toLowerCase(), `${value} `].filter(
        (each) => each !== value,
    );
