import type { ApiClient } from '../../api/api-client.ts';
import type { Flag, NewFlag, NewStrategy } from '../../api/types.ts';

export interface FlagAt {
    projectId: string;
    featureName: string;
}

export interface FlagEnvironmentAt extends FlagAt {
    environment: string;
}

/** The type of the environment determines whether a change affects production. */
export interface FlagEnvironmentOfType extends FlagEnvironmentAt {
    type: string;
}

const FLAG = '/api/admin/projects/{projectId}/features/{featureName}';
const ENVIRONMENT = `${FLAG}/environments/{environment}` as const;
const STRATEGIES = `${ENVIRONMENT}/strategies` as const;

/** The editable settings of a flag. */
export type FlagMembers = Omit<NewFlag, 'name' | 'tags'> & Partial<Pick<Flag, 'stale'>>;

/** The requests that change one flag. */
export const flagRequests = {
    turnOn: (client: ApiClient, path: FlagEnvironmentAt, query: { shouldActivateDisabledStrategies?: boolean } = {}) =>
        client.POST(`${ENVIRONMENT}/on`, { path, query }),

    turnOff: (client: ApiClient, path: FlagEnvironmentAt) => client.POST(`${ENVIRONMENT}/off`, { path }),

    strategies: (client: ApiClient, path: FlagEnvironmentAt) => client.GET(STRATEGIES, { path }),

    addStrategy: (client: ApiClient, path: FlagEnvironmentAt, body: NewStrategy) =>
        client.POST(STRATEGIES, { path, body }),

    replaceStrategy: (client: ApiClient, at: FlagEnvironmentAt, strategyId: string, body: NewStrategy) =>
        client.PUT(`${STRATEGIES}/{strategyId}`, { path: { ...at, strategyId }, body }),

    removeStrategy: (client: ApiClient, at: FlagEnvironmentAt, strategyId: string) =>
        client.DELETE(`${STRATEGIES}/{strategyId}`, { path: { ...at, strategyId } }),

    orderStrategies: (client: ApiClient, path: FlagEnvironmentAt, ids: readonly string[]) =>
        client.POST(`${STRATEGIES}/set-sort-order`, { path, body: ids.map((id, sortOrder) => ({ id, sortOrder })) }),

    setMembers: (client: ApiClient, path: FlagAt, members: FlagMembers) =>
        client.PATCH(FLAG, {
            path,
            body: Object.entries(members).map(([member, value]) => ({
                op: 'replace' as const,
                path: `/${member}`,
                value,
            })),
        }),
};
