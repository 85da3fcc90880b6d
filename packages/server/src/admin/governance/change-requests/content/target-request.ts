import type { Change } from '../../../../changes/change.ts';
import { originOf } from '../../../../core/access/actor.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { invalid } from '../../../../core/errors/errors.ts';
import { mayEdit } from '../request/change-request.access.ts';
import { findCollecting, getRequest, listOpenOf, type StoredRequest } from '../request/change-request.queries.ts';

/** The maximum number of open requests of an author in an environment. */
const MAX_OPEN = 100;

/**
 * Returns the request that gets proposed changes: the one that the actor names, by default the open one that collects the changes of
 * this author and origin. Undefined: a new one.
 */
export async function findTarget(
    change: Change,
    { project, environment }: ProjectEnvironment,
): Promise<StoredRequest | undefined> {
    const { tx, actor } = change;
    const { proposesTo: id } = actor;
    const origin = originOf(actor);
    if (typeof id === 'string') return undefined;
    if (id === undefined) return findCollecting(tx, { project, environment, author: actor.id, origin });
    await mayEdit(change, { project, id });
    const request = await getRequest(tx, { project, id, actor });
    if (request.environment === environment && request.origin === origin) return request;
    throw invalid(
        `Change request ${id} is for ${request.environment} (${request.origin}), and the change is for ${environment} (${origin}). Name another request, or propose the change in a new one.`,
        '/headers/prefer',
    );
}

export async function limitOpenRequests(
    { tx, actor }: Change,
    { project, environment }: ProjectEnvironment,
): Promise<void> {
    const open = (await listOpenOf(tx, actor)).filter(isFor({ project, environment }));
    if (open.length < MAX_OPEN) return;
    throw invalid(
        `You have ${MAX_OPEN} open change requests for ${environment} in project ${project}. Complete or cancel one of them, or add the change to one.`,
    );
}

export const isFor =
    ({ project, environment }: ProjectEnvironment) =>
    (request: ProjectEnvironment): boolean =>
        request.project === project && request.environment === environment;
