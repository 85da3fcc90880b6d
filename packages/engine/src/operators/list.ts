import { text } from '../context.ts';
import { type Operator, trimValues } from './operator.ts';

/** The value is one of the list. Always case-sensitive, because SDKs ignore `caseInsensitive` here. */
export const oneOf: Operator<string> = {
    takes: 'values',
    compile({ values }) {
        const members = new Set(trimValues(values));
        return { reads: text, matches: (actual) => actual !== undefined && members.has(actual), members };
    },
};

export const noneOf: Operator<string> = { ...oneOf, negated: true };
