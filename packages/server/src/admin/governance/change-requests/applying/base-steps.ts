import type { Step } from '../../../../changes/change.ts';
import { type AdminActor, mayKnowOf } from '../../../../core/access/actor.ts';
import type { Db } from '../../../../storage/database.ts';
import { withProjectPermissions } from '../../proposals/with-project-permissions.ts';
import { stepOf, tryStep } from '../content/proposed-changes.ts';
import { getRequestById, isEditable, listOpenOf, type StoredRequest } from '../request/change-request.queries.ts';
import { pendingSchedules } from '../schedules/schedule.queries.ts';
import { applyChanges } from './apply-changes.ts';

/** The changes that are assumed to be applied before the rehearsed change. */
export interface RehearsalBase {
    /** Includes the open change requests of the caller, to which further changes of the caller are added. */
    draft?: boolean;
    /** Includes this open change request of the caller. */
    changeRequest?: number;
    /** Includes the changes scheduled before this time. */
    scheduledBefore?: string;
}

interface BaseQuery {
    /** Undefined: all projects that the actor may see. */
    project?: string;
    base: RehearsalBase;
    actor: AdminActor;
}

/**
 * Returns the steps of a base in order of application. Steps that have become impossible are left out: the author of the request has to
 * resolve them, and they do not concern the rehearsed change.
 */
export async function baseSteps(db: Db, { project, base, actor }: BaseQuery): Promise<Step[]> {
    const { draft = false, changeRequest, scheduledBefore } = base;
    const [own, scheduled] = await Promise.all([
        draft
            ? listOpenOf(db, actor)
            : changeRequest !== undefined
              ? getRequestById(db, { id: changeRequest, actor }).then((request) => [request])
              : [],
        scheduledBefore === undefined ? [] : pendingSchedules(db, project),
    ]);
    const limit = scheduledBefore === undefined ? '' : new Date(scheduledBefore).toISOString();
    return [
        ...scheduled
            .filter((each) => each.schedule.scheduled_at < limit && mayKnowOf(actor, each.project))
            .map(scheduledStep),
        ...own
            .filter((request) => isEditable(request) && (project === undefined || request.project === project))
            .flatMap((request) => changesOf(request).map((step) => ifPossible(request, step))),
    ];
}

/** A request that is scheduled before the rehearsed change. */
export const scheduledStep = (request: StoredRequest): Step => ifPossible(request, wholeRequest(request));

/** Returns the open proposals of the actor as steps, if the change would be proposed and so be added to them. */
export async function proposedSteps(db: Db, actor: AdminActor): Promise<Step[]> {
    const { proposes = false, proposesTo } = actor;
    if (!proposes || typeof proposesTo === 'string') return [];
    return baseSteps(db, { base: proposesTo === undefined ? { draft: true } : { changeRequest: proposesTo }, actor });
}

/** A schedule is applied as a whole, merged with changes that others made since. */
const wholeRequest = (request: StoredRequest): Step => ({
    authorise: async () => undefined,
    run: (change) => applyChanges(change, request, change.actor),
});

const changesOf = (request: StoredRequest): Step[] =>
    request.changes.map(({ feature, action, payload }) =>
        stepOf(request, { change: { feature, action, payload }, path: 'base' }),
    );

const ifPossible = ({ project }: StoredRequest, step: Step): Step => ({
    authorise: async () => undefined,
    run: (change) => tryStep({ ...change, actor: withProjectPermissions(project, change.actor) }, step),
});
