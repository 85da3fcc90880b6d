import type { AdminActor } from '../../core/actor.ts';
import type { Db } from '../../storage/database.ts';
import { OPEN_STATES, type Row } from './change-request.queries.ts';

type RequestRow = Row<'change_requests'>;

/** As many as the list of a project shows, the newest. */
const NEWEST = 300;

/** The requests of a project that the actor may see: of drafts, their own. */
const selectSeen = (db: Db, actor: AdminActor) =>
    db
        .selectFrom('change_requests')
        .selectAll('change_requests')
        .where(({ or, eb }) => or([eb('state', '!=', 'Draft'), eb('created_by_user_id', '=', actor.id)]));

export const listRequests = (db: Db, actor: AdminActor, project: string): Promise<RequestRow[]> =>
    selectSeen(db, actor)
        .where('project', '=', project)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(NEWEST)
        .execute();

/** What the actor has proposed and is not through. */
export const listOwnOpen = (db: Db, actor: AdminActor, project: string): Promise<RequestRow[]> =>
    selectSeen(db, actor)
        .where('project', '=', project)
        .where('kind', '=', 'request')
        .where('created_by_user_id', '=', actor.id)
        .where('state', 'in', ['Draft', 'In review', 'Approved'])
        .orderBy('id')
        .execute();

/** Everybody's open requests that touch a flag. */
export const listOpenForFlag = (db: Db, actor: AdminActor, project: string, flag: string): Promise<RequestRow[]> =>
    selectSeen(db, actor)
        .where('project', '=', project)
        .where('state', 'in', OPEN_STATES)
        .where('id', 'in', ({ selectFrom }) =>
            selectFrom('change_request_changes').select('request').where('feature', '=', flag),
        )
        .orderBy('id')
        .execute();
