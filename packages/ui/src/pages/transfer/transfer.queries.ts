import type { ApiClient } from '../../api/api-client.ts';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { count } from '../../components/text/numbers.ts';

type Import = Schemas['import'];
export type ImportData = Import['data'];

export function useExport() {
    return useChange(
        ({ project, environment }: { project: string; environment: string }) =>
            api.POST('/api/admin/features-batch/export', { body: { project, environment } }),
        { isDirect: true, leavesNoEvent: true },
    );
}

/** The effect and the obstacles of an import; nothing is written. */
export function useValidateImport() {
    return useChange((body: Import) => api.POST('/api/admin/features-batch/validate', { body }), {
        leavesNoEvent: true,
    });
}

export const importFlags = (client: ApiClient, body: Import) =>
    client.POST('/api/admin/features-batch/import', { body });

export function useImport() {
    return useChange((body: Import, client) => importFlags(client, body), {
        successMessage: ({ data, project, environment }) =>
            `${count(data.features.length, 'flag')} imported into ${project}, ${environment}`,
        invalidates: ['flags', 'projects', 'search', 'segments', 'context-fields', 'tag-types'],
    });
}
