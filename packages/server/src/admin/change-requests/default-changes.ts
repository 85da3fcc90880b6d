import type { Db } from '../../storage/database.ts';
import { findProjectEnvironment } from '../projects/project.queries.ts';
import { listStrategies } from '../strategies/strategy.queries.ts';
import type { StoredRequest } from './change-request.queries.ts';

interface DefaultChange {
    action: string;
    payload: unknown;
}

/**
 * What happens to flags beside what is proposed, so that one that is on has a strategy: one that is turned on without any gets
 * the default one, and one that loses its last is turned off.
 */
export async function defaultChangesOf(db: Db, request: StoredRequest): Promise<Map<string, DefaultChange>> {
    const { project, environment } = request;
    const ofFlags = Map.groupBy(
        request.changes.filter(({ feature }) => feature !== null),
        ({ feature }) => feature!,
    );
    const found = new Map<string, DefaultChange>();
    if (ofFlags.size === 0) return found;
    const names = [...ofFlags.keys()];
    const [strategies, place] = await Promise.all([
        listStrategies(db, names, environment),
        findProjectEnvironment(db, project, environment),
    ]);
    for (const [flag, changes] of ofFlags) {
        const active = new Map(
            (strategies.get(flag)?.get(environment) ?? []).map(({ id, disabled }) => [id, !disabled]),
        );
        const hadSome = active.size > 0;
        let turned: { enabled: boolean; shouldActivateDisabledStrategies?: boolean } | undefined;
        for (const { action, payload } of changes) {
            const { id, disabled } = (payload ?? {}) as { id?: string; disabled?: boolean };
            if (action === 'addStrategy') active.set(id!, !disabled);
            if (action === 'updateStrategy' && disabled !== undefined) active.set(id!, !disabled);
            if (action === 'deleteStrategy') active.delete(id!);
            if (action === 'updateEnabled') turned = payload as typeof turned;
        }
        const isRevived = turned?.shouldActivateDisabledStrategies && active.size > 0;
        if (turned?.enabled && !isRevived && ![...active.values()].includes(true)) {
            const { disabled: _, ...strategy } = place?.default_strategy ?? { name: 'flexibleRollout' };
            found.set(flag, { action: 'addStrategy', payload: everyone(flag, strategy) });
        } else if (!turned && hadSome && active.size === 0) {
            found.set(flag, { action: 'updateEnabled', payload: { enabled: false } });
        }
    }
    return found;
}

/** As the strategy will be: what it leaves out is that it holds for all. */
const everyone = (flag: string, strategy: { name: string; parameters?: Record<string, string> }) => ({
    constraints: [],
    segments: [],
    variants: [],
    ...strategy,
    parameters: { rollout: '100', stickiness: 'default', groupId: flag, ...strategy.parameters },
});
