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
 * Summarizes in sentences the changes of the change request that an event is about; empty for all other events. An event without
 * a summary names the content version, so later edits are not reported as approved.
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
