import type { OperatorName } from './operators/index.ts';

interface OperatorWords {
    /** The operator in a sentence, and its negation. */
    readonly is: string;
    readonly isNot: string;
    /** The member of a constraint that it reads. */
    readonly reads: 'values' | 'value';
    /** Whether it supports ignoring case. */
    readonly hasCase?: boolean;
}

/** The text of each operator for users. */
const WORDS: Record<OperatorName, OperatorWords> = {
    IN: { is: 'is', isNot: 'is not', reads: 'values' },
    NOT_IN: { is: 'is not', isNot: 'is', reads: 'values' },
    STR_STARTS_WITH: { is: 'starts with', isNot: 'does not start with', reads: 'values', hasCase: true },
    STR_ENDS_WITH: { is: 'ends with', isNot: 'does not end with', reads: 'values', hasCase: true },
    STR_CONTAINS: { is: 'contains', isNot: 'does not contain', reads: 'values', hasCase: true },
    REGEX: { is: 'matches', isNot: 'does not match', reads: 'value', hasCase: true },
    NUM_EQ: { is: '=', isNot: '≠', reads: 'value' },
    NUM_GT: { is: '>', isNot: '≤', reads: 'value' },
    NUM_GTE: { is: '≥', isNot: '<', reads: 'value' },
    NUM_LT: { is: '<', isNot: '≥', reads: 'value' },
    NUM_LTE: { is: '≤', isNot: '>', reads: 'value' },
    DATE_AFTER: { is: 'is after', isNot: 'is not after', reads: 'value' },
    DATE_BEFORE: { is: 'is before', isNot: 'is not before', reads: 'value' },
    SEMVER_EQ: { is: 'is version', isNot: 'is not version', reads: 'value' },
    SEMVER_GT: { is: 'is newer than', isNot: 'is not newer than', reads: 'value' },
    SEMVER_GTE: { is: 'is at least version', isNot: 'is older than', reads: 'value' },
    SEMVER_LT: { is: 'is older than', isNot: 'is at least version', reads: 'value' },
    SEMVER_LTE: { is: 'is at most version', isNot: 'is newer than', reads: 'value' },
    IN_CIDR: { is: 'is in network', isNot: 'is not in network', reads: 'values' },
};

const isKnown = (operator: string): operator is OperatorName => Object.hasOwn(WORDS, operator);

/** Returns the text of an operator; an unknown operator of a newer version is shown by its name. */
export function operatorWords(operator: string): OperatorWords {
    return isKnown(operator) ? WORDS[operator] : { is: operator, isNot: `not ${operator}`, reads: 'values' };
}
