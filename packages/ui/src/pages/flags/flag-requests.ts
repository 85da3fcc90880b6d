import { answer, api } from '../../api/client.ts';
import type { Flag, NewFlag, NewStrategy } from '../../api/types.ts';

export interface FlagAt {
    projectId: string;
    featureName: string;
}

export interface FlagEnvironmentAt extends FlagAt {
    environment: string;
}

/** Where what changes is noticed by people, the type of the environment tells. */
export interface FlagEnvironmentOfType extends FlagEnvironmentAt {
    type: string;
}

const FLAG = '/api/admin/projects/{projectId}/features/{featureName}';
const ENVIRONMENT = `${FLAG}/environments/{environment}` as const;
const STRATEGIES = `${ENVIRONMENT}/strategies` as const;

/** The settings of a flag. */
export type FlagMembers = Omit<NewFlag, 'name' | 'tags'> & Partial<Pick<Flag, 'stale'>>;

/** What changes one flag, as it is asked of the service. */
export const flagRequests = {
    turnOn: (path: FlagEnvironmentAt, query: { shouldActivateDisabledStrategies?: boolean } = {}) =>
        answer(api.POST(`${ENVIRONMENT}/on`, { params: { path, query } })),

    turnOff: (path: FlagEnvironmentAt) => answer(api.POST(`${ENVIRONMENT}/off`, { params: { path } })),

    strategies: (path: FlagEnvironmentAt) => answer(api.GET(STRATEGIES, { params: { path } })),

    addStrategy: (path: FlagEnvironmentAt, body: NewStrategy) =>
        answer(api.POST(STRATEGIES, { params: { path }, body })),

    replaceStrategy: (at: FlagEnvironmentAt, strategyId: string, body: NewStrategy) =>
        answer(api.PUT(`${STRATEGIES}/{strategyId}`, { params: { path: { ...at, strategyId } }, body })),

    removeStrategy: (at: FlagEnvironmentAt, strategyId: string) =>
        answer(api.DELETE(`${STRATEGIES}/{strategyId}`, { params: { path: { ...at, strategyId } } })),

    orderStrategies: (path: FlagEnvironmentAt, ids: readonly string[]) =>
        answer(
            api.POST(`${STRATEGIES}/set-sort-order`, {
                params: { path },
                body: ids.map((id, sortOrder) => ({ id, sortOrder })),
            }),
        ),

    setMembers: (path: FlagAt, members: FlagMembers) =>
        answer(
            api.PATCH(FLAG, {
                params: { path },
                body: Object.entries(members).map(([member, value]) => ({
                    op: 'replace' as const,
                    path: `/${member}`,
                    value,
                })),
            }),
        ),
};
