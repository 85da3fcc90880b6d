import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import { stepOf } from '../../../changes/change.ts';
import { resultOf } from '../../../core/errors/change-not-made.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { effectOfRehearsal } from '../../governance/what-if/what-if.ts';
import { FILE_SCHEMA } from './file-schema.ts';
import { applyDocuments } from './gitops.commands.ts';
import { approvalsFor, listDocuments } from './gitops.queries.ts';
import {
    DocumentsToApply,
    DocumentsToPlan,
    FilesQuery,
    GitopsApplied,
    GitopsFiles,
    GitopsPlan,
} from './gitops.schemas.ts';
import type { DividedPlan } from './pending-documents.ts';
import { asPipeline, rehearsePlan } from './rehearse-plan.ts';

const route = routeWithTag('GitOps');

export const gitopsRoutes = (services: Services): Route[] => [
    route('GET /api/gitops/schema.json', {
        operationId: 'getGitopsSchema',
        summary: 'Read the JSON Schema of the files of `halyard plan`, for editors',
        access: 'public',
        responds: { status: 200, body: Type.Object({}, { additionalProperties: true, $id: 'gitopsFileSchema' }) },
        handler: () => FILE_SCHEMA,
    }),
    route('GET /api/admin/projects/:projectId/gitops/files', {
        operationId: 'getGitopsFiles',
        summary: 'Read the flags and segments of a project in the file format',
        access: 'authenticated',
        expensive: true,
        query: FilesQuery,
        responds: { status: 200, body: GitopsFiles },
        handler: async ({ actor, params, query }) => ({
            revision: services.changeFeed.revision,
            ...(await listDocuments(services.db, actor, {
                project: params.projectId,
                globalSegments: query.globalSegments === true,
            })),
        }),
    }),
    route('POST /api/admin/gitops/plan', {
        operationId: 'planGitops',
        summary: 'Compare files with the current state and preview the effects of applying them',
        description:
            'The steps are executed and rolled back, a few at a time, so that other changes are not delayed. Available to all users who can see the projects; missing permissions are listed.',
        access: 'authenticated',
        expensive: true,
        leavesNoEvent: true,
        body: DocumentsToPlan,
        bodyLimit: services.config.maxImportMb * 1024 * 1024,
        responds: { status: 200, body: GitopsPlan },
        errors: [404],
        handler: async ({ actor, body: { population, ...documents }, signal }) => {
            const { plan, lacking, divided, rehearsal } = await rehearsePlan(services, documents, { actor, signal });
            const { revision, changes, who, failed } = await effectOfRehearsal(services, rehearsal, {
                actor,
                population,
                signal,
            });
            const { planned } = plan;
            const environments = changes.flatMap(({ kind, project, environment }) =>
                kind === 'flag' && project !== null ? { project, environment } : [],
            );
            return {
                revision,
                planned,
                problems: [
                    ...divided.rest.problems,
                    ...(failed?.details ?? []).map((detail) => ({
                        message: failed!.message,
                        path: '/body',
                        ...detail,
                    })),
                ],
                lacking,
                approvals: await approvalsFor(services.db, environments),
                proposed: divided.requests,
                blocked: divided.blocked,
                decideFirst: divided.blocked[0]?.message ?? null,
                changes: changes.map(({ before, after, ...change }) => ({
                    ...change,
                    before: before.sentences,
                    after: after.sentences,
                })),
                who,
            };
        },
    }),
    route('POST /api/admin/gitops/apply', {
        operationId: 'applyGitops',
        summary: 'Apply files to flags and segments',
        description:
            'All steps are applied in one change, or nothing, and each step requires its permission. With a plan, exactly the plan is applied, or nothing. With `Prefer: change-request`, changes that need approval are proposed in a change request of the pipeline, and objects whose pending changes differ from the files are left out (`blocked`). A response with status 202 contains `revision`, `planned`, `proposed` and `blocked`, too, and in `isPartlyApplied` whether the changes that need no approval were made; `planned` is then the whole plan, otherwise empty.',
        access: 'authenticated',
        expensive: true,
        body: DocumentsToApply,
        bodyLimit: services.config.maxImportMb * 1024 * 1024,
        responds: { status: 200, body: GitopsApplied },
        errors: [404, 409],
        handler: async ({ actor, body }) => {
            let divided: DividedPlan | undefined;
            const onDivided = (plan: DividedPlan) => {
                divided = plan;
            };
            const pending = () => ({ proposed: divided!.requests, blocked: divided!.blocked });
            const outcome = await services.write.attempt(
                asPipeline(actor),
                stepOf(applyDocuments, { body, onDivided }),
            );
            resultOf(outcome, ({ isPartlyApplied }) => ({
                revision: services.changeFeed.revision,
                isPartlyApplied,
                planned: isPartlyApplied ? divided!.rest.planned : [],
                ...pending(),
            }));
            return { revision: services.changeFeed.revision, planned: divided!.rest.planned, ...pending() };
        },
    }),
];
