import type { Services } from '../../../../app/services.ts';
import type { AdminActor } from '../../../../core/access/actor.ts';
import { notFound } from '../../../../core/errors/errors.ts';
import { type Route, routeWithTag } from '../../../../http/route/route.ts';
import { findProjectEnvironment } from '../../../catalogue/projects/project.queries.ts';
import { readSteps } from '../../proposals/read-steps.ts';
import { measureAppliedEffect, measureAppliedRequest } from '../applying/applied-effect.ts';
import { applyInEmergency, EmergencyChanges } from '../applying/emergency.commands.ts';
import { discardDraft, requestApprovers } from '../approvals/approvers.commands.ts';
import { measureEffect } from '../approvals/effect.ts';
import { listRequestedApprovers, listReviewers } from '../approvals/reviewers.queries.ts';
import { discardChange, editChange, proposeChanges } from '../content/change.commands.ts';
import { getRequest, type RequestAddress } from './change-request.queries.ts';
import {
    ApproversUpdate,
    ChangeParams,
    ChangeRequest,
    NewComment,
    ProposedChange,
    ProposedChanges,
    RequestParams,
    ReviewersResponse,
    StateUpdate,
    TitleUpdate,
} from './change-request.schemas.ts';
import { readRequest } from './change-request-read.ts';
import { changeState } from './change-state.ts';
import { addComment, nameRequest } from './discussion.commands.ts';

const route = routeWithTag('Change requests');
const P = '/api/admin/projects/:projectId';
const REQUEST = `${P}/change-requests/:id`;

const addressOf = ({ projectId: project, id }: { projectId: string; id: number }) => ({ project, id });

/** Access depends on the project, the request and its author: see `change-request.access.ts`. */
export const changeRequestRoutes = (services: Services): Route[] => {
    const { db, write } = services;
    /** Returns the response to an edit: the updated request with the size of its effect. */
    const respond = async (actor: AdminActor, address: RequestAddress) => {
        await measureEffect(services, actor, address);
        return readRequest(db, { ...address, actor });
    };
    return [
        route(`POST ${P}/environments/:environment/change-requests`, {
            operationId: 'addChangeToChangeRequest',
            summary: 'Propose one or several changes',
            description:
                'The changes are added to your open change request for the environment. If it was in review or approved, it needs approvals again. With the header `Prefer: change-request=new`, they get a request of their own; with `Prefer: change-request=41`, they are added to this request of yours.',
            access: 'authenticated',
            body: ProposedChanges,
            responds: { status: 200, body: ChangeRequest },
            errors: [403, 404, 409],
            handler: async ({ actor, params: { projectId: project, environment }, body }) => {
                const id = await write(actor, proposeChanges, { project, environment, changes: body });
                return respond(actor, { project, id });
            },
        }),
        route(`POST ${P}/environments/:environment/change-requests/break-glass`, {
            operationId: 'breakGlass',
            summary: 'Apply changes now without the required approvals, in an emergency',
            description:
                'Creates an applied change request of its own; your open change request is not affected. Approvers are notified and review it afterwards.',
            access: 'authenticated',
            body: EmergencyChanges,
            responds: { status: 200, body: ChangeRequest },
            errors: [403, 404, 409],
            handler: async ({ actor, params: { projectId: project, environment }, body }) => {
                const steps = () =>
                    readSteps(
                        project,
                        [body.changes].flat().map((change) => ({ ...change, environment })),
                    );
                const effect = await measureAppliedEffect(services, { project, steps, actor });
                const id = await write(actor, applyInEmergency, { project, environment, ...body, effect });
                return readRequest(db, { project, id, actor });
            },
        }),
        route(`GET ${REQUEST}`, {
            operationId: 'getChangeRequest',
            summary: 'Read a change request',
            access: 'authenticated',
            params: RequestParams,
            responds: { status: 200, body: ChangeRequest },
            handler: ({ actor, params }) => readRequest(db, { ...addressOf(params), actor }),
        }),
        route(`DELETE ${REQUEST}`, {
            operationId: 'discardChangeRequest',
            summary: 'Delete your draft',
            access: 'authenticated',
            params: RequestParams,
            responds: { status: 200 },
            errors: [403, 404],
            handler: ({ actor, params }) => write(actor, discardDraft, addressOf(params)),
        }),
        route(`PUT ${REQUEST}/state`, {
            operationId: 'updateChangeRequestState',
            summary: 'Submit, approve, reject, cancel, schedule or apply a change request',
            access: 'authenticated',
            params: RequestParams,
            body: StateUpdate,
            responds: { status: 200, body: ChangeRequest },
            errors: [403, 404, 409],
            handler: async ({ actor, params, body }) => {
                // The required approvals may depend on the effect.
                if (body.state === 'Approved') await measureEffect(services, actor, addressOf(params));
                const effect =
                    body.state === 'Applied'
                        ? await measureAppliedRequest(services, addressOf(params), actor)
                        : undefined;
                await write(actor, changeState, { ...addressOf(params), ...body, effect });
                return respond(actor, addressOf(params));
            },
        }),
        route(`PUT ${REQUEST}/title`, {
            operationId: 'updateChangeRequestTitle',
            summary: 'Set the title of your change request',
            access: 'authenticated',
            params: RequestParams,
            body: TitleUpdate,
            responds: { status: 204 },
            errors: [403, 404],
            handler: ({ actor, params, body }) => write(actor, nameRequest, { ...addressOf(params), ...body }),
        }),
        route(`POST ${REQUEST}/comments`, {
            operationId: 'addChangeRequestComment',
            summary: 'Comment on a change request',
            access: 'authenticated',
            params: RequestParams,
            body: NewComment,
            responds: { status: 204 },
            handler: ({ actor, params, body }) => write(actor, addComment, { ...addressOf(params), ...body }),
        }),
        route(`GET ${REQUEST}/approvers`, {
            operationId: 'getChangeRequestRequestedApprovers',
            summary: 'List the requested approvers of a change request',
            access: 'authenticated',
            params: RequestParams,
            responds: { status: 200, body: ReviewersResponse },
            handler: async ({ actor, params }) => {
                const { id } = await getRequest(db, { ...addressOf(params), actor });
                return { reviewers: await listRequestedApprovers(db, id) };
            },
        }),
        route(`PUT ${REQUEST}/approvers`, {
            operationId: 'updateChangeRequestRequestedApprovers',
            summary: 'Set the requested approvers of a change request',
            description: 'Requested approvers are only notified: all users with the permission can approve.',
            access: 'authenticated',
            params: RequestParams,
            body: ApproversUpdate,
            responds: { status: 204 },
            errors: [403, 404],
            handler: ({ actor, params, body }) => write(actor, requestApprovers, { ...addressOf(params), ...body }),
        }),
        route(`GET ${P}/change-requests/available-reviewers/:environment`, {
            operationId: 'getAvailableChangeRequestReviewers',
            summary: 'List the users who may approve changes in an environment of a project',
            access: 'authenticated',
            responds: { status: 200, body: ReviewersResponse },
            handler: async ({ params: { projectId: project, environment } }) => {
                if (!(await findProjectEnvironment(db, project, environment))) {
                    throw notFound(`environment ${environment} in project ${project}`);
                }
                return { reviewers: await listReviewers(db, { project, environment }) };
            },
        }),
        route(`PUT ${REQUEST}/changes/:changeId`, {
            operationId: 'editChange',
            summary: 'Replace a change of your change request',
            description: 'The new change has a new id. Approvals of the previous version are cleared.',
            access: 'authenticated',
            params: ChangeParams,
            body: ProposedChange,
            responds: { status: 200, body: ChangeRequest },
            errors: [403, 404, 409],
            handler: async ({ actor, params: { changeId, ...params }, body }) => {
                await write(actor, editChange, { ...addressOf(params), changeId, proposed: body });
                return respond(actor, addressOf(params));
            },
        }),
        route(`DELETE ${REQUEST}/changes/:changeId`, {
            operationId: 'discardChange',
            summary: 'Remove a change from your change request',
            access: 'authenticated',
            params: ChangeParams,
            responds: { status: 200 },
            errors: [403, 404],
            handler: async ({ actor, params: { changeId, ...params } }) => {
                await write(actor, discardChange, { ...addressOf(params), changeId });
                await measureEffect(services, actor, addressOf(params));
            },
        }),
    ];
};
