import { canonicalJson } from '../../../core/json/canonical-json.ts';
import type { StoredConstraint } from '../../../storage/tables/strategies.ts';

/** A list that is a set, in one order. */
export const sortedByJson = <T>(items: readonly T[]): T[] =>
    items
        .map((item) => [canonicalJson(item), item] as const)
        .sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
        .map(([, item]) => item);

/**
 * Constraints in the form in which they are compared. All of them must hold, so their order has no meaning, nor does the order of
 * the values of one constraint. Default values are left out.
 */
export const normalConstraints = (constraints: readonly StoredConstraint[]) =>
    sortedByJson(
        constraints.map(({ contextName, operator, caseInsensitive, inverted, values = [], value }) => ({
            contextName,
            operator,
            ...(caseInsensitive && { caseInsensitive }),
            ...(inverted && { inverted }),
            ...(values.length > 0 && { values: [...new Set(values)].sort() }),
            ...(value && { value }),
        })),
    );

/** The same for values from stored documents, which have been checked by their schemas. */
export const storedConstraints = (constraints: unknown) =>
    normalConstraints(Array.isArray(constraints) ? (constraints as StoredConstraint[]) : []);

export const sameConstraints = (one: unknown, other: unknown): boolean =>
    canonicalJson(storedConstraints(one)) === canonicalJson(storedConstraints(other));
