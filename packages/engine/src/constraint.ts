import { nothing } from './context.ts';
import type { ContextLookup } from './context-lookup.ts';
import type { ConstraintDefinition, Context } from './definitions.ts';
import { Malformed, optionalBoolean, record, string, strings } from './malformed.ts';
import { findOperator } from './operators/index.ts';
import { type CompiledCondition, quoteValue } from './operators/operator.ts';

/** A test that a context passes or fails. */
export type ContextTest = (context: Context) => boolean;

/** A compiled constraint. Equal constraints of a set are one object, so that they are tested once for a context. */
export interface CompiledConstraint {
    readonly index: number;
    readonly definition: ConstraintDefinition;
    readonly lookup: ContextLookup;
    readonly condition: CompiledCondition<unknown>;
    /** Inverts the result, including the result for missing and unreadable values. */
    readonly negated: boolean;
    readonly matches: ContextTest;
}

/** Tests a value that was read from the context. */
export function testValue({ condition, negated }: CompiledConstraint, actual: unknown): boolean {
    return condition.matches(actual) !== negated;
}

/** Creates the complete test, from the context to the result. */
export function testOf(
    { into }: ContextLookup,
    { matches }: CompiledCondition<unknown>,
    negated: boolean,
): ContextTest {
    return into(negated ? (actual) => !matches(actual) : matches);
}

/** Checks the shape of a constraint, and drops members that the engine does not know. */
export function readConstraint(value: unknown, label: string): ConstraintDefinition {
    const input = record(value, label);
    const definition: ConstraintDefinition = {
        contextName: string(input['contextName'], `${label}: contextName`),
        operator: string(input['operator'], `${label}: operator`),
        values: [...strings(input['values'], `${label}: values`)],
        inverted: optionalBoolean(input['inverted'], `${label}: inverted`),
        caseInsensitive: optionalBoolean(input['caseInsensitive'], `${label}: caseInsensitive`),
    };
    if (typeof input['value'] === 'string' || typeof input['value'] === 'number') {
        definition.value = String(input['value']);
    } else if (input['value'] !== undefined && input['value'] !== null) {
        throw new Malformed(`${label}: value is not a string`);
    }
    return definition;
}

export function compileCondition(definition: ConstraintDefinition): {
    condition: CompiledCondition<unknown>;
    negated: boolean;
} {
    const { operator: name, value, values = [], caseInsensitive = false, inverted = false } = definition;
    const operator = findOperator(name);
    // The inversion of an unknown operator must not match.
    if (operator === undefined)
        return { condition: unmatchable(`unknown operator ${quoteValue(name)}`), negated: false };
    const condition = operator.compile({ value, values, caseInsensitive });
    return { condition, negated: inverted !== (operator.negated ?? false) };
}

function unmatchable(problem: string): CompiledCondition<unknown> {
    return { reads: nothing, matches: () => false, problem };
}

/** Tests a text that comes from elsewhere than from a context; undefined: there is none. */
export function matchesText(
    constraint: Omit<ConstraintDefinition, 'contextName'>,
    actual: string | undefined,
): boolean {
    const { condition, negated } = compileCondition({ ...constraint, contextName: TESTED });
    const read = condition.reads.of(TESTED, { now: () => Number.NaN, random: () => 0 });
    return condition.matches(read({ properties: { [TESTED]: actual } })) !== negated;
}

const TESTED = 'tested';

/** Describes the defect of a constraint; `undefined` for a valid one. */
export function constraintProblem(value: unknown): string | undefined {
    try {
        const definition = readConstraint(value, 'constraint');
        const { problem } = compileCondition(definition).condition;
        return problem;
    } catch (error) {
        return error instanceof Malformed ? error.message : 'the constraint cannot be read';
    }
}
