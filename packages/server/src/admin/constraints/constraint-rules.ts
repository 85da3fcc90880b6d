import { constraintProblem, operators } from '@halyard/engine';
import { exceedsLimit, invalid } from '../../core/errors.ts';
import type { ResourceLimits } from '../../core/resource-limits.ts';
import { chunked } from '../../storage/chunked.ts';
import type { Db } from '../../storage/database.ts';
import type { StoredConstraint } from '../../storage/tables.ts';
import type { Constraint, NewConstraint } from './constraint.schemas.ts';

interface Where {
    /** Fields of other projects are not known here; null: only fields of the whole instance are. */
    project: string | null;
    /** Where the list stands in the request. */
    path: string;
}

/** The constraints as they are kept, or an error that names the first one that cannot work. */
export async function checkedConstraints(
    db: Db,
    constraints: readonly NewConstraint[],
    { project, path }: Where,
): Promise<Constraint[]> {
    constraints.forEach((constraint, index) => {
        const problem = problemOf(constraint);
        if (problem)
            throw invalid(`The constraint on ${constraint.contextName} cannot work: ${problem}.`, `${path}/${index}`);
    });
    await checkLegalValues(db, constraints, { project, path });
    return constraints.map((constraint) => ({ ...constraint, values: constraint.values ?? [] }));
}

/** Like `checkedConstraints`, for one constraint that is the whole body. */
export async function checkConstraint(db: Db, constraint: NewConstraint, project: string | null): Promise<void> {
    await checkedConstraints(db, [constraint], { project, path: '/body' });
}

function problemOf(constraint: NewConstraint): string | undefined {
    const { operator, value = '', values = [], inverted } = constraint;
    if (operators[operator]?.takes === 'values') {
        if (values.every((each) => each.trim() === '')) return `${operator} needs at least one value in "values"`;
    } else if (value.trim() === '') {
        return `${operator} needs a text in "value"`;
    }
    // SDKs that do not know the operator would take its opposite for true.
    if (operator === 'REGEX' && inverted) return 'REGEX cannot be inverted; write the opposite pattern';
    return constraintProblem(constraint);
}

/** What these operators are given is a pattern, which no list of legal values can contain. */
const PATTERN_OPERATORS = ['REGEX', 'IN_CIDR'];

async function checkLegalValues(
    db: Db,
    constraints: readonly NewConstraint[],
    { project, path }: Where,
): Promise<void> {
    const legalValues = await legalValuesOf(db, new Set(constraints.map(({ contextName }) => contextName)), project);
    constraints.forEach(({ contextName, operator, value = '', values = [] }, index) => {
        const legal = legalValues.get(contextName);
        if (!legal || PATTERN_OPERATORS.includes(operator)) return;
        const illegal = (operators[operator]?.takes === 'values' ? values : [value]).find((each) => !legal.has(each));
        if (illegal === undefined) return;
        throw invalid(
            `"${illegal}" is not a legal value of the context field ${contextName}. Use one of its legal values, or add this one to them.`,
            `${path}/${index}`,
        );
    });
}

async function legalValuesOf(db: Db, names: ReadonlySet<string>, project: string | null) {
    const legalValues = new Map<string, Set<string>>();
    for (const chunk of chunked([...names])) {
        const fields = await db
            .selectFrom('context_fields')
            .select(['name', 'project', 'legal_values'])
            .where('name', 'in', chunk)
            .execute();
        for (const field of fields) {
            if (field.legal_values.length === 0 || (field.project !== null && field.project !== project)) continue;
            legalValues.set(field.name, new Set(field.legal_values.map(({ value }) => value)));
        }
    }
    return legalValues;
}

/** Bounds a list of constraints. One that was longer already, before a limit was lowered, may stay but not grow. */
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

/** The context fields that constraints look at, each once. */
export const fieldsOf = (constraints: readonly StoredConstraint[]) => [
    ...new Set(constraints.map(({ contextName }) => contextName)),
];
