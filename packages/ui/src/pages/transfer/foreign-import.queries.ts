import { answer, api } from '../../api/client.ts';
import type { components } from '../../api/schema.generated.ts';
import { useChange } from '../../api/use-change.ts';

type Schemas = components['schemas'];
export type ForeignReport = Schemas['foreignImportReport'];
export type ReportedFlag = ForeignReport['flags'][number];
export type Verdict = ReportedFlag['verdict'];

interface In<Body> {
    project: string;
    body: Body;
}

export type ForeignImportBody = Schemas['foreignImport'];

const path = (projectId: string) => ({ params: { path: { projectId } } });

/** What stands in a document; nothing is written. */
export function useContents() {
    return useChange(
        ({ project, body }: In<Schemas['foreignDocument']>) =>
            answer(api.POST('/api/admin/projects/{projectId}/foreign-import/contents', { ...path(project), body })),
        {},
    );
}

/** What would become of every rule; nothing is written. */
export function useForeignRehearsal() {
    return useChange(
        ({ project, body }: In<Schemas['foreignImportRehearsal']>) =>
            answer(api.POST('/api/admin/projects/{projectId}/foreign-import/rehearsal', { ...path(project), body })),
        {},
    );
}

/** An import, as it is asked of the service. */
export const importForeign = ({ project, body }: In<ForeignImportBody>) =>
    answer(api.POST('/api/admin/projects/{projectId}/foreign-import', { ...path(project), body }));

export function useForeignImport() {
    return useChange(importForeign, {
        says: ({ project }, { product }) => `Imported from ${product} into ${project}`,
        refreshes: ['flags', 'projects', 'search', 'segments', 'context-fields', 'tag-types'],
    });
}
