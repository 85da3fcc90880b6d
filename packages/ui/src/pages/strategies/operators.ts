import type { OperatorName } from '@halyard/engine';

interface OfferedOperator {
    group: string;
    label: string;
    /** The label of the inverted operator. */
    inverted: string;
    takes: 'list' | 'number' | 'date' | 'version' | 'pattern';
}

/** The presentation of each operator in the editor. Its wording in sentences comes from the engine. */
export const OPERATORS: Record<OperatorName, OfferedOperator> = {
    IN: { group: 'List', label: 'is one of', inverted: 'is not one of', takes: 'list' },
    NOT_IN: { group: 'List', label: 'is not one of', inverted: 'is one of', takes: 'list' },
    STR_STARTS_WITH: { group: 'Text', label: 'starts with', inverted: 'does not start with', takes: 'list' },
    STR_ENDS_WITH: { group: 'Text', label: 'ends with', inverted: 'does not end with', takes: 'list' },
    STR_CONTAINS: { group: 'Text', label: 'contains', inverted: 'does not contain', takes: 'list' },
    REGEX: { group: 'Text', label: 'matches pattern', inverted: 'does not match pattern', takes: 'pattern' },
    NUM_EQ: { group: 'Number', label: '=', inverted: '≠', takes: 'number' },
    NUM_GT: { group: 'Number', label: '>', inverted: 'not >', takes: 'number' },
    NUM_GTE: { group: 'Number', label: '≥', inverted: 'not ≥', takes: 'number' },
    NUM_LT: { group: 'Number', label: '<', inverted: 'not <', takes: 'number' },
    NUM_LTE: { group: 'Number', label: '≤', inverted: 'not ≤', takes: 'number' },
    DATE_AFTER: { group: 'Date', label: 'is after', inverted: 'is not after', takes: 'date' },
    DATE_BEFORE: { group: 'Date', label: 'is before', inverted: 'is not before', takes: 'date' },
    SEMVER_EQ: { group: 'Version', label: 'version =', inverted: 'version ≠', takes: 'version' },
    SEMVER_GT: { group: 'Version', label: 'version >', inverted: 'version not >', takes: 'version' },
    SEMVER_GTE: { group: 'Version', label: 'version ≥', inverted: 'version not ≥', takes: 'version' },
    SEMVER_LT: { group: 'Version', label: 'version <', inverted: 'version not <', takes: 'version' },
    SEMVER_LTE: { group: 'Version', label: 'version ≤', inverted: 'version not ≤', takes: 'version' },
    IN_CIDR: { group: 'Network', label: 'is in network', inverted: 'is not in network', takes: 'list' },
};

/** An operator and whether its result is inverted. */
export interface OperatorChoice {
    operator: OperatorName;
    inverted: boolean;
}

/** “Is not one of” is an operator of its own, so the inverted forms of the two list operators are not offered. */
const OPPOSITE: Partial<Record<string, OperatorName>> = { IN: 'NOT_IN', NOT_IN: 'IN' };

/** The value of an operator in the select. */
export function choiceOf({ operator, inverted = false }: { operator: string; inverted?: boolean | undefined }): string {
    const opposite = inverted ? OPPOSITE[operator] : undefined;
    return opposite ?? (inverted ? `not ${operator}` : operator);
}

/** The operator of a value of the select. */
export function operatorIn(choice: string): OperatorChoice {
    const inverted = choice.startsWith('not ');
    // The select offers only names of operators.
    return { operator: (inverted ? choice.slice(4) : choice) as OperatorName, inverted };
}

/** The options of the select: each operator with its opposite. */
export const OPERATOR_CHOICES = Object.entries(Object.groupBy(Object.entries(OPERATORS), ([, { group }]) => group)).map(
    ([group, items = []]) => ({
        group,
        items: items.flatMap(([operator, { label, inverted }]) => [
            { value: operator, label },
            ...(OPPOSITE[operator] ? [] : [{ value: `not ${operator}`, label: inverted }]),
        ]),
    }),
);

const isKnown = (operator: string): operator is OperatorName => Object.hasOwn(OPERATORS, operator);

/** Returns the presentation of an operator. Operators of newer versions are shown by their name. */
export const operatorOption = (operator: string): OfferedOperator =>
    isKnown(operator)
        ? OPERATORS[operator]
        : { group: 'Other', label: operator, inverted: `not ${operator}`, takes: 'list' };
