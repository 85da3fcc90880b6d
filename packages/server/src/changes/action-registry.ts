import type { ActionTarget, TargetEffect } from './action-rules.ts';
import type { DeclaredAction } from './proposable.ts';

const registered = new Map<string, DeclaredAction>();

/**
 * Registers the actions that proposals may contain. The composition root calls it, so that every area may declare actions. The
 * returned function removes them.
 */
export function registerActions(actions: readonly DeclaredAction[]): () => void {
    for (const action of actions) {
        const known = registered.get(action.name);
        if (known !== undefined && known !== action) throw new Error(`Two actions have the name ${action.name}.`);
        registered.set(action.name, action);
    }
    return () => actions.forEach(({ name }) => void registered.delete(name));
}

/** Returns all actions, in the order of their registration. */
export const listActions = (): DeclaredAction[] => [...registered.values()];

/** Returns the declaration of an action; undefined for a stored change of another release that this release does not support. */
export function actionNamed(name: string): DeclaredAction | undefined {
    // Without any action, every stored change would seem to be of another release.
    if (registered.size === 0) throw new Error('No actions are registered yet.');
    return registered.get(name);
}

/** Whether the action has one of these effects on that kind of object. */
export function affects(
    action: string,
    object: ActionTarget,
    effects: readonly TargetEffect[] = ['updates', 'removes'],
): boolean {
    const target = actionNamed(action)?.target;
    return target?.object === object && effects.includes(target.effect);
}
