import type { Context, Evaluation } from './definitions.ts';
import type { CompiledFlag } from './flag.ts';
import type { FlagSet } from './flag-set.ts';
import { OFF, ON } from './outcomes.ts';
import type { Parent } from './read.ts';

/** Returns the index of a flag's result in its outcomes. The set contains its parents. */
export function decide({ plan }: CompiledFlag, context: Context, set: FlagSet): number {
    const { parents, paths } = plan;
    for (let i = 0; i < parents.length; i++) if (!isParentSatisfied(parents[i]!, context, set)) return OFF;
    for (let i = 0; i < paths.length; i++) {
        const { test, variants } = paths[i]!;
        if (test === undefined || test(context)) return variants === undefined ? ON : variants.choose(context);
    }
    return OFF;
}

/** Returns the result of a flag for a context. */
export function evaluationOf(flag: CompiledFlag, context: Context, set: FlagSet): Evaluation {
    return flag.outcomes[decide(flag, context, set)]!;
}

function isParentSatisfied(dependency: Parent, context: Context, set: FlagSet): boolean {
    const parent = findParent(dependency, set);
    return parent !== undefined && isSatisfied(dependency, evaluationOf(parent, context, set));
}

/**
 * Returns the flag that a dependency names, if it can be a parent. Parents cannot have parents: there is only one level, so there are no
 * chains and no cycles.
 */
export function findParent({ name }: Parent, set: FlagSet): CompiledFlag | undefined {
    const parent = set.table.get(name);
    return parent === undefined || parent.plan.parents.length > 0 ? undefined : parent;
}

export function isSatisfied(dependency: Parent, { enabled, variant }: Evaluation): boolean {
    if (!dependency.enabled || !enabled) return enabled === dependency.enabled;
    return dependency.variants.length === 0 || dependency.variants.includes(variant.name);
}
