import { inRange } from './cidr.ts';
import { dates } from './date.ts';
import { noneOf, oneOf } from './list.ts';
import { numbers } from './number.ts';
import type { Operator } from './operator.ts';
import { regex } from './regex.ts';
import { versions } from './semver.ts';
import { anyText } from './text.ts';

/** Every constraint operator there is. All of them are false for missing or unreadable values, before any negation. */
export const operators: Readonly<Record<string, Operator>> = {
    IN: oneOf,
    NOT_IN: noneOf,
    STR_STARTS_WITH: anyText((actual, wanted) => actual.startsWith(wanted)),
    STR_ENDS_WITH: anyText((actual, wanted) => actual.endsWith(wanted)),
    STR_CONTAINS: anyText((actual, wanted) => actual.includes(wanted)),
    NUM_EQ: numbers((actual, wanted) => actual === wanted),
    NUM_GT: numbers((actual, wanted) => actual > wanted),
    NUM_GTE: numbers((actual, wanted) => actual >= wanted),
    NUM_LT: numbers((actual, wanted) => actual < wanted),
    NUM_LTE: numbers((actual, wanted) => actual <= wanted),
    DATE_AFTER: dates((actual, wanted) => actual > wanted),
    DATE_BEFORE: dates((actual, wanted) => actual < wanted),
    SEMVER_EQ: versions((order) => order === 0),
    SEMVER_GT: versions((order) => order > 0),
    SEMVER_GTE: versions((order) => order >= 0),
    SEMVER_LT: versions((order) => order < 0),
    SEMVER_LTE: versions((order) => order <= 0),
    REGEX: regex,
    IN_CIDR: inRange,
};

export function findOperator(name: string): Operator | undefined {
    return Object.hasOwn(operators, name) ? operators[name] : undefined;
}
