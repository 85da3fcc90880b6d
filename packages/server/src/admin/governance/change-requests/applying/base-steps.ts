import type { Step } from '../../../../changes/write.ts';
import { type AdminActor, mayKnowOf } from '../../../../core/access/actor.ts';
import type { Db } from '../../../../storage/database.ts';
import { asMemberOf } from '../../proposals/as-member-of.ts';
import { stepOf, takenIfPossible } from '../content/proposed-changes.ts';
import { isCollecting, listOpenOf, type StoredRequest } from '../request/change-request.queries.ts';
import { pendingSchedules } from '../schedules/schedule.queries.ts';
import { takeChanges } from './take-changes.ts';

/** The changes that are assumed to be applied before the rehearsed change. */
export interface RehearsalBase {
    /** The open change requests of the caller, which further changes of theirs join. */
    draft?: boolean;
    /** Includes the changes scheduled before this time. */
    scheduledBefore?: string;
}

interface BaseQuery {
    /** Undefined: all that the actor may know of. */
    project?: string;
    base: RehearsalBase;
    actor: AdminActor;
}

/**
 * The steps of a base in order of application. Steps that have become impossible are left out: the author of the request has to
 * resolve them, and they do not concern the rehearsed change.
 */
export async function baseSteps(db: Db, { project, base, actor }: BaseQuery): Promise<Step[]> {
    const { draft = false, scheduledBefore } = base;
    const [own, scheduled] = await Promise.all([
        draft ? listOpenOf(db, actor) : [],
        scheduledBefore === undefined ? [] : pendingSchedules(db, project),
    ]);
    const limit = scheduledBefore === undefined ? '' : new Date(scheduledBefore).toISOString();
    return [
        ...scheduled
            .filter((each) => each.schedule.scheduled_at < limit && mayKnowOf(actor, each.project))
            .map((request) => ifPossible(request, wholeRequest(request))),
        ...own
            .filter((request) => isCollecting(request) && (project === undefined || request.project === project))
            .flatMap((request) => changesOf(request).map((step) => ifPossible(request, step))),
    ];
}

/** For a change that would be proposed rather than made: what its author has proposed already, which it joins. */
export const proposedSteps = async (db: Db, actor: AdminActor): Promise<Step[]> =>
    actor.proposes ? baseSteps(db, { base: { draft: true }, actor }) : [];

/** A schedule is applied as a whole, merged with what others changed since it was made. */
const wholeRequest = (request: StoredRequest): Step => ({
    authorise: async () => undefined,
    run: (change) => takeChanges(change, request, change.actor),
});

const changesOf = (request: StoredRequest): Step[] =>
    request.changes.map(({ feature, action, payload }) =>
        stepOf(request, { change: { feature, action, payload }, path: 'base' }),
    );

const ifPossible = ({ project }: StoredRequest, step: Step): Step => ({
    authorise: async () => undefined,
    run: (change) => takenIfPossible({ ...change, actor: asMemberOf(project, change.actor) }, step),
});
