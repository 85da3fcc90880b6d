import type { Services } from '../../../app/services.ts';
import { type Step, stepOf } from '../../../changes/change.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { resultOf } from '../../../core/errors/change-not-made.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { etagOf, respondNotModified } from '../../../http/bodies/etag.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { readRequest } from '../../governance/change-requests/request/change-request-read.ts';
import { asPipeline } from '../gitops/rehearse-plan.ts';
import { type ChangedDocument, deleteFlagDocument, putFlagDocument } from './flag-document.commands.ts';
import { findFlagDocument } from './flag-document.queries.ts';
import { CompleteFlagDocument, FlagDocumentUpdate } from './flag-document.schemas.ts';

const route = routeWithTag('GitOps');
const DOCUMENT = '/api/admin/projects/:projectId/flag-documents/:featureName';

const CONDITIONS =
    'With the ETag of the read document in `If-Match`, the flag is changed only if it has not changed since (412 otherwise). Without it, the request is unconditional.';

const addressOf = ({ projectId, featureName }: { projectId: string; featureName: string }) => ({
    project: projectId,
    name: featureName,
});

/** A flag with all its environments as one resource, for tools that manage resources: generic REST providers of Terraform, scripts. */
export const flagDocumentRoutes = ({ db, write }: Services): Route[] => {
    /** Makes the change, or ends the request with the change requests that contain it. */
    async function changed(actor: AdminActor, step: Step<ChangedDocument>): Promise<ChangedDocument> {
        const pipeline = asPipeline(actor);
        const result = resultOf(await write.attempt(pipeline, step));
        if (result.waiting.length === 0) return result;
        const requests = await Promise.all(
            result.waiting.map(({ project, id }) => readRequest(db, { project, id, actor: pipeline })),
        );
        return resultOf({ kind: 'proposed', requests, isPartlyApplied: false });
    }
    return [
        route(`GET ${DOCUMENT}`, {
            operationId: 'getFlagDocument',
            summary: 'Read a flag with all its environments as one document in the format of files',
            description: 'The ETag is a digest of the content. An archived flag has no document.',
            access: 'authenticated',
            responds: { status: 200, body: CompleteFlagDocument, also: [304] },
            handler: async ({ actor, params, headers }, reply) => {
                const { project, name } = addressOf(params);
                const found = await findFlagDocument(db, actor, { project, name });
                if (!found) throw notFound(`flag ${name} in project ${project}`);
                return respondNotModified(found.tag, headers, reply) ? '' : found.document;
            },
        }),
        route(`PUT ${DOCUMENT}`, {
            operationId: 'putFlagDocument',
            summary: 'Create or change a flag with all its environments, so that it matches a document',
            description: `All differences are applied in one change, or nothing, and each requires its permission. Members and environments that the document omits stay unchanged. An archived flag is revived. ${CONDITIONS} \`If-None-Match: *\` creates a flag only. With \`Prefer: change-request\`, differences that need approval are proposed (202); a repeated request is answered with the same change request.`,
            access: 'authenticated',
            body: FlagDocumentUpdate,
            responds: { status: 200, body: CompleteFlagDocument, also: [201] },
            errors: [404, 409, 412],
            handler: async ({ actor, params, headers, body: document }, reply) => {
                const input = { address: addressOf(params), headers, document };
                const { isNew, current } = await changed(actor, stepOf(putFlagDocument, input));
                if (isNew) reply.status(201);
                reply.header('etag', etagOf(current!.tag));
                return current!.document;
            },
        }),
        route(`DELETE ${DOCUMENT}`, {
            operationId: 'deleteFlagDocument',
            summary: 'Archive a flag',
            description: `Its document no longer exists afterwards; a PUT revives the flag. ${CONDITIONS}`,
            access: 'authenticated',
            responds: { status: 204 },
            errors: [404, 409, 412],
            handler: async ({ actor, params, headers }) => {
                await changed(actor, stepOf(deleteFlagDocument, { address: addressOf(params), headers }));
            },
        }),
    ];
};
