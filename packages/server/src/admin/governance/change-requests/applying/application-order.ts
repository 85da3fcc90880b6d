import { actionNamed } from '../../proposals/registry.ts';

/** As much of a change as decides when it is applied. */
interface Ordered {
    feature: string | null;
    action: string;
    payload: unknown;
}

/**
 * The changes as they are applied: as they were proposed, but a flag is turned on after its strategies are in place. Otherwise
 * one that is turned on and given its first strategy would have the default one beside it, which nobody proposed.
 */
export function inOrderOfApplication<Each extends Ordered>(changes: readonly Each[]): Each[] {
    const lastOf = new Map<string, Each>();
    for (const change of changes) {
        if (change.feature !== null && actionNamed(change.action)?.strategies) lastOf.set(change.feature, change);
    }
    const ordered: Each[] = [];
    const waiting = new Map<Each, Each[]>();
    for (const change of changes) {
        const last = turnsOn(change) ? lastOf.get(change.feature ?? '') : undefined;
        if (last && !ordered.includes(last)) waiting.set(last, [...(waiting.get(last) ?? []), change]);
        else ordered.push(change, ...(waiting.get(change) ?? []));
    }
    return ordered;
}

const turnsOn = ({ action, payload }: Ordered) => actionNamed(action)?.turnsOn?.(payload) === true;
