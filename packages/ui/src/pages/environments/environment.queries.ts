import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';

const key = 'environments';

export function useEnvironments(isWanted = true) {
    return useQuery({
        enabled: isWanted,
        queryKey: [key],
        queryFn: () => answer(api.GET('/api/admin/environments')),
        select: ({ environments }) => environments,
    });
}

interface EnvironmentInput {
    name: string;
    type: string;
    protected: boolean;
    isNew: boolean;
    /** For a new one: the environment whose switches and strategies its flags begin with. Empty: none. */
    source: string;
}

export function useSaveEnvironment() {
    return useChange(
        async ({ name, type, protected: isProtected, isNew, source }: EnvironmentInput) => {
            if (isNew && source === '') {
                await answer(api.POST('/api/admin/environments', { body: { name, type, protected: isProtected } }));
                return;
            }
            if (isNew) {
                const params = { path: { name: source } };
                await answer(api.POST('/api/admin/environments/{name}/clone', { params, body: { name, type } }));
            }
            if (!isNew || isProtected) {
                const params = { path: { name } };
                const body = { type, protected: isProtected };
                await answer(api.PUT('/api/admin/environments/update/{name}', { params, body }));
            }
        },
        {
            says: ({ name, isNew, source }) =>
                `Environment ${name} ${isNew ? 'created' : 'changed'}${source && ` from ${source}`}`,
            refreshes: [key, 'projects', 'flags'],
        },
    );
}

/** As it is asked of the service. */
export const deleteEnvironment = (name: string) =>
    answer(api.DELETE('/api/admin/environments/{name}', { params: { path: { name } } }));

export function useDeleteEnvironment() {
    return useChange(deleteEnvironment, {
        says: (name) => `Environment ${name} deleted`,
        refreshes: [key, 'projects', 'flags'],
    });
}

export function useOrderEnvironments() {
    return useChange(
        (names: string[]) =>
            answer(
                api.PUT('/api/admin/environments/sort-order', {
                    body: Object.fromEntries(names.map((name, index) => [name, index + 1])),
                }),
            ),
        { says: () => 'Environments reordered', refreshes: [key, 'flags'], isDirect: true },
    );
}

export function useEnableEnvironment() {
    return useChange(
        ({ name, enabled }: { name: string; enabled: boolean }) => {
            const params = { params: { path: { name } } };
            return enabled
                ? answer(api.POST('/api/admin/environments/{name}/on', params))
                : answer(api.POST('/api/admin/environments/{name}/off', params));
        },
        {
            says: ({ name, enabled }) => `New projects ${enabled ? 'get' : 'no longer get'} ${name}`,
            refreshes: [key],
            isDirect: true,
        },
    );
}
