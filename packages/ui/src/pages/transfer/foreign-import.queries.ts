import type { ApiClient } from '../../api/api-client.ts';
import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { sentDocument } from './sent-document.ts';

export type ForeignReport = Schemas['foreignImportReport'];
export type ReportedFlag = ForeignReport['flags'][number];
export type Verdict = ReportedFlag['verdict'];

interface In<Body> {
    project: string;
    body: Body;
}

export type ForeignImportBody = Schemas['foreignImport'];

const toRequest = <Body extends { document?: unknown }>({ project: projectId, body }: In<Body>) => ({
    path: { projectId },
    body: { ...body, document: sentDocument(body.document) },
});

/** The content of a document; nothing is written. */
export function useContents() {
    return useChange(
        (document: In<Schemas['foreignDocument']>) =>
            api.POST('/api/admin/projects/{projectId}/foreign-import/contents', toRequest(document)),
        { leavesNoEvent: true },
    );
}

/** The result of every rule; nothing is written. */
export function useForeignRehearsal() {
    return useChange(
        (rehearsal: In<Schemas['foreignImportRehearsal']>) =>
            api.POST('/api/admin/projects/{projectId}/foreign-import/rehearsal', toRequest(rehearsal)),
        { leavesNoEvent: true },
    );
}

export const importForeign = (client: ApiClient, body: In<ForeignImportBody>) =>
    client.POST('/api/admin/projects/{projectId}/foreign-import', toRequest(body));

export function useForeignImport() {
    return useChange((body: In<ForeignImportBody>, client) => importForeign(client, body), {
        successMessage: ({ project }, { product }) => `Imported from ${product} into ${project}`,
        invalidates: ['flags', 'projects', 'search', 'segments', 'context-fields', 'tag-types'],
    });
}
