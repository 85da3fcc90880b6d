import type { Bucketing, Range } from './bucketing.ts';

export type ComparisonOperator = '<' | '<=' | '=' | '>=' | '>';

/** A test of an attribute's text. All tests except `time` are false for a missing attribute. */
export type TextTest =
    | { readonly op: 'one-of'; readonly values: readonly string[] }
    | {
          readonly op: 'starts-with' | 'ends-with' | 'contains';
          readonly values: readonly string[];
          /** Whether upper and lower case are the same. */
          readonly anyCase?: true;
      }
    /** The RE2 pattern occurs in the text. */
    | { readonly op: 'matches'; readonly pattern: string }
    | { readonly op: 'number' | 'version'; readonly relation: ComparisonOperator; readonly value: string }
    | { readonly op: 'present' }
    /** Compares the time of the evaluation, independent of the attribute. */
    | { readonly op: 'time'; readonly relation: '<' | '>'; readonly value: string };

export type AttributeType = 'text' | 'number' | 'boolean';

export interface AttributeTest {
    readonly is: 'test';
    readonly attribute: string;
    readonly textTest: TextTest;
    /** The type of the attribute in the source; text by default. Context values here are always text. */
    readonly of?: AttributeType;
    /** The condition under which this test and that of the source are equal: completes "exact when …". */
    readonly caveat?: string;
    /** Whether the source accepts lists, of which any element may match. Contexts here contain no lists. */
    readonly anyElement?: true;
}

/** The caveat of a test that accepts lists in the source. */
export const singleValueCaveat = (attribute: string) => `${attribute} is a single value, not a list`;

/** The bucket of the context in a hash of the source is within one of the ranges. */
export interface InBucket {
    readonly is: 'bucket';
    readonly bucketing: Bucketing;
    readonly ranges: readonly Range[];
}

/** A condition with a name in the source. */
export interface NamedCondition {
    readonly is: 'segment';
    readonly name: string;
    readonly of: ImportCondition;
}

/** A test that cannot be expressed here. */
export interface UnsupportedTest {
    readonly is: 'lost';
    readonly reason: string;
}

/** The audience of a rule. Negation is exact: a context that does not match `of` matches `not of`, also with a missing attribute. */
export type ImportCondition =
    | { readonly is: 'all' | 'any'; readonly of: readonly ImportCondition[] }
    | { readonly is: 'not'; readonly of: ImportCondition }
    | AttributeTest
    | InBucket
    | NamedCondition
    | UnsupportedTest;

export const everyone: ImportCondition = { is: 'all', of: [] };
export const nobody: ImportCondition = { is: 'any', of: [] };

export const all = (...of: ImportCondition[]): ImportCondition => (of.length === 1 ? of[0]! : { is: 'all', of });
export const any = (...of: ImportCondition[]): ImportCondition => (of.length === 1 ? of[0]! : { is: 'any', of });
export const not = (of: ImportCondition): ImportCondition => (of.is === 'not' ? of.of : { is: 'not', of });
export const unsupportedTest = (reason: string): ImportCondition => ({ is: 'lost', reason });

type TestOptions = Pick<AttributeTest, 'of' | 'caveat' | 'anyElement'>;

export const test = (attribute: string, textTest: TextTest, more: TestOptions = {}): AttributeTest => ({
    is: 'test',
    attribute,
    textTest,
    ...more,
});
export const present = (attribute: string): AttributeTest => test(attribute, { op: 'present' });
export const oneOf = (attribute: string, values: readonly string[], more?: TestOptions): AttributeTest =>
    test(attribute, { op: 'one-of', values }, more);
export const isNumber = (
    attribute: string,
    relation: ComparisonOperator,
    value: number,
    more?: Omit<TestOptions, 'of'>,
): AttributeTest => test(attribute, { op: 'number', relation, value: String(value) }, { of: 'number', ...more });
/** For sources in which a missing attribute also fails the negated test. */
export const presentAndNot = (attribute: string, condition: ImportCondition): ImportCondition =>
    all(present(attribute), not(condition));

/** Yields a condition and all parts of it in the order of the document; shared parts, such as segments, are visited once. */
export function* conditionsIn(
    condition: ImportCondition,
    seen = new Set<ImportCondition>(),
): Generator<ImportCondition> {
    const pending = [condition];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        if (seen.has(next)) continue;
        seen.add(next);
        yield next;
        if (next.is === 'not' || next.is === 'segment') pending.push(next.of);
        else if (next.is === 'all' || next.is === 'any')
            for (let i = next.of.length - 1; i >= 0; i--) pending.push(next.of[i]!);
    }
}

/** Adds the options to every test of a condition. */
export function withTestOptions(options: TestOptions, condition: ImportCondition): ImportCondition {
    switch (condition.is) {
        case 'all':
        case 'any':
            return { ...condition, of: condition.of.map((each) => withTestOptions(options, each)) };
        case 'not':
        case 'segment':
            return { ...condition, of: withTestOptions(options, condition.of) };
        case 'test':
            return { ...condition, ...options };
        default:
            return condition;
    }
}
