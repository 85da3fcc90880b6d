import type { Reading } from '../context.ts';

/** The configured side of a constraint. */
export interface Wanted {
    readonly value: string | undefined;
    readonly values: readonly string[];
    readonly caseInsensitive: boolean;
}

/** A constraint's test after compiling: how the context's value is read, and whether what was read matches. */
export interface Condition<Actual> {
    readonly reads: Reading<Actual>;
    matches(actual: Actual): boolean;
    /** Set when matching is membership of this list; `evaluateAll` then answers all lists of a field with one lookup. */
    readonly members?: ReadonlySet<unknown>;
    /** What about the configured value cannot be read, in words. What cannot be read does not match. */
    readonly problem?: string | undefined;
}

export interface Operator<Actual = unknown> {
    /** Which member of the constraint holds what is wanted. */
    readonly takes: 'value' | 'values';
    /** Whether the opposite is meant, also for missing values. */
    readonly negated?: boolean;
    compile(wanted: Wanted): Condition<Actual>;
}

/** Compares the context's value with one configured value, both read the same way. */
export function compared<Value>(
    reads: Reading<Value>,
    parse: (text: string) => Value | undefined,
    matching: (wanted: Value) => (actual: Value) => boolean,
): Operator<Value> {
    return {
        takes: 'value',
        compile({ value = '' }) {
            const wanted = parse(value);
            if (wanted === undefined) {
                return { reads, matches: () => false, problem: `${shown(value)} is not a ${reads.name}` };
            }
            return { reads, matches: matching(wanted) };
        },
    };
}

/** Values are trimmed and empty ones ignored: they come from text fields that people fill in. */
export function cleaned(values: readonly string[]): string[] {
    return values.map((value) => value.trim()).filter((value) => value !== '');
}

/** A value as it may stand in a message, whatever its length. */
export function shown(value: string): string {
    return JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
}
