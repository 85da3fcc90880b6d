import { text } from '../context.ts';
import { cleaned, type Operator } from './operator.ts';

/** The value matches any of the configured texts. */
export function texts(relates: (actual: string, expected: string) => boolean): Operator<string> {
    return {
        takes: 'values',
        compile({ values, caseInsensitive }) {
            const all = cleaned(values);
            if (!caseInsensitive) return { reads: text, matches: (actual) => relatesToAny(actual, all) };
            const lowered = all.map((value) => value.toLowerCase());
            return { reads: text, matches: (actual) => relatesToAny(actual?.toLowerCase(), lowered) };
        },
    };

    function relatesToAny(actual: string | undefined, all: readonly string[]): boolean {
        return actual !== undefined && all.some((expected) => relates(actual, expected));
    }
}
