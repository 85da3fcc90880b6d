import { text } from '../context.ts';
import { type Operator, trimValues } from './operator.ts';

/** The value matches any of the configured texts. */
export function texts(isMatch: (actual: string, expected: string) => boolean): Operator<string> {
    return {
        takes: 'values',
        compile({ values, caseInsensitive }) {
            const all = trimValues(values);
            if (!caseInsensitive) return { reads: text, matches: (actual) => matchesAny(actual, all) };
            const lowered = all.map((value) => value.toLowerCase());
            return { reads: text, matches: (actual) => matchesAny(actual?.toLowerCase(), lowered) };
        },
    };

    function matchesAny(actual: string | undefined, all: readonly string[]): boolean {
        return actual !== undefined && all.some((expected) => isMatch(actual, expected));
    }
}
