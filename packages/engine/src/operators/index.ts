import { inRange } from './cidr.ts';
import { dates } from './date.ts';
import { noneOf, oneOf } from './list.ts';
import { numbers } from './number.ts';
import type { Operator } from './operator.ts';
import { regex } from './regex.ts';
import { compareVersions, versions } from './semver.ts';
import { texts } from './text.ts';

/** Every constraint operator there is. All of them are false for missing or unreadable values, before any negation. */
export const operators: Readonly<Record<string, Operator>> = {
    IN: oneOf,
    NOT_IN: noneOf,
    STR_STARTS_WITH: texts((wanted) => (actual) => actual.startsWith(wanted)),
    STR_ENDS_WITH: texts((wanted) => (actual) => actual.endsWith(wanted)),
    STR_CONTAINS: texts((wanted) => (actual) => actual.includes(wanted)),
    NUM_EQ: numbers((wanted) => (actual) => actual === wanted),
    NUM_GT: numbers((wanted) => (actual) => actual > wanted),
    NUM_GTE: numbers((wanted) => (actual) => actual >= wanted),
    NUM_LT: numbers((wanted) => (actual) => actual < wanted),
    NUM_LTE: numbers((wanted) => (actual) => actual <= wanted),
    DATE_AFTER: dates((wanted) => (actual) => actual > wanted),
    DATE_BEFORE: dates((wanted) => (actual) => actual < wanted),
    SEMVER_EQ: versions((wanted) => (actual) => compareVersions(actual, wanted) === 0),
    SEMVER_GT: versions((wanted) => (actual) => compareVersions(actual, wanted) > 0),
    SEMVER_GTE: versions((wanted) => (actual) => compareVersions(actual, wanted) >= 0),
    SEMVER_LT: versions((wanted) => (actual) => compareVersions(actual, wanted) < 0),
    SEMVER_LTE: versions((wanted) => (actual) => compareVersions(actual, wanted) <= 0),
    REGEX: regex,
    IN_CIDR: inRange,
};

export function findOperator(name: string): Operator | undefined {
    return Object.hasOwn(operators, name) ? operators[name] : undefined;
}
