import type { ContextAccessor } from '../context.ts';

/** The configured side of a constraint. */
export interface ConstraintOperand {
    readonly value: string | undefined;
    readonly values: readonly string[];
    readonly caseInsensitive: boolean;
}

/** A compiled constraint test: how the context's value is read, and whether it matches. */
export interface CompiledCondition<Actual> {
    readonly reads: ContextAccessor<Actual>;
    /** False for a value that is missing or has the wrong format. */
    matches(actual: Actual | undefined): boolean;
    /** The required format of the value; undefined: any text. */
    readonly format?: ValueFormat;
    /** Set when the test is membership of this list; `evaluateAll` then tests all lists of a field with one lookup. */
    readonly members?: ReadonlySet<unknown>;
    /** Describes the unreadable configured value. An unreadable value does not match. */
    readonly problem?: string | undefined;
}

export interface Operator<Actual = unknown> {
    /** The member of the constraint that contains the configured value. */
    readonly takes: 'value' | 'values';
    /** Whether the operator is negated, including for missing values. */
    readonly negated?: boolean;
    compile(operand: ConstraintOperand): CompiledCondition<Actual>;
}

/** A text format of values. */
export interface ValueFormat<Value = unknown> {
    readonly name: string;
    /** Undefined for text that is not in this format. */
    parse(text: string): Value | undefined;
}

/** The orders of the context's value and the configured value for which a comparison is true. */
export const relations = {
    '<': { less: true, equal: false, greater: false },
    '<=': { less: true, equal: true, greater: false },
    '=': { less: false, equal: true, greater: false },
    '>=': { less: false, equal: true, greater: true },
    '>': { less: false, equal: false, greater: true },
};
export type OrderRelation = keyof typeof relations;

/** Compares the context's value with one configured value, which is parsed in advance. */
export function comparisonOperator<Actual, Value>(
    reads: ContextAccessor<Actual>,
    format: ValueFormat<Value>,
    createTest: (expected: Value) => (actual: Actual | undefined) => boolean,
): Operator<Actual> {
    return {
        takes: 'value',
        compile({ value = '' }) {
            const expected = format.parse(value);
            if (expected !== undefined) return { reads, format, matches: createTest(expected) };
            return { reads, format, matches: () => false, problem: `${quoteValue(value)} is not a ${format.name}` };
        },
    };
}

/** Values are trimmed and empty ones ignored: they come from text fields in forms. */
export function trimValues(values: readonly string[]): string[] {
    return values.map((value) => value.trim()).filter((value) => value !== '');
}

/** A value shortened for use in a message. */
export function quoteValue(value: string): string {
    return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}
