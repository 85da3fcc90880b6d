import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COSTLY_DOCUMENTS } from '../../../test/support/costly-documents.ts';
import { DEFAULT_RESOURCE_LIMITS } from '../../core/settings/resource-limits.ts';
import { runAtOnce } from '../import-steps.ts';
import { InvalidDocument } from '../invalid-document.ts';
import type { ImportCondition } from '../model/condition.ts';
import type { ForeignProject } from '../model/flag.ts';
import { openDocument } from '../reading.ts';
import type { SourceName } from '../source-names.ts';
import { type TranslateOptions, translate } from '../translate.ts';
import { parseYaml } from '../yaml-document.ts';
import { SOURCES } from './index.ts';
import { readWhole } from './source.ts';

/** A graph of parts that refer to each other: rings, chains, trees and mixtures. Few parts, many references. */
interface Graph {
    /** For each part, the parts that it refers to. */
    references: number[][];
    /** The number of plain rules, values or clauses besides the references of each part. */
    width: number;
}

const graphs: fc.Arbitrary<Graph> = fc.integer({ min: 1, max: 24 }).chain((size) =>
    fc.record({
        references: fc.oneof(
            fc.array(fc.array(fc.nat(size - 1), { maxLength: 12 }), { minLength: size, maxLength: size }),
            // Each part refers to the next one, several times.
            fc
                .integer({ min: 1, max: 12 })
                .map((times) =>
                    Array.from({ length: size }, (_, i) => (i + 1 < size ? Array<number>(times).fill(i + 1) : [])),
                ),
            // A ring, or every part refers to every other one.
            fc.constant(Array.from({ length: size }, (_, i) => [(i + 1) % size])),
            fc.constant(
                Array.from({ length: size }, (_, i) =>
                    Array.from({ length: size }, (_each, j) => j).filter((j) => j !== i),
                ),
            ),
        ),
        width: fc.integer({ min: 0, max: 80 }),
    }),
);

const byName = <T>({ references }: Graph, make: (to: number[], i: number) => T) =>
    Object.fromEntries(references.map((to, i) => [`p${i}`, make(to, i)]));
const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));

/** The graph in the format of each product whose documents have references. */
const BOMBS: Partial<Record<SourceName, (graph: Graph) => unknown>> = {
    flagd: (graph) => ({
        flags: byName(graph, (_, i) => ({
            variants: { on: true, off: false },
            defaultVariant: 'off',
            targeting: i % 2 === 0 ? { $ref: `p${i}` } : { if: [{ $ref: `p${i}` }, 'on', 'off'] },
        })),
        $evaluators: byName(graph, (to, i) => {
            const references = to.map((each) => ({ $ref: `p${each}` }));
            const plain = times(graph.width, (n) => ({ '==': [{ var: 'a' }, n] }));
            return i % 3 === 0
                ? { if: [...plain.flatMap((test) => [test, 'on']), ...references] }
                : { [i % 3 === 1 ? 'and' : 'or']: [...plain, ...references] };
        }),
    }),
    launchdarkly: (graph) => ({
        flags: byName(graph, (to) => ({
            on: true,
            variations: [true, false],
            offVariation: 1,
            fallthrough: { variation: 1 },
            prerequisites: to.map((each) => ({ key: `p${each}`, variation: 0 })),
            contextTargets: times(graph.width, (n) => ({ contextKind: `k${n}`, variation: n % 2, values: ['x'] })),
            rules: times(graph.width, (n) => ({
                variation: n % 2,
                clauses: [
                    { attribute: 'a', op: 'in', values: [n] },
                    { op: 'segmentMatch', values: to.map((each) => `p${each}`) },
                ],
            })),
        })),
        segments: byName(graph, (to) => ({
            rules: [{ clauses: [{ op: 'segmentMatch', values: to.map((each) => `p${each}`) }] }],
        })),
    }),
    configcat: (graph) => ({
        f: byName(graph, (to) => ({
            t: 0,
            v: { b: false },
            r: [
                ...to.map((each) => ({ c: [{ p: { f: `p${each}`, c: 0, v: { b: true } } }], s: { v: { b: true } } })),
                ...times(graph.width, (n) => ({
                    c: [{ u: { a: 'A', c: 28, s: `${n}` } }, { s: { s: 0, c: n % 2 } }],
                    s: { v: { b: n % 2 === 0 } },
                })),
            ],
        })),
        s: [{ n: 'all', r: times(graph.width, (n) => ({ a: 'A', c: 0, l: times(graph.width, (m) => `${n}-${m}`) })) }],
    }),
    growthbook: (graph) => ({
        features: byName(graph, (to) => ({
            defaultValue: false,
            rules: to.map((each) => ({
                force: true,
                condition: { $or: times(graph.width, () => ({ id: { $inGroup: `p${each}` } })) },
            })),
        })),
        savedGroups: byName(graph, () => times(graph.width * 10, (n) => `u${n}`)),
    }),
    flipt: (graph) => ({
        flags: graph.references.map((to, i) => ({
            key: `p${i}`,
            type: 'BOOLEAN_FLAG_TYPE',
            enabled: true,
            rollouts: times(graph.width, () => ({ segment: { keys: to.map((each) => `p${each}`), value: true } })),
        })),
        segments: graph.references.map((_, i) => ({
            key: `p${i}`,
            name: `p${i}`,
            match_type: 'ANY_MATCH_TYPE',
            constraints: times(graph.width, (n) => ({
                type: 'STRING_COMPARISON_TYPE',
                property: 'a',
                operator: 'eq',
                value: `${n}`,
            })),
        })),
    }),
    flagsmith: (graph) => ({
        api_key: 'k',
        feature_states: graph.references.flatMap((to, i) => to.map(() => state(`p${i}`))),
        project: {
            segments: graph.references.map((to, id) => ({
                id,
                name: `p${id}`,
                rules: times(Math.min(graph.width, 8), () => ({
                    type: 'ANY',
                    conditions: [{ operator: 'EQUAL', property_: 'a', value: `${id}` }],
                })),
                feature_states: to.map((each) => state(`p${each}`)),
            })),
        },
    }),
};
const state = (name: string) => ({ feature: { name }, enabled: true, feature_state_value: null, django_id: 1 });

/** Counts the references that the conditions of a project hold in memory; shared conditions count once. */
function heldBy({ flags }: ForeignProject): number {
    const seen = new Set<ImportCondition>();
    const pending = flags.flatMap(({ states }) =>
        [...states.values()].flatMap(({ rules }) => rules.map(({ when }) => when)),
    );
    let held = pending.length;
    for (let condition = pending.pop(); condition; condition = pending.pop()) {
        if (seen.has(condition)) continue;
        seen.add(condition);
        if (condition.is === 'test' && 'values' in condition.textTest) held += condition.textTest.values.length;
        const inside = insideOf(condition);
        for (const each of inside) {
            held++;
            pending.push(each);
        }
    }
    return held;
}

function insideOf(condition: ImportCondition): readonly ImportCondition[] {
    if (condition.is === 'all' || condition.is === 'any') return condition.of;
    return condition.is === 'not' || condition.is === 'segment' ? [condition.of] : [];
}

/** Decision 155: a fixed part, and a part that grows with the document. */
const allowed = (document: unknown) => 1_000_000 + 20 * JSON.stringify(document).length;

const OPTIONS: TranslateOptions = {
    environments: { '*': 'development' },
    percentages: 'share',
    limits: DEFAULT_RESOURCE_LIMITS,
    segments: [],
    isName: () => true,
};

describe.each(Object.keys(BOMBS) as SourceName[])('a small document of %s', (source) => {
    test('whose parts refer to each other is read within its budget, or rejected with a reason', () => {
        fc.assert(
            fc.property(graphs, (graph) => {
                const document = BOMBS[source]!(graph);
                try {
                    expect(heldBy(readWhole(SOURCES[source], document))).toBeLessThan(allowed(document));
                } catch (error) {
                    expect(error).toBeInstanceOf(InvalidDocument);
                    expect((error as Error).message).toMatch(/Remove|Split/);
                }
            }),
            { numRuns: 10 },
        );
    });

    test('whose parts each refer to the next is translated and verified', () => {
        const graph: Graph = { references: times(5, (i) => (i < 4 ? [i + 1] : [])), width: 2 };

        const { report } = runAtOnce(
            translate(SOURCES[source], runAtOnce(openDocument(BOMBS[source]!(graph))), OPTIONS),
        );

        expect(report.flags.length + report.leftOut.length).toBeGreaterThan(0);
    });
});

/** Decision 155: the limits of steps for a document, for reading one flag at once, and for everything else at once. */
const stepsFor = (values: number) => 1_000_000 + 40 * values;
const MAX_READ_AT_ONCE = 400_000;
const MAX_STEPS_AT_ONCE = 30_000;

describe.each(Object.entries(COSTLY_DOCUMENTS) as [SourceName, (flags: number) => unknown][])(
    'a document of %s whose flags each take long to convert',
    (source, documentOf) => {
        function translated(flags: number) {
            const root = runAtOnce(openDocument(documentOf(flags)));
            const steps = translate(SOURCES[source], root, OPTIONS);
            let longest = 0;
            for (let before = 0; ; before = root.budget.spent) {
                try {
                    const { done, value } = steps.next();
                    longest = Math.max(longest, root.budget.spent - before);
                    if (done) return { result: value, longest, spent: root.budget.spent };
                } catch (error) {
                    return { result: error, longest, spent: root.budget.spent };
                }
            }
        }

        test('is rejected with the flag at which the steps for the document were used up, and the next step', () => {
            const { result, longest, spent } = translated(100);

            expect(result).toBeInstanceOf(InvalidDocument);
            expect((result as Error).message).toMatch(
                /^The document takes more than \d+ steps to import, which were used up at (flag|segment) \S+\. Split it/,
            );
            expect(longest).toBeLessThan(MAX_READ_AT_ONCE + MAX_STEPS_AT_ONCE);
            expect(spent).toBeLessThan(stepsFor(JSON.stringify(documentOf(100)).length / 4) + MAX_STEPS_AT_ONCE);
        });

        test('yields to other work in between, and is imported if it has few flags', () => {
            const { result, longest } = translated(2);

            expect(result).toHaveProperty('report');
            expect(longest).toBeLessThan(MAX_STEPS_AT_ONCE);
        });
    },
);

test('verifying the strategies counts towards the limit of a document: many patterns take long to evaluate', () => {
    const patterns = Object.fromEntries(times(30, (i) => [`a${i}`, { $regex: `^${i}` }]));
    const flag = { defaultValue: false, rules: [{ force: true, condition: patterns }] };
    const translated = (flags: number) => {
        const features = Object.fromEntries(times(flags, (i) => [`flag-${i}`, flag]));
        return runAtOnce(translate(SOURCES.growthbook, runAtOnce(openDocument({ features })), OPTIONS));
    };

    expect(translated(20).report.counts).toMatchObject({ exact: 20 });
    expect(() => translated(100)).toThrow(/takes more than \d+ steps to import/);
});

test.each(['prerequisite', 'segment'])('a %s of LaunchDarkly that many flags share is read once', (shared) => {
    const RULES = 200;
    const clausesOf = (attribute: string, op: string, value: string) => [{ attribute, op, values: [value] }];
    const rules = times(RULES, (i) => ({ variation: 0, clauses: clausesOf('country', 'in', `country ${i}`) }));
    const common = { on: true, salt: 's', variations: [true, false], offVariation: 1, fallthrough: { variation: 1 } };
    const flag =
        shared === 'segment'
            ? { ...common, rules: [{ variation: 0, clauses: clausesOf('', 'segmentMatch', 'shared') }] }
            : { ...common, prerequisites: [{ key: 'shared', variation: 0 }] };
    const stepsFor = (count: number) => {
        const flags = Object.fromEntries(times(count, (i) => [`flag-${i}`, flag]));
        const document = { flags: { shared: { ...common, rules }, ...flags }, segments: { shared: { rules } } };
        const root = runAtOnce(openDocument(document));
        runAtOnce(SOURCES.launchdarkly.read(root));
        return root.budget.spent;
    };

    // Reading a rule takes several steps, so each further flag does not read the shared rules again.
    expect((stepsFor(110) - stepsFor(10)) / 100).toBeLessThan(2 * RULES);
});

test('other work is done while the values of a document are counted', () => {
    let visited = 0;
    const value = {
        get member() {
            return visited++;
        },
    };
    const steps = openDocument(Array<typeof value>(20_000).fill(value));
    let longest = 0;
    for (let isDone = false; !isDone; ) {
        const before = visited;
        isDone = steps.next().done === true;
        longest = Math.max(longest, visited - before);
    }

    expect(visited).toBe(20_000);
    expect(longest).toBeLessThan(5_000);
});

test('YAML of any brackets, dashes, quotes and keys is read or rejected in proportion to its length', () => {
    const piece = fc.constantFrom(
        '[',
        ']',
        '{',
        '}',
        '- ',
        '? ',
        ': ',
        'a: ',
        '"',
        "'",
        '&a ',
        '*a ',
        '!',
        '|\n',
        '\n',
        ' ',
        ',',
        '#',
        '%',
        '---\n',
        'x',
    );
    fc.assert(
        fc.property(fc.array(piece, { maxLength: 6 }), fc.integer({ min: 1, max: 3_000 }), (pieces, repeat) => {
            const text = pieces.join('').repeat(repeat);
            const steps = parseYaml(text, 32);
            let count = 0;
            try {
                while (!steps.next().done) count++;
            } catch (error) {
                // The library reports invalid text with its own error types.
                expect(error).not.toBeInstanceOf(RangeError);
            }
            expect(count).toBeLessThanOrEqual(1 + text.length / 100);
        }),
    );
});
