import type { Step } from '../../../../changes/change.ts';
import type { AdminActor } from '../../../../core/access/actor.ts';
import type { Db } from '../../../../storage/database.ts';
import { withProjectPermissions } from '../../proposals/with-project-permissions.ts';
import type { WhatIfResult } from '../../what-if/what-if.schemas.ts';
import { effectOfSteps, setsAfter, type WhatIfSources } from '../../what-if/what-if.ts';
import { getRequestById, type StoredRequest } from '../request/change-request.queries.ts';
import { findConnectedRequests } from '../schedules/rehearse-schedules.ts';
import { isScheduled, pendingSchedules } from '../schedules/schedule.queries.ts';
import { applyChanges } from './apply-changes.ts';

/** Returns the environment of a request as it would be after applying the request, for an actor who may see the request. */
export async function environmentsAfter(sources: WhatIfSources, id: number, actor: AdminActor) {
    const request = await getRequestById(sources.db, { id, actor });
    const { project, environment } = request;
    const { earlier, steps } = await stepsOf(sources.db, request, actor);
    const rehearsal = { project, environments: [environment], steps: [...earlier, ...steps], actor };
    const { sets, failed } = await setsAfter(sources, rehearsal);
    if (failed) throw failed.error;
    return { project, environment, sets };
}

export async function effectOfRequest(
    sources: WhatIfSources,
    {
        request,
        ...options
    }: { request: StoredRequest } & Omit<Parameters<typeof effectOfSteps>[1], 'project' | 'steps' | 'earlier'>,
    caller: { actor: AdminActor; signal: AbortSignal },
): Promise<WhatIfResult> {
    const { earlier, steps } = await stepsOf(sources.db, request, caller.actor);
    return effectOfSteps(sources, { ...options, project: request.project, earlier, steps }, caller);
}

/** Converts a request, and the requests scheduled before it, into steps that can be rehearsed. */
async function stepsOf(db: Db, request: StoredRequest, actor: AdminActor): Promise<{ earlier: Step[]; steps: Step[] }> {
    const earlier = (await scheduledBefore(db, request)).map((each) => stepOf(each, actor));
    return { earlier, steps: [stepOf(request, actor)] };
}

/** Converts a request into a step that can be rehearsed. */
export const stepOf = (request: StoredRequest, actor: AdminActor): Step => ({
    authorise: async () => undefined,
    run: (change) => applyChanges(change, request, withProjectPermissions(request.project, actor)),
});

/** Returns the requests that change the same objects and are applied earlier. */
async function scheduledBefore(db: Db, request: StoredRequest): Promise<StoredRequest[]> {
    if (!isScheduled(request)) return [];
    const connected = findConnectedRequests(request, await pendingSchedules(db, request.project));
    const at = connected.findIndex(({ id }) => id === request.id);
    return at < 0 ? [] : connected.slice(0, at);
}
