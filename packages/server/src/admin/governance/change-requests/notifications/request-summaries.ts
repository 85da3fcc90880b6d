import type { Db } from '../../../../storage/database.ts';
import { ACTIONS } from '../../proposals/registry.ts';
import { findRequest, type StoredRequest } from '../request/change-request.queries.ts';
import { titleOf } from '../request/change-request-object.ts';
import { sentencesOf } from './change-sentences.ts';

interface RequestEvent {
    project: string | null;
    environment: string | null;
    data: unknown;
}

interface TellsOfRequest {
    changeRequestId?: number;
    contentHash?: string;
    title?: string;
    changes?: StoredRequest['changes'];
}

/**
 * What a change request that an event is about would change, or did, in sentences; none for all other events. An event that does
 * not say it itself names the content: what was edited since is not told as if it had been approved.
 */
export async function changesToldBy(db: Db, { project, environment, data }: RequestEvent): Promise<string[]> {
    const { changeRequestId: id, contentHash, title, changes } = (data ?? {}) as TellsOfRequest;
    if (project === null || environment === null || id === undefined || contentHash === undefined) return [];
    if (changes) return told(title, { project, environment, changes });
    const request = await findRequest(db, { project, id });
    return request?.content_hash === contentHash ? told(titleOf(request), request) : [];
}

function told(title: string | undefined, request: Parameters<typeof sentencesOf>[0]): string[] {
    // An action of another version has no words here.
    const changes = request.changes.filter(({ action }) => Object.hasOwn(ACTIONS, action));
    return [...(title === undefined ? [] : [`${title}:`]), ...sentencesOf({ ...request, changes })];
}
