import { useQueryClient } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { api } from '../../api/client.ts';
import { type CachedFlagList, flagListKey } from '../../api/flag-rows.ts';
import type { FlagOverview, ListedFlags } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { count } from '../../components/text/numbers.ts';
import type { Trial } from '../effects/what-if.queries.ts';
import { flagChange, flagSetChange } from './flag.queries.ts';
import { type FlagEnvironmentAt, flagRequests } from './flag-requests.ts';

const isOn = (flag: FlagOverview, environment: string) =>
    flag.environments.find(({ name }) => name === environment)?.enabled;

/** Whether no strategy is enabled, so that turning the flag on adds the project's default strategy. */
const hasNoEnabledStrategy = (flag: FlagOverview, environment: string) =>
    flag.environments.find(({ name }) => name === environment)?.hasEnabledStrategies === false;

interface AddedStrategy {
    at: FlagEnvironmentAt;
    id: string;
}

/** The maximum number of flags whose strategies are loaded for undo. Each flag needs its own request. */
const MAX_FLAGS_WITH_UNDO = 50;

interface BulkSwitch {
    features: string[];
    environment: string;
    enabled: boolean;
    isProduction: boolean;
}

/** The bulk actions on flags. */
export function useBulk(projectId: string) {
    const queries = useQueryClient();
    const path = { projectId };
    const flagsText = (features: readonly string[]) =>
        features.length === 1 ? String(features[0]) : count(features.length, 'flag');
    const reviveFlags = (features: string[], client: ApiClient) =>
        client.POST('/api/admin/projects/{projectId}/revive', { path, body: { features } });
    const revivedMessage = (features: string[]) => `${flagsText(features)} restored (off in all environments)`;
    const invalidates = (features: string[]) => flagSetChange(projectId, features);

    const archiveFlags = (features: string[], client: ApiClient) =>
        client.POST('/api/admin/projects/{projectId}/archive', { path, body: { features } });
    const archive = useChange(archiveFlags, {
        successMessage: (features) => `${flagsText(features)} archived`,
        invalidates,
        staysUndoable: () => true,
        undo: (features) => ({ run: () => reviveFlags(features, api), successMessage: revivedMessage(features) }),
    });
    const revive = useChange(reviveFlags, { successMessage: revivedMessage, invalidates, isDirect: true });
    const deleteFlags = (features: string[], client: ApiClient) =>
        client.POST('/api/admin/projects/{projectId}/delete', { path, body: { features } });
    const remove = useChange(deleteFlags, {
        successMessage: (features) => `${flagsText(features)} permanently deleted`,
        invalidates,
    });
    const stale = useChange(
        (body: { features: string[]; stale: boolean }, client) =>
            client.POST('/api/admin/projects/{projectId}/stale', { path, body }),
        {
            successMessage: (body) => `${flagsText(body.features)} marked as ${body.stale ? 'stale' : 'active'}`,
            invalidates: ({ features }) => invalidates(features),
            isDirect: true,
        },
    );
    const requestSwitch = ({ features, environment, enabled }: Omit<BulkSwitch, 'isProduction'>, client: ApiClient) => {
        const options = { path: { projectId, environment }, body: { features } };
        return enabled
            ? client.POST('/api/admin/projects/{projectId}/bulk_features/environments/{environment}/on', options)
            : client.POST('/api/admin/projects/{projectId}/bulk_features/environments/{environment}/off', options);
    };
    const rowsOf = (features: readonly string[]) => {
        const names = new Set(features);
        const list = queries.getQueryData<CachedFlagList>(flagListKey(projectId));
        const searches = queries.getQueriesData<ListedFlags>({ queryKey: ['search'], type: 'active' });
        const cached = new Map<string, FlagOverview>(
            [...searches.flatMap(([, data]) => data?.features ?? []), ...(list?.features ?? [])].map((flag) => [
                flag.name,
                flag,
            ]),
        );
        return [...cached.values()].filter(({ name }) => names.has(name));
    };
    /** Returns the strategies that were added. */
    async function enableAll(change: BulkSwitch, client: ApiClient): Promise<AddedStrategy[]> {
        // For many flags, or flags not in the cache, undo leaves the added strategies in place. That is better than failing to turn
        // them on.
        const withoutStrategy =
            change.features.length > MAX_FLAGS_WITH_UNDO
                ? []
                : rowsOf(change.features).filter((flag) => hasNoEnabledStrategy(flag, change.environment));
        const strategies = () =>
            Promise.all(
                withoutStrategy.map(async ({ name: featureName }) => {
                    const at = { projectId, featureName, environment: change.environment };
                    const list = await flagRequests.strategies(client, at).catch(() => []);
                    return list.map(({ id }) => ({ at, id }));
                }),
            );
        const before = new Set((await strategies()).flat().map(({ id }) => id));
        await requestSwitch(change, client);
        return (await strategies()).flat().filter(({ id }) => !before.has(id));
    }
    const switchedMessage = ({ features, environment, enabled }: BulkSwitch) =>
        `${flagsText(features)} turned ${enabled ? 'on' : 'off'} in ${environment}`;
    const setEnabled = async (change: BulkSwitch, client: ApiClient): Promise<AddedStrategy[]> => {
        if (change.enabled) return enableAll(change, client);
        await requestSwitch(change, client);
        return [];
    };
    const toggle = useChange(setEnabled, {
        successMessage: switchedMessage,
        invalidates: ({ features }) => flagChange(projectId, features),
        isDirect: true,
        staysUndoable: ({ isProduction }) => isProduction,
        // Flags that already had the requested state are not changed by undo.
        before: ({ features, environment, enabled }) =>
            rowsOf(features).filter((flag) => isOn(flag, environment) !== enabled),
        undo: ({ enabled, ...rest }, others, added) => {
            if (others.length === 0) return undefined;
            const back = { ...rest, features: others.map(({ name }) => name), enabled: !enabled };
            const run = async () => {
                await requestSwitch(back, api);
                for (const { at, id } of added) await flagRequests.removeStrategy(api, at, id);
            };
            return { run, successMessage: switchedMessage(back) };
        },
    });
    const tag = useChange(
        ({ features, value }: { features: string[]; value: string }, client) =>
            client.PUT('/api/admin/projects/{projectId}/tags', {
                path,
                body: { features, tags: { addedTags: [{ type: 'simple', value }], removedTags: [] } },
            }),
        {
            successMessage: ({ features, value }) => `${flagsText(features)} tagged ${value}`,
            invalidates: ({ features }) => flagChange(projectId, features),
            isDirect: true,
        },
    );
    const requests = { archive: archiveFlags, revive: reviveFlags, delete: deleteFlags };
    const trialOf = (what: keyof typeof requests, features: string[]): Trial => ({
        project: projectId,
        request: (client) => requests[what](features, client),
        key: [what, projectId, features],
    });
    const switchTrial = (input: Parameters<typeof requestSwitch>[0]): Trial => ({
        project: projectId,
        request: (client) => requestSwitch(input, client),
        key: ['turn', projectId, input],
    });
    return { archive, revive, remove, stale, toggle, tag, trialOf, turning: switchTrial };
}
