import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Context, compileFlags, evaluate, explain, type FlagSet, updateFlags } from '../src/index.ts';

interface Specification {
    name: string;
    state: { features?: unknown[]; segments?: unknown[]; events?: DeltaEvent[] };
    tests?: Case<boolean>[];
    variantTests?: Case<unknown>[];
}

interface Case<Expected> {
    description: string;
    context: Context;
    toggleName: string;
    expectedResult: Expected;
}

interface DeltaEvent {
    type: string;
    features?: unknown[];
    segments?: unknown[];
    feature?: unknown;
    segment?: unknown;
    featureName?: string;
    segmentId?: number;
}

const folder = join(
    dirname(createRequire(import.meta.url).resolve('@unleash/client-specification/package.json')),
    'specifications',
);
const readJson = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const specifications: Specification[] = (readJson('index.json') as string[]).map(readJson);

const runtime = { now: Date.now, random: Math.random };

/** Delta events are this engine's incremental updates. */
function compileState({ events = [], ...definitions }: Specification['state']): FlagSet {
    return events.reduce(
        (set, { type, feature, segment, featureName, segmentId, ...hydration }) =>
            updateFlags(set, {
                features: type === 'hydration' ? hydration.features : feature === undefined ? [] : [feature],
                segments: type === 'hydration' ? hydration.segments : segment === undefined ? [] : [segment],
                removedFeatures: featureName === undefined ? [] : [featureName],
                removedSegments: segmentId === undefined ? [] : [segmentId],
            }),
        compileFlags(definitions, runtime),
    );
}

test('the suite is complete', () => {
    const cases = specifications.flatMap(({ tests = [], variantTests = [] }) => [...tests, ...variantTests]);

    expect(specifications).toHaveLength(22);
    expect(cases.length).toBeGreaterThan(250);
});

describe.each(specifications)('client specification $name', ({ state, tests = [], variantTests = [] }) => {
    const set = compileState(state);

    test.each(tests)('$description', ({ toggleName, context, expectedResult }) => {
        expect(evaluate(set, toggleName, context).enabled).toBe(expectedResult);
        expect(explain(set, toggleName, context).enabled).toBe(expectedResult);
    });

    test.each(variantTests)('$description', ({ toggleName, context, expectedResult }) => {
        expect(evaluate(set, toggleName, context).variant).toEqual(expectedResult);
        expect(explain(set, toggleName, context).variant).toEqual(expectedResult);
    });
});
