import { constraintProblem, valuesOf } from '@halyard/engine';
import type { Constraint } from '../../api/types.ts';

/** Returns why a constraint cannot be saved: a missing value, or one that the engine cannot parse. */
export function constraintGap(constraint: Constraint): string | undefined {
    if (!constraint.contextName.trim()) return 'Choose a context field';
    if (valuesOf(constraint).every((value) => value.trim() === '')) return 'Enter what to compare with';
    const problem = constraintProblem({ ...constraint, values: constraint.values ?? [] });
    return problem && `${problem.charAt(0).toUpperCase()}${problem.slice(1)}`;
}
