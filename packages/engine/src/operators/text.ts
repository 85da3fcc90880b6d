import { lowerCaseText, text } from '../context.ts';
import { cleaned, type Operator } from './operator.ts';

/** The value relates to any of the configured texts. */
export function texts(matching: (wanted: string) => (actual: string) => boolean): Operator<string> {
    return {
        takes: 'values',
        compile({ values, caseInsensitive }) {
            const matchers = cleaned(values).map((value) => matching(caseInsensitive ? value.toLowerCase() : value));
            return {
                reads: caseInsensitive ? lowerCaseText : text,
                matches: (actual) => matchers.some((matches) => matches(actual)),
            };
        },
    };
}
