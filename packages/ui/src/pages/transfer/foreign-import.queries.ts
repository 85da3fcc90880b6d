import { type ApiClient, api, responseBody } from '../../api/client.ts';
import type { components } from '../../api/schema.generated.ts';
import { useChange } from '../../api/use-change.ts';
import { sentDocument } from './sent-document.ts';

type Schemas = components['schemas'];
export type ForeignReport = Schemas['foreignImportReport'];
export type ReportedFlag = ForeignReport['flags'][number];
export type Verdict = ReportedFlag['verdict'];

interface In<Body> {
    project: string;
    body: Body;
}

export type ForeignImportBody = Schemas['foreignImport'];

const toRequest = <Body extends { document?: unknown }>({ project: projectId, body }: In<Body>) => ({
    params: { path: { projectId } },
    body: { ...body, document: sentDocument(body.document) },
});

/** The content of a document; nothing is written. */
export function useContents() {
    return useChange(
        (wanted: In<Schemas['foreignDocument']>) =>
            responseBody(api.POST('/api/admin/projects/{projectId}/foreign-import/contents', toRequest(wanted))),
        { leavesNoEvent: true },
    );
}

/** The result of every rule; nothing is written. */
export function useForeignRehearsal() {
    return useChange(
        (wanted: In<Schemas['foreignImportRehearsal']>) =>
            responseBody(api.POST('/api/admin/projects/{projectId}/foreign-import/rehearsal', toRequest(wanted))),
        { leavesNoEvent: true },
    );
}

export const importForeign = (client: ApiClient, wanted: In<ForeignImportBody>) =>
    responseBody(client.POST('/api/admin/projects/{projectId}/foreign-import', toRequest(wanted)));

export function useForeignImport() {
    return useChange((wanted: In<ForeignImportBody>, client) => importForeign(client, wanted), {
        says: ({ project }, { product }) => `Imported from ${product} into ${project}`,
        refreshes: ['flags', 'projects', 'search', 'segments', 'context-fields', 'tag-types'],
    });
}
