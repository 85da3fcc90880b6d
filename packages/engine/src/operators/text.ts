import { lowerCaseText, text } from '../context.ts';
import { cleaned, type Operator } from './operator.ts';

/** The value relates to any of the configured texts. */
export function anyText(holds: (actual: string, wanted: string) => boolean): Operator<string> {
    return {
        takes: 'values',
        compile({ values, caseInsensitive }) {
            const texts = cleaned(values).map((value) => (caseInsensitive ? value.toLowerCase() : value));
            return {
                reads: caseInsensitive ? lowerCaseText : text,
                matches: (actual) => texts.some((wanted) => holds(actual, wanted)),
            };
        },
    };
}
