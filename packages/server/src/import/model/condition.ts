import type { Bucketing, Range } from './bucketing.ts';

export type Relation = '<' | '<=' | '=' | '>=' | '>';

/** What one test asks of the text that a context has for an attribute. All but `time` are false when there is none. */
export type Asks =
    | { readonly op: 'one-of'; readonly values: readonly string[] }
    | {
          readonly op: 'starts-with' | 'ends-with' | 'contains';
          readonly values: readonly string[];
          /** Capitals and small letters are the same. */
          readonly anyCase?: true;
      }
    /** The pattern occurs in it; RE2. */
    | { readonly op: 'matches'; readonly pattern: string }
    | { readonly op: 'number' | 'version'; readonly relation: Relation; readonly value: string }
    | { readonly op: 'present' }
    /** Of the time of the question, whichever attribute is named. */
    | { readonly op: 'time'; readonly relation: '<' | '>'; readonly value: string };

export type ValueType = 'text' | 'number' | 'boolean';

export interface Test {
    readonly is: 'test';
    readonly attribute: string;
    readonly asks: Asks;
    /** What the source takes the attribute for; text unless said. Contexts here are text, whatever it is. */
    readonly of?: ValueType;
    /** When this test and the one of the source may differ: completes "exact when …". */
    readonly caveat?: string;
}

/** The context's place in a foreign hash is within one of the ranges. */
export interface InBucket {
    readonly is: 'bucket';
    readonly bucketing: Bucketing;
    readonly ranges: readonly Range[];
}

/** A condition that has a name of its own at the source. */
export interface Named {
    readonly is: 'segment';
    readonly name: string;
    readonly of: Condition;
}

/** Nothing here can ask this. */
export interface Lost {
    readonly is: 'lost';
    readonly reason: string;
}

/** Whom a rule is for. Negation is exact: whoever does not hold `of` holds `not of`, also for want of an attribute. */
export type Condition =
    | { readonly is: 'all' | 'any'; readonly of: readonly Condition[] }
    | { readonly is: 'not'; readonly of: Condition }
    | Test
    | InBucket
    | Named
    | Lost;

export const everyone: Condition = { is: 'all', of: [] };
export const nobody: Condition = { is: 'any', of: [] };

export const all = (...of: Condition[]): Condition => (of.length === 1 ? of[0]! : { is: 'all', of });
export const any = (...of: Condition[]): Condition => (of.length === 1 ? of[0]! : { is: 'any', of });
export const not = (of: Condition): Condition => (of.is === 'not' ? of.of : { is: 'not', of });
export const lost = (reason: string): Condition => ({ is: 'lost', reason });

export const test = (attribute: string, asks: Asks, more: Pick<Test, 'of' | 'caveat'> = {}): Test => ({
    is: 'test',
    attribute,
    asks,
    ...more,
});
export const present = (attribute: string): Test => test(attribute, { op: 'present' });
export const oneOf = (attribute: string, values: readonly string[], more?: Pick<Test, 'of' | 'caveat'>): Test =>
    test(attribute, { op: 'one-of', values }, more);
export const isNumber = (attribute: string, relation: Relation, value: number, more?: Pick<Test, 'caveat'>): Test =>
    test(attribute, { op: 'number', relation, value: String(value) }, { of: 'number', ...more });
/** For sources where what is missing fails the negated test, too. */
export const presentAndNot = (attribute: string, condition: Condition): Condition =>
    all(present(attribute), not(condition));

/** Every test, wherever it stands in the tree; what stands in several places, such as a segment, is looked into once. */
export function* testsIn(condition: Condition, seen = new Set<Condition>()): Generator<Test | InBucket | Lost> {
    if (seen.has(condition)) return;
    seen.add(condition);
    switch (condition.is) {
        case 'all':
        case 'any':
            for (const each of condition.of) yield* testsIn(each, seen);
            break;
        case 'not':
        case 'segment':
            yield* testsIn(condition.of, seen);
            break;
        default:
            yield condition;
    }
}

/** The same condition, of which every test is true to the source only when something is so. */
export function when(caveat: string, condition: Condition): Condition {
    switch (condition.is) {
        case 'all':
        case 'any':
            return { ...condition, of: condition.of.map((each) => when(caveat, each)) };
        case 'not':
        case 'segment':
            return { ...condition, of: when(caveat, condition.of) };
        case 'test':
            return { ...condition, caveat };
        default:
            return condition;
    }
}
