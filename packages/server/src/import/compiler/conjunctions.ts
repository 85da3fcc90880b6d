import type { ImportSteps } from '../import-steps.ts';
import type { AttributeTest } from '../model/condition.ts';
import { type Effort, effortOfCopying } from './effort.ts';
import type { Conjunction, Literal } from './literal.ts';

/**
 * Combines two lists of literals, each a result of this function; returns undefined if literals contradict each other. Literals that
 * follow from others are removed. An attribute has one list of allowed values, or several lists of excluded values.
 */
export function mergeLiterals(
    literals: readonly Literal[],
    more: readonly Literal[],
    maxValues: number,
    effort: Effort,
): Literal[] | undefined {
    const known = new Map(literals.map((literal) => [keyOf(literal.test, effort), literal.negated]));
    let merged: readonly Literal[] | undefined = literals;
    for (const literal of more) {
        const key = keyOf(literal.test, effort);
        const isNegated = known.get(key);
        if (isNegated === literal.negated) continue;
        if (isNegated !== undefined) return undefined;
        known.set(key, literal.negated);
        merged = isList(literal) ? withList(merged, literal, maxValues, effort) : [...merged, literal];
        if (merged === undefined) return undefined;
    }
    const present = new Set<string>();
    for (const { test, negated } of merged)
        if (!negated && test.textTest.op !== 'present' && test.textTest.op !== 'time') present.add(test.attribute);
    return merged.filter(({ test }) => test.textTest.op !== 'present' || !present.has(test.attribute));
}

interface ListLiteral extends Literal {
    readonly test: AttributeTest & { readonly textTest: { readonly op: 'one-of' } };
}

const isList = (literal: Literal): literal is ListLiteral => literal.test.textTest.op === 'one-of';

/** Combines a list with those of the same attribute. Returns undefined if no value is allowed. */
function withList(
    literals: readonly Literal[],
    list: ListLiteral,
    maxValues: number,
    effort: Effort,
): Literal[] | undefined {
    const result: Literal[] = [];
    let combined = list;
    let position: number | undefined;
    for (const literal of literals) {
        const both =
            isList(literal) && literal.test.attribute === list.test.attribute
                ? intersectionOf(literal, combined, maxValues, effort)
                : undefined;
        if (both === undefined) {
            result.push(literal);
            continue;
        }
        if (both.test.textTest.values.length === 0) return undefined;
        position ??= result.push(both) - 1;
        result[position] = both;
        combined = both;
    }
    return position === undefined ? [...result, combined] : result;
}

/** Returns a list that is equivalent to both, or undefined if it would be too long. */
const intersectionOf = (one: ListLiteral, other: ListLiteral, maxValues: number, effort: Effort) =>
    one.negated && other.negated ? unionOf(one, other, maxValues, effort) : narrowed(one, other, effort);

/** Returns one list of all excluded values, or undefined if it would be too long. */
function unionOf(one: ListLiteral, other: ListLiteral, maxValues: number, effort: Effort): ListLiteral | undefined {
    const { values } = one.test.textTest;
    const excluded = valuesOf(one, effort);
    const added: string[] = [];
    let visited = 0;
    for (const value of other.test.textTest.values) {
        visited++;
        if (!excluded.has(value)) added.push(value);
        if (values.length + added.length > maxValues) break;
    }
    effort.spend(effortOfCopying(visited));
    if (values.length + added.length > maxValues) return undefined;
    if (added.length === 0) return one;
    effort.spend(effortOfCopying(values.length));
    return withValues(one, other, [...values, ...added]);
}

/** Returns the allowed values that the other list allows or does not exclude. */
function narrowed(one: ListLiteral, other: ListLiteral, effort: Effort): ListLiteral {
    const [allowed, bound] = one.negated ? [other, one] : [one, other];
    const bounds = valuesOf(bound, effort);
    const { values } = allowed.test.textTest;
    effort.spend(effortOfCopying(values.length));
    const rest = values.filter((value) => bounds.has(value) !== bound.negated);
    return rest.length === values.length ? allowed : withValues(allowed, bound, rest);
}

function withValues({ test, negated }: ListLiteral, other: ListLiteral, values: readonly string[]): ListLiteral {
    const caveat = test.caveat ?? other.test.caveat;
    return {
        test: {
            is: 'test',
            attribute: test.attribute,
            textTest: { op: 'one-of', values },
            ...(caveat !== undefined && { caveat }),
        },
        negated,
    };
}

/** The values of a list as a set, which is cached: flags share the lists of segments, and the rules of a flag exclude the same lists. */
const setsOf = new WeakMap<readonly string[], ReadonlySet<string>>();

function valuesOf({ test: { textTest } }: ListLiteral, effort: Effort): ReadonlySet<string> {
    const known = setsOf.get(textTest.values);
    if (known !== undefined) return known;
    effort.spend(effortOfCopying(textTest.values.length));
    const values = new Set(textTest.values);
    setsOf.set(textTest.values, values);
    return values;
}

/** Keys of tests, plain and negated, are cached: a test is part of many conjunctions, and its list may be long. */
const keysOf = new WeakMap<AttributeTest, { plain: string; negated: string }>();

function keyOf(test: AttributeTest, effort: Effort, isNegated = false): string {
    let keys = keysOf.get(test);
    if (keys === undefined) {
        const { attribute, textTest } = test;
        effort.spend('values' in textTest ? effortOfCopying(textTest.values.length) : 1);
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
        effort.spend(literals.length + (bucket?.ranges.length ?? 0));
        keys.push(
            new Set([
                ...literals.map(({ test, negated }) => keyOf(test, effort, negated)),
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
