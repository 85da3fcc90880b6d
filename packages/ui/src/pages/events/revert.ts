import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { Flag, FoundEvent, Strategy } from '../../api/types.ts';
import { differences } from '../../components/Diff.tsx';
import { notify } from '../../components/notify.tsx';
import { refreshFlags, turnOn } from '../flags/flag.queries.ts';
import { hasOnlyDisabled } from '../flags/TurnOnDialog.tsx';
import { draftOf, toBody } from '../strategies/draft.ts';
import { isOnOnlyBy } from '../strategies/strategy.queries.ts';

const STRATEGY =
    '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}';
const STRATEGIES = '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies';
const ENVIRONMENT = '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}';

const SWITCH = 'UPDATE_FEATURE_ENVIRONMENT';

interface Reverting {
    /** The permission it takes. */
    needs: string;
    /**
     * What it would change in the flag as it is now, which need not be as the event left it.
     * Undefined: what the event was about is gone.
     */
    difference: (flag: Flag) => { before: object; after: object } | undefined;
    run: () => Promise<unknown>;
}

/** How to bring back what was before an event, for the kinds of events where that has one meaning. */
export function reverting(event: FoundEvent): Reverting | undefined {
    const { type, project, featureName, environment } = event;
    if (!project || !featureName) return undefined;
    const flag = { projectId: project, featureName };
    if (type === 'feature-metadata-updated') return revertingMetadata(event, flag);
    if (!environment) return undefined;
    const path = { ...flag, environment };
    // An event of a strategy holds it as the service answers it.
    const [before, after] = [event.preData as Strategy | null, event.data as Strategy | null];
    const onNow = (now: Flag) => now.environments.find(({ name }) => name === environment);
    const bodyNow = (now: Flag, id: string) => {
        const strategy = onNow(now)?.strategies.find((each) => each.id === id);
        return strategy && { ...toBody(draftOf(strategy)), ...placeOf(strategy) };
    };
    // Its place too where the event moved it; elsewhere it stays where others have put it since.
    const placeOf = ({ sortOrder }: Strategy) => (before?.sortOrder === after?.sortOrder ? {} : { sortOrder });
    const turnedOff = (now: Flag, id: string): { on?: boolean } =>
        isOnOnlyBy(now, environment, id) ? { on: true } : {};
    switch (type) {
        case 'feature-strategy-update':
            if (!before) return undefined;
            return {
                needs: 'UPDATE_FEATURE_STRATEGY',
                difference: (now) => {
                    const body = bodyNow(now, before.id);
                    const off = before.disabled ? turnedOff(now, before.id) : {};
                    return (
                        body && {
                            before: { ...body, ...off },
                            after: { ...toBody(draftOf(before)), ...placeOf(before), ...(off.on && { on: false }) },
                        }
                    );
                },
                run: () =>
                    answer(
                        api.PUT(STRATEGY, {
                            params: { path: { ...path, strategyId: before.id } },
                            body: { ...toBody(draftOf(before)), ...placeOf(before) },
                        }),
                    ),
            };
        case 'feature-strategy-remove': {
            if (!before) return undefined;
            const body = { ...toBody(draftOf(before)), sortOrder: before.sortOrder };
            return {
                needs: 'CREATE_FEATURE_STRATEGY',
                difference: () => ({ before: {}, after: toBody(draftOf(before)) }),
                run: () => answer(api.POST(STRATEGIES, { params: { path }, body })),
            };
        }
        case 'feature-strategy-add':
            if (!after) return undefined;
            return {
                needs: 'DELETE_FEATURE_STRATEGY',
                difference: (now) => {
                    const body = bodyNow(now, after.id);
                    const off = turnedOff(now, after.id);
                    return (
                        body && {
                            before: { ...body, ...off },
                            after: off.on ? { on: false } : {},
                        }
                    );
                },
                run: () => answer(api.DELETE(STRATEGY, { params: { path: { ...path, strategyId: after.id } } })),
            };
        case 'feature-environment-enabled':
            return {
                needs: SWITCH,
                difference: (now) => ({ before: { on: onNow(now)?.enabled }, after: { on: false } }),
                run: () => answer(api.POST(`${ENVIRONMENT}/off`, { params: { path } })),
            };
        case 'feature-environment-disabled':
            return {
                needs: SWITCH,
                difference: (now) => {
                    const enables = hasOnlyDisabled(onNow(now));
                    return {
                        before: { on: onNow(now)?.enabled, ...(enables && { strategies: 'disabled' }) },
                        after: { on: true, ...(enables && { strategies: 'enabled' }) },
                    };
                },
                // It was on by an enabled strategy.
                run: () => turnOn(path, { shouldActivateDisabledStrategies: true }),
            };
        default:
            return undefined;
    }
}

/** Only what the event changed: what others changed since stays. */
function revertingMetadata({ preData, data }: FoundEvent, path: { projectId: string; featureName: string }): Reverting {
    const before = (preData ?? {}) as Partial<Flag>;
    const after = (data ?? {}) as Partial<Flag>;
    const members = (['description', 'type', 'impressionData', 'stale'] as const).filter(
        (member) => differences(before[member], after[member]).length > 0,
    );
    const membersOf = (flag: Partial<Flag>) =>
        Object.fromEntries(members.map((member) => [member, flag[member] ?? null]));
    return {
        needs: 'UPDATE_FEATURE',
        difference: (now) => ({ before: membersOf(now), after: membersOf(before) }),
        run: () =>
            answer(
                api.PATCH('/api/admin/projects/{projectId}/features/{featureName}', {
                    params: { path },
                    body: Object.entries(membersOf(before)).map(([member, value]) => ({
                        op: 'replace' as const,
                        path: `/${member}`,
                        value,
                    })),
                }),
            ),
    };
}

export function useRevert(event: FoundEvent) {
    const queries = useQueryClient();
    return useMutation({
        mutationFn: ({ run }: Reverting) => run(),
        onSuccess: () => {
            notify(`${event.featureName} is as it was before event ${event.id}`);
            return refreshFlags(queries, event.project ?? '');
        },
    });
}
