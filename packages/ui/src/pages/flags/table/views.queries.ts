import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useChange } from '../../../api/use-change.ts';

interface ViewKey {
    place: string;
    name: string;
}

export interface FlagView {
    name: string;
    search: Record<string, unknown>;
}

/** The saved views of the signed-in user for a list. They are stored by the service, so every browser shows them. */
export function useViews(place: string) {
    return useQuery({
        queryKey: ['views'],
        queryFn: () => api.GET('/api/admin/user/views'),
        select: ({ views }): FlagView[] =>
            views.flatMap((view) => (view.place === place ? { name: view.name, search: readSearch(view.search) } : [])),
    });
}

function readSearch(text: string): Record<string, unknown> {
    try {
        const value: unknown = JSON.parse(text);
        return typeof value === 'object' && value !== null ? { ...value } : {};
    } catch {
        return {};
    }
}

export function useSaveView() {
    return useChange(
        ({ search, ...path }: ViewKey & { search: Record<string, unknown> }) =>
            api.PUT('/api/admin/user/views/{place}/{name}', { path, body: { search: JSON.stringify(search) } }),
        {
            successMessage: ({ name }) => `View ${name} saved`,
            invalidates: ['views'],
            isDirect: true,
            leavesNoEvent: true,
        },
    );
}

export function useForgetView() {
    return useChange((path: ViewKey) => api.DELETE('/api/admin/user/views/{place}/{name}', { path }), {
        successMessage: ({ name }) => `View ${name} deleted`,
        invalidates: ['views'],
        isDirect: true,
        leavesNoEvent: true,
    });
}
