import type { ConstraintDefinition, OperatorName } from '@halyard/engine';
import type { ComparisonOperator, TextTest } from '../model/condition.ts';
import type { Literal } from './literal.ts';

const NUMBERS: Record<ComparisonOperator, OperatorName> = {
    '<': 'NUM_LT',
    '<=': 'NUM_LTE',
    '=': 'NUM_EQ',
    '>=': 'NUM_GTE',
    '>': 'NUM_GT',
};
const VERSIONS: Record<ComparisonOperator, OperatorName> = {
    '<': 'SEMVER_LT',
    '<=': 'SEMVER_LTE',
    '=': 'SEMVER_EQ',
    '>=': 'SEMVER_GTE',
    '>': 'SEMVER_GT',
};

const TEXTS = {
    'starts-with': 'STR_STARTS_WITH',
    'ends-with': 'STR_ENDS_WITH',
    contains: 'STR_CONTAINS',
} as const;

/** No operator tests for presence. A pattern that matches any character is false for a missing value and true for all others. */
const ANY_TEXT = '[\\s\\S]';

export function constraintOf({ test: { attribute, textTest }, negated }: Literal): ConstraintDefinition {
    // A plain operator instead of a double negation, because users read the constraints.
    if (textTest.op === 'one-of')
        return { contextName: attribute, operator: negated ? 'NOT_IN' : 'IN', values: [...textTest.values] };
    return {
        contextName: textTest.op === 'time' ? 'currentTime' : attribute,
        ...operatorOf(textTest),
        ...(negated && { inverted: true }),
    };
}

function operatorOf(
    condition: Exclude<TextTest, { op: 'one-of' }>,
): Pick<ConstraintDefinition, 'value' | 'values' | 'caseInsensitive'> & { operator: OperatorName } {
    switch (condition.op) {
        case 'starts-with':
        case 'ends-with':
        case 'contains':
            return {
                operator: TEXTS[condition.op],
                values: [...condition.values],
                ...(condition.anyCase && { caseInsensitive: true }),
            };
        case 'matches':
            return { operator: 'REGEX', value: condition.pattern };
        case 'present':
            return { operator: 'REGEX', value: ANY_TEXT };
        case 'number':
            return { operator: NUMBERS[condition.relation], value: condition.value };
        case 'version':
            return { operator: VERSIONS[condition.relation], value: condition.value };
        case 'time':
            return { operator: condition.relation === '<' ? 'DATE_BEFORE' : 'DATE_AFTER', value: condition.value };
    }
}
