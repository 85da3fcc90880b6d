import type { OperatorName } from '@halyard/engine';

interface OfferedOperator {
    group: string;
    label: string;
    takes: 'list' | 'number' | 'date' | 'version' | 'pattern';
}

/** The presentation of each operator in the editor. Its wording in sentences comes from the engine. */
export const OPERATORS: Record<OperatorName, OfferedOperator> = {
    IN: { group: 'List', label: 'is one of', takes: 'list' },
    NOT_IN: { group: 'List', label: 'is none of', takes: 'list' },
    STR_STARTS_WITH: { group: 'Text', label: 'starts with', takes: 'list' },
    STR_ENDS_WITH: { group: 'Text', label: 'ends with', takes: 'list' },
    STR_CONTAINS: { group: 'Text', label: 'contains', takes: 'list' },
    REGEX: { group: 'Text', label: 'matches pattern', takes: 'pattern' },
    NUM_EQ: { group: 'Number', label: '=', takes: 'number' },
    NUM_GT: { group: 'Number', label: '>', takes: 'number' },
    NUM_GTE: { group: 'Number', label: '≥', takes: 'number' },
    NUM_LT: { group: 'Number', label: '<', takes: 'number' },
    NUM_LTE: { group: 'Number', label: '≤', takes: 'number' },
    DATE_AFTER: { group: 'Date', label: 'is after', takes: 'date' },
    DATE_BEFORE: { group: 'Date', label: 'is before', takes: 'date' },
    SEMVER_EQ: { group: 'Version', label: 'version =', takes: 'version' },
    SEMVER_GT: { group: 'Version', label: 'version >', takes: 'version' },
    SEMVER_GTE: { group: 'Version', label: 'version ≥', takes: 'version' },
    SEMVER_LT: { group: 'Version', label: 'version <', takes: 'version' },
    SEMVER_LTE: { group: 'Version', label: 'version ≤', takes: 'version' },
    IN_CIDR: { group: 'Network', label: 'is in network', takes: 'list' },
};

const isKnown = (operator: string): operator is OperatorName => Object.hasOwn(OPERATORS, operator);

/** Returns the presentation of an operator. Operators of newer versions are shown by their name. */
export const operatorOption = (operator: string): OfferedOperator =>
    isKnown(operator) ? OPERATORS[operator] : { group: 'Other', label: operator, takes: 'list' };
