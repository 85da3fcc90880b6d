import type { Flag, FoundEvent, Permission, Strategy } from '../../api/types.ts';
import { differences } from '../../components/differences.ts';
import { FLAG_MEMBERS } from '../flags/flag-members.ts';
import type { FlagAt, FlagMembers, FlagRequests } from '../flags/flag-requests.ts';
import { hasOnlyDisabled, isOnOnlyBy } from '../flags/flag-state.ts';
import { draftOf, toBody } from '../strategies/draft.ts';

export interface Reverting {
    /** The permission it takes. */
    needs: Permission;
    /**
     * What it would change in the flag as it is now, which need not be as the event left it.
     * Undefined: what the event was about is gone.
     */
    difference: (flag: Flag) => { before: object; after: object } | undefined;
    run: (requests: FlagRequests) => Promise<unknown>;
}

/** How to bring back what was before an event, for the kinds of events where that has one meaning. */
export function reverting(event: FoundEvent): Reverting | undefined {
    const { type, project, featureName, environment } = event;
    if (!project || !featureName) return undefined;
    const flag = { projectId: project, featureName };
    if (type === 'feature-metadata-updated') return revertingMetadata(event, flag);
    if (!environment) return undefined;
    const at = { ...flag, environment };
    // An event of a strategy holds it as the service answers it.
    const [before, after] = [event.preData as Strategy | null, event.data as Strategy | null];
    const onNow = (now: Flag) => now.environments.find(({ name }) => name === environment);
    const strategyNow = (now: Flag, id: string) => onNow(now)?.strategies.find((each) => each.id === id);
    const turnedOff = (now: Flag, id: string): { on?: boolean } =>
        isOnOnlyBy(now, environment, id) ? { on: true } : {};
    switch (type) {
        case 'feature-strategy-update': {
            if (!before) return undefined;
            // Its place, too, where the event moved it; elsewhere it stays where others have put it since.
            const placeOf = ({ sortOrder }: Strategy) => (before.sortOrder === after?.sortOrder ? {} : { sortOrder });
            const body = { ...toBody(draftOf(before)), ...placeOf(before) };
            return {
                needs: 'UPDATE_FEATURE_STRATEGY',
                difference: (now) => {
                    const strategy = strategyNow(now, before.id);
                    if (!strategy) return undefined;
                    const off = before.disabled ? turnedOff(now, before.id) : {};
                    return {
                        before: { ...toBody(draftOf(strategy)), ...placeOf(strategy), ...off },
                        after: { ...body, ...(off.on && { on: false }) },
                    };
                },
                run: ({ replaceStrategy }) => replaceStrategy(at, before.id, body),
            };
        }
        case 'feature-strategy-remove': {
            if (!before) return undefined;
            const body = toBody(draftOf(before));
            return {
                needs: 'CREATE_FEATURE_STRATEGY',
                difference: () => ({ before: {}, after: body }),
                run: ({ addStrategy }) => addStrategy(at, { ...body, sortOrder: before.sortOrder }),
            };
        }
        case 'feature-strategy-add':
            if (!after) return undefined;
            return {
                needs: 'DELETE_FEATURE_STRATEGY',
                difference: (now) => {
                    const strategy = strategyNow(now, after.id);
                    if (!strategy) return undefined;
                    const off = turnedOff(now, after.id);
                    return { before: { ...toBody(draftOf(strategy)), ...off }, after: off.on ? { on: false } : {} };
                },
                run: ({ removeStrategy }) => removeStrategy(at, after.id),
            };
        case 'feature-environment-enabled':
            return {
                needs: 'UPDATE_FEATURE_ENVIRONMENT',
                difference: (now) => ({ before: { on: onNow(now)?.enabled }, after: { on: false } }),
                run: ({ turnOff }) => turnOff(at),
            };
        case 'feature-environment-disabled':
            return {
                needs: 'UPDATE_FEATURE_ENVIRONMENT',
                difference: (now) => {
                    const enables = hasOnlyDisabled(onNow(now));
                    return {
                        before: { on: onNow(now)?.enabled, ...(enables && { strategies: 'disabled' }) },
                        after: { on: true, ...(enables && { strategies: 'enabled' }) },
                    };
                },
                // It was on by an enabled strategy.
                run: ({ turnOn }) => turnOn(at, { shouldActivateDisabledStrategies: true }),
            };
        default:
            return undefined;
    }
}

const MEMBERS = [...FLAG_MEMBERS, 'stale'] as const satisfies readonly (keyof FlagMembers)[];

/** Only what the event changed: what others changed since stays. */
function revertingMetadata({ preData, data }: FoundEvent, at: FlagAt): Reverting {
    const before = (preData ?? {}) as Partial<Flag>;
    const after = (data ?? {}) as Partial<Flag>;
    const changed = MEMBERS.filter((member) => differences(before[member], after[member]).length > 0);
    const changedOf = (flag: Partial<Flag>): FlagMembers =>
        Object.fromEntries(changed.map((member) => [member, flag[member] ?? null]));
    return {
        needs: 'UPDATE_FEATURE',
        difference: (now) => ({ before: changedOf(now), after: changedOf(before) }),
        run: ({ setMembers }) => setMembers(at, changedOf(before)),
    };
}
