import type { ActionTarget, TargetEffect } from '../../../changes/action-rules.ts';
import type { DeclaredAction } from '../../../changes/proposable.ts';
import { configActions } from '../../catalogue/approval-rules/change-request-config.proposables.ts';
import { segmentActions } from '../../catalogue/segments/segment.proposables.ts';
import { dependencyActions } from '../../flags/dependencies/dependency.proposables.ts';
import { flagTagActions } from '../../flags/flag-tags/flag-tag.proposables.ts';
import { flagActions } from '../../flags/flags/flag.proposables.ts';
import { strategyActions } from '../../flags/strategies/strategy.proposables.ts';
import { variantActions } from '../../flags/variants/variant.proposables.ts';

/** All actions that a proposal may contain, by their names in the API. */
export const ACTIONS = {
    ...flagActions,
    ...strategyActions,
    ...variantActions,
    ...dependencyActions,
    ...flagTagActions,
    ...segmentActions,
    ...configActions,
};

export type ActionName = keyof typeof ACTIONS;

export const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[];

/** Returns the declaration of an action; undefined for a stored change of another release that this release does not support. */
export const actionNamed = (name: string): DeclaredAction | undefined =>
    // The compiler cannot relate the payload to a name that is only known at run time.
    Object.hasOwn(ACTIONS, name) ? (ACTIONS[name as ActionName] as unknown as DeclaredAction) : undefined;

/** Whether the action has one of these effects on that kind of object. */
export function affects(
    action: string,
    object: ActionTarget,
    effects: readonly TargetEffect[] = ['updates', 'removes'],
): boolean {
    const target = actionNamed(action)?.target;
    return target?.object === object && effects.includes(target.effect);
}
