import { RE2JS } from 're2js';
import { text } from '../context.ts';
import { type Operator, quoteValue } from './operator.ts';
import { patternSize } from './pattern-size.ts';

// RE2 takes time proportional to pattern times input; these limits keep the worst product small.
const MAX_PATTERN = 1_000;
const MAX_INPUT = 2_000;
/** With expanded repetitions. */
const MAX_SIZE = 5_000;

/** The pattern occurs in the value. RE2 syntax: no lookahead and no back references, hence no pattern that hangs. */
export const regex: Operator<string> = {
    takes: 'value',
    compile({ value, caseInsensitive }) {
        const pattern = compilePattern(value, caseInsensitive);
        if (typeof pattern === 'string') return { reads: text, matches: () => false, problem: pattern };
        return {
            reads: text,
            matches: (actual) => actual !== undefined && actual.length <= MAX_INPUT && pattern.test(actual),
        };
    },
};

function compilePattern(value: string | undefined, caseInsensitive: boolean): RE2JS | string {
    if (value === undefined) return 'there is no pattern';
    if (value.length > MAX_PATTERN) return `the pattern is longer than ${MAX_PATTERN} characters`;
    if (patternSize(value) > MAX_SIZE) {
        return `the pattern repeats so much that it is longer than ${MAX_SIZE} characters when written out. Repeat less`;
    }
    try {
        return RE2JS.compile(value, caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0);
    } catch (error) {
        return `${quoteValue(value)} is not an RE2 pattern: ${error instanceof Error ? error.message : error}`;
    }
}
