import type { DueWork } from '../../../changes/due-work/due-work.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import { OPEN_STATES } from '../../catalogue/approval-rules/request-visibility.ts';
import type { StrategyScope } from '../../flags/strategies/strategy.queries.ts';
import { listOpenForFlag, selectVisibleRequests } from '../change-requests/list/change-request-list.queries.ts';
import { loadRequestParts, type StoredRequest } from '../change-requests/request/change-request.queries.ts';
import { segmentIn, titleOf } from '../change-requests/request/change-request-object.ts';
import type { RehearsalConflict } from './release-rehearsal.schemas.ts';

interface ConflictsInput extends StrategyScope {
    actor: AdminActor;
    /** Ids of the segments that the milestones use. */
    segments: ReadonlySet<number>;
}

const MAX_CONFLICTS = 100;

/** Lists the open change requests, also scheduled ones, that change the flag or segments of the plan, as far as the actor may see them. */
export async function listConflicts(
    { db, dueWork }: { db: Db; dueWork: Pick<DueWork, 'list'> },
    { actor, segments, ...scope }: ConflictsInput,
): Promise<RehearsalConflict[]> {
    const { project, featureName, environment } = scope;
    const [ofFlag, ofSegments, due] = await Promise.all([
        listOpenForFlag(db, actor, project, featureName).then((rows) => loadRequestParts(db, rows)),
        segments.size === 0 ? [] : openForSegments(db, actor, segments),
        dueWork.list({ project, feature: featureName }),
    ]);
    const seen = new Set<number>();
    const listed = [
        ...ofFlag
            .filter((request) => request.environment === environment)
            .map((request) => ({ request, about: 'flag' as const })),
        ...ofSegments.map((request) => ({ request, about: 'segment' as const })),
    ].filter(({ request: { id } }) => !seen.has(id) && seen.add(id));
    return listed.slice(0, MAX_CONFLICTS).map(({ request, about }) => {
        const { id, state, schedule } = request;
        const reason = schedule?.reason ?? due.find((item) => item.kind === 'change-request' && item.id === id)?.reason;
        return {
            changeRequest: id,
            title: titleOf(request),
            environment: request.environment,
            state,
            about,
            ...(schedule && { scheduledAt: schedule.scheduled_at }),
            ...(reason && { reason }),
        };
    });
}

/** A segment is the same in all environments, and may be changed by a request of another project. */
async function openForSegments(db: Db, actor: AdminActor, segments: ReadonlySet<number>): Promise<StoredRequest[]> {
    const rows = await selectVisibleRequests(db, actor)
        .where('state', 'in', OPEN_STATES)
        .where(inKnownProject(actor, 'change_requests.project'))
        .where('id', 'in', ({ selectFrom }) =>
            selectFrom('change_request_changes').select('request').where('feature', 'is', null),
        )
        .orderBy('id')
        .execute();
    const requests = await loadRequestParts(db, rows);
    return requests.filter(({ changes }) =>
        changes.some((change) => {
            const segment = segmentIn(change);
            return segment !== undefined && segments.has(segment);
        }),
    );
}
