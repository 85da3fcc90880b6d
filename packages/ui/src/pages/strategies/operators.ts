import type { OperatorName } from '@halyard/engine';
import type { Constraint } from '../../api/types.ts';

interface OperatorWords {
    group: string;
    label: string;
    /** As it stands in a sentence, and turned around. */
    is: string;
    isNot: string;
    takes: 'list' | 'number' | 'date' | 'version' | 'pattern';
    hasCase?: boolean;
}

/** How people read each operator. */
export const OPERATORS: Record<OperatorName, OperatorWords> = {
    IN: { group: 'List', label: 'is one of', is: 'is', isNot: 'is not', takes: 'list' },
    NOT_IN: { group: 'List', label: 'is none of', is: 'is not', isNot: 'is', takes: 'list' },
    STR_STARTS_WITH: {
        group: 'Text',
        label: 'starts with',
        is: 'starts with',
        isNot: 'does not start with',
        takes: 'list',
        hasCase: true,
    },
    STR_ENDS_WITH: {
        group: 'Text',
        label: 'ends with',
        is: 'ends with',
        isNot: 'does not end with',
        takes: 'list',
        hasCase: true,
    },
    STR_CONTAINS: {
        group: 'Text',
        label: 'contains',
        is: 'contains',
        isNot: 'does not contain',
        takes: 'list',
        hasCase: true,
    },
    REGEX: {
        group: 'Text',
        label: 'matches pattern',
        is: 'matches',
        isNot: 'does not match',
        takes: 'pattern',
        hasCase: true,
    },
    NUM_EQ: { group: 'Number', label: '=', is: '=', isNot: '≠', takes: 'number' },
    NUM_GT: { group: 'Number', label: '>', is: '>', isNot: '≤', takes: 'number' },
    NUM_GTE: { group: 'Number', label: '≥', is: '≥', isNot: '<', takes: 'number' },
    NUM_LT: { group: 'Number', label: '<', is: '<', isNot: '≥', takes: 'number' },
    NUM_LTE: { group: 'Number', label: '≤', is: '≤', isNot: '>', takes: 'number' },
    DATE_AFTER: { group: 'Date', label: 'is after', is: 'is after', isNot: 'is not after', takes: 'date' },
    DATE_BEFORE: { group: 'Date', label: 'is before', is: 'is before', isNot: 'is not before', takes: 'date' },
    SEMVER_EQ: { group: 'Version', label: 'version =', is: 'is version', isNot: 'is not version', takes: 'version' },
    SEMVER_GT: {
        group: 'Version',
        label: 'version >',
        is: 'is newer than',
        isNot: 'is not newer than',
        takes: 'version',
    },
    SEMVER_GTE: {
        group: 'Version',
        label: 'version ≥',
        is: 'is at least version',
        isNot: 'is older than',
        takes: 'version',
    },
    SEMVER_LT: {
        group: 'Version',
        label: 'version <',
        is: 'is older than',
        isNot: 'is at least version',
        takes: 'version',
    },
    SEMVER_LTE: {
        group: 'Version',
        label: 'version ≤',
        is: 'is at most version',
        isNot: 'is newer than',
        takes: 'version',
    },
    IN_CIDR: {
        group: 'Network',
        label: 'is in network',
        is: 'is in network',
        isNot: 'is not in network',
        takes: 'list',
    },
};

const isKnown = (operator: string): operator is OperatorName => Object.hasOwn(OPERATORS, operator);

/** An operator that a newer version made is shown by its name. */
export const wordsOf = (operator: string): OperatorWords =>
    isKnown(operator)
        ? OPERATORS[operator]
        : { group: 'Other', label: operator, is: operator, isNot: `not ${operator}`, takes: 'list' };

/** What stands in the constraint, whichever member its operator reads. */
export const valuesOf = ({
    operator,
    values,
    value,
}: Pick<Constraint, 'values' | 'value'> & { operator: string }): string[] =>
    wordsOf(operator).takes === 'list' ? (values ?? []) : value === undefined || value === '' ? [] : [value];
