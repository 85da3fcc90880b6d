import type { Evaluation } from './definitions.ts';
import type { Flag, Parent } from './flag.ts';
import type { FlagSet } from './flag-set.ts';

/**
 * The flag that a dependency names, if it can be a parent. Parents have no parents of their own: one level is all there is,
 * so there is no chain to follow and no cycle to fall into.
 */
export function findParent({ name }: Parent, set: FlagSet): Flag | undefined {
    const parent = set.table.get(name);
    return parent === undefined || parent.plan.parents.length > 0 ? undefined : parent;
}

export function isSatisfied(wanted: Parent, { enabled, variant }: Evaluation): boolean {
    if (!wanted.enabled || !enabled) return enabled === wanted.enabled;
    return wanted.variants.length === 0 || wanted.variants.includes(variant.name);
}
