import { affects } from '../../../../changes/action-registry.ts';
import type { AdminActor } from '../../../../core/access/actor.ts';
import type { Db } from '../../../../storage/database.ts';
import { OPEN_STATES } from '../../../catalogue/approval-rules/request-visibility.ts';
import { strategyTarget } from '../../../flags/strategies/strategy.target.ts';
import { variantsTarget } from '../../../flags/variants/variant.target.ts';
import { loadRequestParts, type StoredRequest, type TableRow } from '../request/change-request.queries.ts';
import { titleOf } from '../request/change-request-object.ts';
import type { ScheduledQuery } from './change-request-list.schemas.ts';

type RequestRow = TableRow<'change_requests'>;

/** The maximum number of requests in the list of a project; the newest are returned. */
const NEWEST = 300;

/** Selects the requests that the actor may see: all except the drafts of others. */
export const selectVisibleRequests = (db: Db, actor: AdminActor) =>
    db
        .selectFrom('change_requests')
        .selectAll('change_requests')
        .where(({ or, eb }) => or([eb('state', '!=', 'Draft'), eb('created_by_user_id', '=', actor.id)]));

export const listRequests = (db: Db, actor: AdminActor, project: string): Promise<RequestRow[]> =>
    selectVisibleRequests(db, actor)
        .where('project', '=', project)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(NEWEST)
        .execute();

/** The actor's own open requests. */
export const listOwnOpen = (db: Db, actor: AdminActor, project: string): Promise<RequestRow[]> =>
    selectVisibleRequests(db, actor)
        .where('project', '=', project)
        .where('kind', '!=', 'schedule')
        .where('created_by_user_id', '=', actor.id)
        .where('state', 'in', ['Draft', 'In review', 'Approved'])
        .orderBy('id')
        .execute();

/** Everybody's open requests that touch a flag. */
export const listOpenForFlag = (db: Db, actor: AdminActor, project: string, flag: string): Promise<RequestRow[]> =>
    selectVisibleRequests(db, actor)
        .where('project', '=', project)
        .where('state', 'in', OPEN_STATES)
        .where('id', 'in', ({ selectFrom }) =>
            selectFrom('change_request_changes').select('request').where('feature', '=', flag),
        )
        .orderBy('id')
        .execute();

/** Returns the number of requests of a project by state, without drafts, because only their authors may see them. */
export async function countRequests(db: Db, project: string) {
    const rows = await db
        .selectFrom('change_requests')
        .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
        .where('project', '=', project)
        .where('state', '!=', 'Draft')
        .groupBy('state')
        .execute();
    const countOf = (requested: StoredRequest['state']) => rows.find(({ state }) => state === requested)?.count ?? 0;
    return {
        total: rows.reduce((sum, { count }) => sum + count, 0),
        approved: countOf('Approved'),
        applied: countOf('Applied'),
        rejected: countOf('Rejected'),
        reviewRequired: countOf('In review'),
        scheduled: countOf('Scheduled'),
    };
}

/** Returns the scheduled requests that affect one of these flags, strategies or lists of variants. */
export async function listScheduledFor(
    db: Db,
    project: string,
    { feature = [], strategyId = [], variantForFlag = [] }: ScheduledQuery,
) {
    if (feature.length + strategyId.length + variantForFlag.length === 0) return [];
    const rows = await db
        .selectFrom('change_requests')
        .selectAll()
        .where('project', '=', project)
        .where('state', '=', 'Scheduled')
        .orderBy('id')
        .execute();
    const touches = ({ changes }: StoredRequest) =>
        changes.some(
            ({ feature: flag, action, payload }) =>
                (flag !== null && feature.includes(flag)) ||
                (affects(action, strategyTarget) && strategyId.includes((payload as { id: string }).id)) ||
                (affects(action, variantsTarget) && variantForFlag.includes(flag ?? '')),
        );
    return (await loadRequestParts(db, rows))
        .filter(touches)
        .map((request) => ({ id: request.id, environment: request.environment, title: titleOf(request) }));
}
