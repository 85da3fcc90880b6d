import type { ApiClient } from '../../api/api-client.ts';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { sentDocument } from './sent-document.ts';

export type ForeignReport = Schemas['foreignImportReport'];
export type ReportedFlag = ForeignReport['flags'][number];
export type Verdict = ReportedFlag['verdict'];

interface ForeignRequest<Body> {
    project: string;
    body: Body;
}

export type ForeignImportBody = Schemas['foreignImport'];

const toRequest = <Body extends { document?: unknown }>({ project: projectId, body }: ForeignRequest<Body>) => ({
    path: { projectId },
    body: { ...body, document: sentDocument(body.document) },
});

/** The content of a document; nothing is written. */
export function useContents() {
    return useChange(
        (document: ForeignRequest<Schemas['foreignDocument']>) =>
            api.POST('/api/admin/projects/{projectId}/foreign-import/contents', toRequest(document)),
        { leavesNoEvent: true },
    );
}

/** The result of every rule; nothing is written. */
export function useForeignRehearsal() {
    return useChange(
        (rehearsal: ForeignRequest<Schemas['foreignImportRehearsal']>) =>
            api.POST('/api/admin/projects/{projectId}/foreign-import/rehearsal', toRequest(rehearsal)),
        { leavesNoEvent: true },
    );
}

export const importForeign = (client: ApiClient, body: ForeignRequest<ForeignImportBody>) =>
    client.POST('/api/admin/projects/{projectId}/foreign-import', toRequest(body));

export function useForeignImport() {
    return useChange((body: ForeignRequest<ForeignImportBody>, client) => importForeign(client, body), {
        successMessage: ({ project }, { product }) => `Imported from ${product} into ${project}`,
        invalidates: ['flags', 'projects', 'search', 'segments', 'context-fields', 'tag-types'],
    });
}
