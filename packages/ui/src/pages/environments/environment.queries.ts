import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../api/api-client.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';

const key = 'environments';

export function useEnvironments(isEnabled = true) {
    return useQuery({
        enabled: isEnabled,
        queryKey: [key],
        queryFn: () => api.GET('/api/admin/environments'),
        select: ({ environments }) => environments,
    });
}

export interface EnvironmentInput {
    name: string;
    type: string;
    protected: boolean;
    isNew: boolean;
    /** For a new environment: the one whose switches and strategies are copied. Empty for none. */
    source: string;
}

/** The request of the change, which is also used for the rehearsal. */
export function saveEnvironment(client: ApiClient, input: EnvironmentInput): Promise<unknown> {
    const { name, type, protected: isProtected, isNew, source } = input;
    if (!isNew) {
        const body = { type, protected: isProtected };
        return client.PUT('/api/admin/environments/update/{name}', { path: { name }, body });
    }
    if (source === '') {
        return client.POST('/api/admin/environments', { body: { name, type, protected: isProtected } });
    }
    return client.POST('/api/admin/environments/{name}/clone', { path: { name: source }, body: { name, type } });
}

export function useSaveEnvironment() {
    return useChange(
        async (input: EnvironmentInput, client) => {
            await saveEnvironment(client, input);
            // A copy is created without protection.
            if (input.isNew && input.source !== '' && input.protected) {
                await saveEnvironment(client, { ...input, isNew: false });
            }
        },
        {
            successMessage: ({ name, isNew, source }) =>
                `Environment ${name} ${isNew ? 'created' : 'changed'}${source && ` from ${source}`}`,
            invalidates: [key, 'projects', 'flags'],
        },
    );
}

export const deleteEnvironment = (client: ApiClient, name: string) =>
    client.DELETE('/api/admin/environments/{name}', { path: { name } });

export function useDeleteEnvironment() {
    return useChange((name: string, client) => deleteEnvironment(client, name), {
        successMessage: (name) => `Environment ${name} deleted`,
        invalidates: [key, 'projects', 'flags'],
    });
}

export function useOrderEnvironments() {
    return useChange(
        (names: string[], client) =>
            client.PUT('/api/admin/environments/sort-order', {
                body: Object.fromEntries(names.map((name, index) => [name, index + 1])),
            }),
        { successMessage: () => 'Environments reordered', invalidates: [key, 'flags'], isDirect: true },
    );
}

export function useEnableEnvironment() {
    return useChange(
        ({ name, enabled }: { name: string; enabled: boolean }, client) => {
            const params = { path: { name } };
            return enabled
                ? client.POST('/api/admin/environments/{name}/on', params)
                : client.POST('/api/admin/environments/{name}/off', params);
        },
        {
            successMessage: ({ name, enabled }) => `New projects ${enabled ? 'get' : 'no longer get'} ${name}`,
            invalidates: [key],
            isDirect: true,
        },
    );
}
