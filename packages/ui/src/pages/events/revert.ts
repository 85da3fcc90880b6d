import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import type { FoundEvent, Strategy } from '../../api/types.ts';
import { notify } from '../../components/notify.tsx';
import { refreshFlags } from '../flags/flag.queries.ts';
import { draftOf, toBody } from '../strategies/draft.ts';

const STRATEGY =
    '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}';
const STRATEGIES = '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies';
const ENVIRONMENT = '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}';

const SWITCH = 'UPDATE_FEATURE_ENVIRONMENT';

interface Reverting {
    /** The permission it takes. */
    needs: string;
    run: () => Promise<unknown>;
}

/** How to bring back what was before an event, for the kinds of events where that has one meaning. */
function reverting(event: FoundEvent): Reverting | undefined {
    const { type, project, featureName, environment } = event;
    if (!project || !featureName) return undefined;
    const flag = { projectId: project, featureName };
    if (type === 'feature-metadata-updated') {
        const { description, type: kind, impressionData, stale } = event.preData as Record<string, unknown>;
        const before = { description: description ?? null, type: kind, impressionData, stale };
        const run = () =>
            answer(
                api.PATCH('/api/admin/projects/{projectId}/features/{featureName}', {
                    params: { path: flag },
                    body: Object.entries(before)
                        .filter(([, value]) => value !== undefined)
                        .map(([member, value]) => ({ op: 'replace' as const, path: `/${member}`, value })),
                }),
            );
        return { needs: 'UPDATE_FEATURE', run };
    }
    if (!environment) return undefined;
    const path = { ...flag, environment };
    // An event of a strategy holds it as the service answers it.
    const [before, after] = [event.preData as Strategy | null, event.data as Strategy | null];
    switch (type) {
        case 'feature-strategy-update':
            if (!before) return undefined;
            return {
                needs: 'UPDATE_FEATURE_STRATEGY',
                run: () =>
                    answer(
                        api.PUT(STRATEGY, {
                            params: { path: { ...path, strategyId: before.id } },
                            body: toBody(draftOf(before)),
                        }),
                    ),
            };
        case 'feature-strategy-remove':
            if (!before) return undefined;
            return {
                needs: 'CREATE_FEATURE_STRATEGY',
                run: () => answer(api.POST(STRATEGIES, { params: { path }, body: toBody(draftOf(before)) })),
            };
        case 'feature-strategy-add':
            if (!after) return undefined;
            return {
                needs: 'DELETE_FEATURE_STRATEGY',
                run: () => answer(api.DELETE(STRATEGY, { params: { path: { ...path, strategyId: after.id } } })),
            };
        case 'feature-environment-enabled':
            return { needs: SWITCH, run: () => answer(api.POST(`${ENVIRONMENT}/off`, { params: { path } })) };
        case 'feature-environment-disabled':
            return { needs: SWITCH, run: () => answer(api.POST(`${ENVIRONMENT}/on`, { params: { path } })) };
        default:
            return undefined;
    }
}

export function useRevert(event: FoundEvent) {
    const queries = useQueryClient();
    const revert = reverting(event);
    const mutation = useMutation({
        mutationFn: async () => {
            await revert?.run();
        },
        onSuccess: () => {
            notify(`${event.featureName} is as it was before event ${event.id}`);
            return refreshFlags(queries, event.project ?? '');
        },
    });
    return revert && { ...mutation, needs: revert.needs };
}
