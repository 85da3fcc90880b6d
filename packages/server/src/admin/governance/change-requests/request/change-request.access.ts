import type { PermissionCheck } from '../../../../changes/change.ts';
import { type AdminActor, may } from '../../../../core/access/actor.ts';
import { HalyardError, invalid, notAllowed } from '../../../../core/errors/errors.ts';
import type { Db } from '../../../../storage/database.ts';
import { getProject } from '../../../catalogue/projects/project.queries.ts';
import { getRequest, isEditable, type RequestAddress, type StoredRequest } from './change-request.queries.ts';

/** Whether the actor has a role in the project that grants more than visibility. */
const isMember = (actor: AdminActor, project: string) =>
    may(actor, 'ADMIN') || actor.grants.some((grant) => grant.project === project || grant.project === '*');

/** In an open project all users may propose changes; otherwise only its members. */
export const mayPropose: PermissionCheck<{ project: string }> = async ({ tx, actor }, { project }) => {
    const { mode } = await getProject(tx, project);
    if (mode === 'open' || isMember(actor, project)) return;
    throw new HalyardError(
        'NoAccessError',
        `Only members of project ${project} can propose changes there. Ask one of its owners to give you a role in it.`,
    );
};

export const isAuthor = (actor: AdminActor, { created_by_user_id }: Pick<StoredRequest, 'created_by_user_id'>) =>
    created_by_user_id === actor.id;

export function demandAuthor(actor: AdminActor, request: StoredRequest, todo: string): void {
    if (isAuthor(actor, request)) return;
    throw notAllowed(`Only ${request.created_by}, the author, can ${todo}. Leave a comment instead.`);
}

/** Only the author may edit a request, and only while it is undecided. */
export const mayEdit: PermissionCheck<RequestAddress> = async (context, address) => {
    const request = await getOwnRequest(context, address, 'edit the request');
    await mayPropose(context, address);
    if (!isEditable(request)) {
        throw invalid(
            `Change request ${request.id} is ${request.state} and can no longer be edited. Propose the change again.`,
        );
    }
};

export async function getOwnRequest(
    { tx, actor }: { tx: Db; actor: AdminActor },
    address: RequestAddress,
    todo: string,
): Promise<StoredRequest> {
    const request = await getRequest(tx, { ...address, actor });
    demandAuthor(actor, request, todo);
    return request;
}
