import { actionNamed } from '../../../../changes/action-registry.ts';
import { asRecord, isRecord } from '../../../../core/json/is-record.ts';
import { flagActions } from '../../../flags/flags/flag.proposables.ts';
import { strategyActions } from '../../../flags/strategies/strategy.proposables.ts';
import type { Targets } from '../merge/targets.ts';
import type { ChangeRow } from '../request/change-request.queries.ts';

type Change = Pick<ChangeRow, 'id' | 'feature' | 'action' | 'payload'>;

interface DefaultChange {
    action: string;
    payload: unknown;
}

/** Requirements that the strategies of flags impose on the changes of a request. */
interface StrategyNeeds {
    /** The ids of the changes that turn a flag on which then has no enabled strategy. */
    lacking: ReadonlySet<number>;
    /** The flags that lose their last strategy, and so are turned off. */
    emptied: ReadonlySet<string>;
}

/** Follows the strategies of each flag through the changes of a request, which are in the order of application. */
export function strategyNeedsOf(changes: readonly Change[], { strategiesOf }: Targets): StrategyNeeds {
    const lacking = new Set<number>();
    const emptied = new Set<string>();
    for (const [flag, own] of Map.groupBy(changes, ({ feature }) => feature)) {
        if (flag === null) continue;
        const isActive = new Map<unknown, boolean>(strategiesOf(flag).map(({ id, disabled }) => [id, !disabled]));
        const hadSome = isActive.size > 0;
        let isSwitched = false;
        for (const { id: change, action, payload } of own) {
            const declared = actionNamed(action);
            declared?.strategies?.(isActive, payload);
            if (!declared?.turnsOn) continue;
            isSwitched = true;
            if (!declared.turnsOn(payload) || [...isActive.values()].includes(true)) continue;
            if (asRecord(payload)['shouldActivateDisabledStrategies'] && isActive.size > 0) {
                for (const each of isActive.keys()) isActive.set(each, true);
            } else {
                lacking.add(change);
                isActive.set(change, true);
            }
        }
        if (!isSwitched && hadSome && isActive.size === 0) emptied.add(flag);
    }
    return { lacking, emptied };
}

/** Returns the strategy that a change contains for a flag without an enabled strategy. */
export const defaultStrategyIn = (payload: unknown): Record<string, unknown> | undefined =>
    isRecord(payload) && isRecord(payload['defaultStrategy']) ? payload['defaultStrategy'] : undefined;

/**
 * Returns the side effects on flags, which ensure that an enabled flag has a strategy: a flag that is turned on without any gets the
 * default strategy of the request, and a flag that loses its last strategy is turned off.
 */
export function defaultChangesOf(changes: readonly Change[], targets: Targets): Map<string, DefaultChange> {
    const { lacking, emptied } = strategyNeedsOf(changes, targets);
    const sideEffects = new Map<string, DefaultChange>();
    for (const { id, feature, payload } of changes) {
        const strategy = lacking.has(id) ? defaultStrategyIn(payload) : undefined;
        if (strategy) sideEffects.set(feature!, { action: strategyActions.addStrategy.name, payload: strategy });
    }
    for (const flag of emptied) {
        sideEffects.set(flag, { action: flagActions.updateEnabled.name, payload: { enabled: false } });
    }
    return sideEffects;
}
