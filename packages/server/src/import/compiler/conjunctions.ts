import type { ImportSteps } from '../import-steps.ts';
import type { AttributeTest } from '../model/condition.ts';
import { type Effort, effortOfAll, effortOfCopying } from './effort.ts';
import type { Conjunction, Literal } from './literal.ts';

/** Removes literals that follow from others; returns undefined if literals contradict each other. */
export function mergeLiterals(literals: readonly Literal[], maxValues: number, effort: Effort): Literal[] | undefined {
    const unique = new Map<string, Literal>();
    for (const literal of literals) {
        const key = keyOf(literal.test);
        const twin = unique.get(key);
        if (twin !== undefined && twin.negated !== literal.negated) return undefined;
        unique.set(key, literal);
    }
    const rest = mergedLists([...unique.values()], maxValues, effort);
    const known = new Set(
        rest?.flatMap(({ test, negated }) =>
            negated || test.textTest.op === 'present' || test.textTest.op === 'time' ? [] : test.attribute,
        ),
    );
    return rest?.filter(({ test }) => test.textTest.op !== 'present' || !known.has(test.attribute));
}

/** Merges positive and negative lists of values into one list per attribute. */
function mergedLists(literals: readonly Literal[], maxValues: number, effort: Effort): Literal[] | undefined {
    const result: Literal[] = [];
    /** The index of each attribute's list. */
    const positions = new Map<string, number>();
    for (const literal of literals) {
        const { test, negated } = literal;
        if (test.textTest.op !== 'one-of') {
            result.push(literal);
            continue;
        }
        const at = positions.get(test.attribute) ?? result.length;
        const before = result[at];
        if (before === undefined || before.test.textTest.op !== 'one-of') {
            positions.set(test.attribute, at);
            result.push(literal);
            continue;
        }
        effort.spend(effortOfCopying(before.test.textTest.values.length + test.textTest.values.length));
        const combined = combine(before.test.textTest.values, before.negated, test.textTest.values, negated);
        if (combined.negated && combined.values.length > maxValues) {
            result.push(literal);
            continue;
        }
        if (!combined.negated && combined.values.length === 0) return undefined;
        const caveat = before.test.caveat ?? test.caveat;
        result[at] = {
            test: {
                is: 'test',
                attribute: test.attribute,
                textTest: { op: 'one-of', values: combined.values },
                ...(caveat !== undefined && { caveat }),
            },
            negated: combined.negated,
        };
    }
    return result;
}

function combine(a: readonly string[], notA: boolean, b: readonly string[], notB: boolean) {
    if (notA && notB) return { values: [...new Set([...a, ...b])], negated: true };
    const [values, other, excluded] = notA ? [b, a, true] : [a, b, notB];
    const others = new Set(other);
    return { values: values.filter((value) => others.has(value) !== excluded), negated: false };
}

/** Keys of tests, plain and negated, are cached: a test is part of many conjunctions, and its list may be long. */
const keysOf = new WeakMap<AttributeTest, { plain: string; negated: string }>();

function keyOf(test: AttributeTest, isNegated = false): string {
    let keys = keysOf.get(test);
    if (keys === undefined) {
        const { attribute, textTest } = test;
        const plain = JSON.stringify([textTest.op === 'time' ? '' : attribute, textTest]);
        keys = { plain, negated: `not ${plain}` };
        keysOf.set(test, keys);
    }
    return isNegated ? keys.negated : keys.plain;
}

/** The number of comparisons of keys that take as long as visiting a literal. */
const COMPARED_PER_STEP = 8;

/** Removes alternatives that are stricter than another one. */
export function* removeRedundant(alternatives: readonly Conjunction[], effort: Effort): ImportSteps<Conjunction[]> {
    if (alternatives.length < 2) return [...alternatives];
    const keys: ReadonlySet<string>[] = [];
    for (const { literals, bucket, segments } of alternatives) {
        effort.spend(effortOfAll(literals) + (bucket?.ranges.length ?? 0));
        keys.push(
            new Set([
                ...literals.map(({ test, negated }) => keyOf(test, negated)),
                ...segments.map((name) => `segment ${name}`),
                ...(bucket ? [`bucket ${JSON.stringify(bucket)}`] : []),
            ]),
        );
        if (effort.shouldYield()) yield;
    }
    const rest: Conjunction[] = [];
    for (const [i, own] of keys.entries()) {
        let compared = 0;
        const isRedundant = keys.some((other, j) => {
            compared++;
            if (i === j || other.size > own.size) return false;
            for (const each of other) {
                compared++;
                if (!own.has(each)) return false;
            }
            return other.size < own.size || j < i;
        });
        effort.spend(compared / COMPARED_PER_STEP);
        if (!isRedundant) rest.push(alternatives[i]!);
        if (effort.shouldYield()) yield;
    }
    return rest;
}
