import { inRange } from './cidr.ts';
import { dates } from './date.ts';
import { noneOf, oneOf } from './list.ts';
import { numbers } from './number.ts';
import type { Operator } from './operator.ts';
import { regex } from './regex.ts';
import { versions } from './semver.ts';
import { texts } from './text.ts';

/** All constraint operators. All of them are false for missing or unreadable values, before any negation. */
export const operators = {
    IN: oneOf,
    NOT_IN: noneOf,
    STR_STARTS_WITH: texts((actual, expected) => actual.startsWith(expected)),
    STR_ENDS_WITH: texts((actual, expected) => actual.endsWith(expected)),
    STR_CONTAINS: texts((actual, expected) => actual.includes(expected)),
    NUM_EQ: numbers('='),
    NUM_GT: numbers('>'),
    NUM_GTE: numbers('>='),
    NUM_LT: numbers('<'),
    NUM_LTE: numbers('<='),
    DATE_AFTER: dates('>'),
    DATE_BEFORE: dates('<'),
    SEMVER_EQ: versions('='),
    SEMVER_GT: versions('>'),
    SEMVER_GTE: versions('>='),
    SEMVER_LT: versions('<'),
    SEMVER_LTE: versions('<='),
    REGEX: regex,
    IN_CIDR: inRange,
} as const satisfies Record<string, Operator>;

export type OperatorName = keyof typeof operators;

const isOperatorName = (name: string): name is OperatorName => Object.hasOwn(operators, name);

export function findOperator(name: string): Operator | undefined {
    return isOperatorName(name) ? operators[name] : undefined;
}
