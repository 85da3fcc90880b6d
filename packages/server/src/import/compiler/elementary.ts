import { constraintProblem } from '@halyard/engine';
import {
    type AttributeTest,
    any,
    conditionsIn,
    type ImportCondition,
    nobody,
    present,
    test,
    unsupportedTest,
} from '../model/condition.ts';
import { type Effort, effortOfCopying } from './effort.ts';

/** The limits of the instance for constraints. */
export interface Limits {
    readonly constraintValues: number;
    readonly constraints: number;
    readonly featureEnvironmentStrategies: number;
    readonly segmentValues: number;
}

/** Longer values do not fit into the list of a constraint, and longer patterns do not fit into any constraint. */
const MAX_VALUE = 100;
const MAX_PATTERN = 1_000;
const MAX_ATTRIBUTE = 100;

/** Compiling a pattern takes as long as visiting this number of tests. */
const PATTERN = 200;

/** Splits each test once, because rules repeat tests and lists of values are long. */
export class ElementaryTests {
    readonly #limits: Limits;
    readonly #known = new WeakMap<AttributeTest, ImportCondition>();

    constructor(limits: Limits) {
        this.#limits = limits;
    }

    of(test: AttributeTest, effort: Effort): ImportCondition {
        const known = this.#known.get(test);
        if (known !== undefined) return known;
        const isPattern = test.textTest.op === 'matches';
        effort.spend(
            'values' in test.textTest ? effortOfCopying(test.textTest.values.length) : isPattern ? PATTERN : 1,
        );
        const split = elementary(test, this.#limits);
        this.#known.set(test, split);
        return split;
    }
}

/** Splits a test into tests that fit into one constraint each: lists of bounded length, with values that a list does not change. */
function elementary(attributeTest: AttributeTest, limits: Limits): ImportCondition {
    const { attribute, textTest } = attributeTest;
    if (attribute === '' || attribute.length > MAX_ATTRIBUTE) {
        return unsupportedTest(
            `the attribute ${JSON.stringify(attribute.slice(0, 40))} has a name that a constraint cannot have`,
        );
    }
    switch (textTest.op) {
        case 'one-of':
            return listed(
                attributeTest,
                [...new Set(textTest.values)].filter((value) => value !== ''),
                limits,
            );
        case 'starts-with':
        case 'ends-with':
        case 'contains':
            // Every text starts and ends with the empty text.
            return textTest.values.includes('')
                ? present(attribute)
                : listed(attributeTest, [...new Set(textTest.values)], limits);
        case 'matches':
            return usablePattern(attribute, textTest.pattern)
                ? attributeTest
                : unsupportedTest(`the pattern ${shown(textTest.pattern)} is not RE2`);
        case 'number':
            if (Number.isNaN(Number(textTest.value))) return nobody;
            return Number.isFinite(Number(textTest.value)) ? attributeTest : unsupportedTest('an infinite number');
        default:
            return attributeTest;
    }
}

type ListTest = AttributeTest & {
    readonly textTest: { readonly op: 'one-of' | 'starts-with' | 'ends-with' | 'contains' };
};

function listed(attributeTest: AttributeTest, values: readonly string[], limits: Limits): ImportCondition {
    const { attribute, textTest, is: _, ...more } = attributeTest as ListTest;
    const plain = values.filter(isPlain);
    const others = values.filter((value) => !isPlain(value));
    const parts: ImportCondition[] = [];
    for (let i = 0; i < plain.length; i += limits.constraintValues) {
        parts.push(test(attribute, { ...textTest, values: plain.slice(i, i + limits.constraintValues) }, more));
    }
    // Values in lists of constraints are trimmed; patterns keep whitespace.
    for (const value of others) {
        const pattern = `${'anyCase' in textTest ? '(?i)' : ''}${AROUND[textTest.op](escaped(value))}`;
        parts.push(
            usablePattern(attribute, pattern)
                ? test(attribute, { op: 'matches', pattern }, more)
                : unsupportedTest(`the value ${shown(value)} is too long for a constraint`),
        );
    }
    return parts.length === 0 ? nobody : any(...parts);
}

const AROUND: Record<ListTest['textTest']['op'], (pattern: string) => string> = {
    'one-of': (pattern) => `^${pattern}$`,
    'starts-with': (pattern) => `^${pattern}`,
    'ends-with': (pattern) => `${pattern}$`,
    contains: (pattern) => pattern,
};

const isPlain = (value: string) => value.trim() === value && value.length <= MAX_VALUE;
const escaped = (value: string) => value.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const shown = (value: string) => JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);

const usablePattern = (contextName: string, value: string): boolean =>
    value.trim() !== '' &&
    value.length <= MAX_PATTERN &&
    constraintProblem({ contextName, operator: 'REGEX', value }) === undefined;

export function isEveryone(condition: ImportCondition): boolean {
    for (const each of conditionsIn(condition)) if (each.is !== 'all') return false;
    return true;
}
