import { constraintProblem, valuesOf } from '@halyard/engine';
import type { Constraint } from '../../api/types.ts';

/** Why a constraint cannot be saved yet: what is missing, or what the engine could not read. */
export function constraintGap(constraint: Constraint): string | undefined {
    if (!constraint.contextName.trim()) return 'Choose a context field';
    if (valuesOf(constraint).every((value) => value.trim() === '')) return 'Enter what to compare with';
    const problem = constraintProblem({ ...constraint, values: constraint.values ?? [] });
    return problem && `${problem.charAt(0).toUpperCase()}${problem.slice(1)}`;
}
