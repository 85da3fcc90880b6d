import { constraintProblem, findOperator } from '@halyard/engine';
import { exceedsLimit, invalid } from '../../../core/errors/errors.ts';
import type { ResourceLimits } from '../../../core/settings/resource-limits.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { StoredConstraint } from '../../../storage/tables/strategies.ts';
import type { Constraint, NewConstraint } from './constraint.schemas.ts';

/**
 * Returns the constraints in stored form, or throws an error that names the first unusable one. `path` is their
 * location in the request.
 */
export function validateConstraints(
    constraints: readonly NewConstraint[],
    { legalValues, path }: { legalValues: LegalValues; path: string },
): Constraint[] {
    constraints.forEach((constraint, index) => {
        check(constraint, legalValues, `${path}/${index}`);
    });
    return constraints.map((constraint) => ({ ...constraint, values: constraint.values ?? [] }));
}

/** Checks a single constraint that is the entire request body. */
export async function checkConstraint(db: Db, constraint: NewConstraint): Promise<void> {
    check(constraint, await loadLegalValues(db, fieldsOf([constraint]), null), '/body');
}

/** Legal values by context field. Fields that are not in the map accept every value. */
export type LegalValues = ReadonlyMap<string, ReadonlySet<string>>;

function check(constraint: NewConstraint, legalValues: LegalValues, path: string): void {
    const { contextName } = constraint;
    const problem = problemOf(constraint) ?? illegalValueOf(constraint, legalValues.get(contextName));
    if (problem) throw invalid(`The constraint on ${contextName} cannot be used: ${problem}.`, path);
}

function problemOf(constraint: NewConstraint): string | undefined {
    const { operator, value = '', values = [], inverted } = constraint;
    if (findOperator(operator)?.takes === 'values') {
        if (values.every((each) => each.trim() === '')) return `${operator} needs at least one value in "values"`;
    } else if (value.trim() === '') {
        return `${operator} needs a text in "value"`;
    }
    // Unleash servers never published inverted patterns, so SDKs may interpret them differently.
    if (operator === 'REGEX' && inverted) return 'REGEX cannot be inverted; write the opposite pattern';
    return constraintProblem(constraint);
}

/** The values of these operators are patterns, which a list of legal values cannot contain. */
const PATTERN_OPERATORS = ['REGEX', 'IN_CIDR'];

function illegalValueOf(
    { operator, value = '', values = [] }: NewConstraint,
    legal: ReadonlySet<string> | undefined,
): string | undefined {
    if (!legal || PATTERN_OPERATORS.includes(operator)) return undefined;
    const used = findOperator(operator)?.takes === 'values' ? values : [value];
    const illegal = used.find((each) => !legal.has(each));
    return illegal === undefined
        ? undefined
        : `"${illegal}" is not a legal value of this field; use another value, or add it to the legal values`;
}

/**
 * Loads the legal values of instance-wide fields and of the fields of one project; null: of instance-wide fields only.
 */
export async function loadLegalValues(db: Db, names: readonly string[], project: string | null): Promise<LegalValues> {
    const legalValues = new Map<string, Set<string>>();
    for (const chunk of chunked(names)) {
        for (const field of await fieldsNamed(db, { names: chunk })) {
            if (field.legal_values.length === 0 || (field.project !== null && field.project !== project)) continue;
            legalValues.set(field.name, new Set(field.legal_values.map(({ value }) => value)));
        }
    }
    return legalValues;
}

const fieldsNamed = prepared((db: Db, { names }: { names: readonly string[] }) =>
    db.selectFrom('context_fields').select(['name', 'project', 'legal_values']).where('name', 'in', names),
);

/** Limits a list of constraints. A list that exceeds a lowered limit may stay as long as it does not grow. */
export function checkConstraintLimits(
    { constraints: count, constraintValues }: Pick<ResourceLimits, 'constraints' | 'constraintValues'>,
    constraints: readonly NewConstraint[],
    before: readonly StoredConstraint[] = [],
): void {
    if (constraints.length > Math.max(count, before.length)) throw exceedsLimit('constraints in one list', count);
    for (const { contextName, operator, values = [] } of constraints) {
        if (values.length <= constraintValues) continue;
        const wasAsLong = before.some(
            (old) =>
                old.contextName === contextName &&
                old.operator === operator &&
                (old.values?.length ?? 0) >= values.length,
        );
        if (!wasAsLong) throw exceedsLimit(`values in the constraint on ${contextName}`, constraintValues);
    }
}

/** The distinct context fields of the constraints. */
export const fieldsOf = (constraints: readonly StoredConstraint[]) => [
    ...new Set(constraints.map(({ contextName }) => contextName)),
];
