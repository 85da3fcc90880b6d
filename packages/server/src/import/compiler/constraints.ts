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
const ANYTHING = '[\\s\\S]';

export function constraintOf({ test: { attribute, asks }, negated }: Literal): ConstraintDefinition {
    // A plain operator instead of a double negation, because users read the constraints.
    if (asks.op === 'one-of')
        return { contextName: attribute, operator: negated ? 'NOT_IN' : 'IN', values: [...asks.values] };
    return {
        contextName: asks.op === 'time' ? 'currentTime' : attribute,
        ...operatorOf(asks),
        ...(negated && { inverted: true }),
    };
}

function operatorOf(
    asks: Exclude<TextTest, { op: 'one-of' }>,
): Pick<ConstraintDefinition, 'value' | 'values' | 'caseInsensitive'> & { operator: OperatorName } {
    switch (asks.op) {
        case 'starts-with':
        case 'ends-with':
        case 'contains':
            return {
                operator: TEXTS[asks.op],
                values: [...asks.values],
                ...(asks.anyCase && { caseInsensitive: true }),
            };
        case 'matches':
            return { operator: 'REGEX', value: asks.pattern };
        case 'present':
            return { operator: 'REGEX', value: ANYTHING };
        case 'number':
            return { operator: NUMBERS[asks.relation], value: asks.value };
        case 'version':
            return { operator: VERSIONS[asks.relation], value: asks.value };
        case 'time':
            return { operator: asks.relation === '<' ? 'DATE_BEFORE' : 'DATE_AFTER', value: asks.value };
    }
}
