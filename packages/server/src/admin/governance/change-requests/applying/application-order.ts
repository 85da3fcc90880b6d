import { actionNamed } from '../../../../changes/action-registry.ts';

/** The fields of a change that determine when it is applied. */
interface Ordered {
    feature: string | null;
    action: string;
    payload: unknown;
}

/**
 * Returns the changes in order of application: the order of the proposal, except that a flag is turned on after its strategies are in
 * place. Otherwise a flag that is turned on and gets its first strategy would also get the default strategy, which nobody proposed.
 */
export function sortForApplication<Each extends Ordered>(changes: readonly Each[]): Each[] {
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
