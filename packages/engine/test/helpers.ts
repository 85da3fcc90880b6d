import {
    type ConstraintDefinition,
    type Context,
    compileFlags,
    evaluate,
    type StrategyDefinition,
} from '../src/index.ts';
import { runtime } from './arbitraries.ts';

export { runtime };

/** A set with one flag named `flag`, enabled with these strategies. */
export function setWith(...strategies: StrategyDefinition[]) {
    return compileFlags({ features: [{ name: 'flag', enabled: true, strategies }] }, runtime);
}

/** Whether a constraint matches a context. */
export function holds(constraint: Partial<ConstraintDefinition>, context: Context): boolean {
    const constraints = [{ contextName: 'a', operator: 'IN', ...constraint }];
    return evaluate(setWith({ name: 'default', constraints }), 'flag', context).enabled;
}
