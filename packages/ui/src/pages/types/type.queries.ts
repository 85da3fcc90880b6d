import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';

type NewTagType = Schemas['newTagType'];
type NewStrategyType = Schemas['newStrategyType'];

export function useSaveTagType() {
    return useChange(
        async ({ isNew, ...body }: NewTagType & { isNew: boolean }) => {
            if (isNew) await api.POST('/api/admin/tag-types', { body });
            else {
                const { name, ...rest } = body;
                await api.PUT('/api/admin/tag-types/{name}', { path: { name }, body: rest });
            }
        },
        {
            successMessage: ({ name, isNew }) => `Tag type ${name} ${isNew ? 'created' : 'changed'}`,
            invalidates: ['tag-types'],
        },
    );
}

export function useDeleteTagType() {
    return useChange((name: string) => api.DELETE('/api/admin/tag-types/{name}', { path: { name } }), {
        successMessage: (name) => `Tag type ${name} deleted`,
        invalidates: ['tag-types', 'flags'],
    });
}

export function useSetLifetime() {
    return useChange(
        ({ id, lifetimeDays }: { id: string; lifetimeDays: number | null }) =>
            api.PUT('/api/admin/feature-types/{id}/lifetime', { path: { id }, body: { lifetimeDays } }),
        {
            successMessage: ({ id, lifetimeDays }) =>
                lifetimeDays
                    ? `Expected lifetime of ${id} flags: ${lifetimeDays} days`
                    : `Flags of type ${id} are permanent`,
            invalidates: ['flag-types', 'flags', 'projects'],
        },
    );
}

export function useSaveStrategyType() {
    return useChange(
        async ({ isNew, ...body }: NewStrategyType & { isNew: boolean }) => {
            if (isNew) await api.POST('/api/admin/strategies', { body });
            else {
                const { name, title, description, parameters } = body;
                await api.PUT('/api/admin/strategies/{strategyName}', {
                    path: { strategyName: name },
                    body: { title, description, parameters },
                });
            }
        },
        {
            successMessage: ({ name, isNew }) => `Strategy type ${name} ${isNew ? 'created' : 'changed'}`,
            invalidates: ['strategy-types'],
        },
    );
}

export function useDeleteStrategyType() {
    return useChange(
        (strategyName: string) => api.DELETE('/api/admin/strategies/{strategyName}', { path: { strategyName } }),
        { successMessage: (name) => `Strategy type ${name} deleted`, invalidates: ['strategy-types'] },
    );
}

export function useDeprecateStrategyType() {
    return useChange(
        ({ strategyName, isDeprecated }: { strategyName: string; isDeprecated: boolean }) => {
            const params = { path: { strategyName } };
            return isDeprecated
                ? api.POST('/api/admin/strategies/{strategyName}/deprecate', params)
                : api.POST('/api/admin/strategies/{strategyName}/reactivate', params);
        },
        {
            successMessage: ({ strategyName, isDeprecated }) =>
                `${strategyName} is ${isDeprecated ? 'no longer' : 'again'} offered for new strategies`,
            invalidates: ['strategy-types'],
            isDirect: true,
        },
    );
}
