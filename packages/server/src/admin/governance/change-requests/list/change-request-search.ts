import type { AdminActor } from '../../../../core/access/actor.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { type Page, pageOf } from '../../../../http/route/paging.ts';
import { chunked } from '../../../../storage/chunked.ts';
import type { Db } from '../../../../storage/database.ts';
import { inKnownProject } from '../../../../storage/known-projects.ts';
import { settingsOf } from '../../../catalogue/approval-rules/change-request-config.queries.ts';
import { OPEN_STATES } from '../../../catalogue/approval-rules/request-visibility.ts';
import { involvesUnknownPerson, isAwaitingReview, mayReviewBrokenGlass } from '../applying/break-glass.ts';
import { defaultApprovalSettings } from '../approvals/approvals.queries.ts';
import { loadRequestParts, type TableRow, withoutParts } from '../request/change-request.queries.ts';
import { namesFor, toListedRequest } from '../request/change-request-object.ts';
import { mayMove } from '../request/transitions.ts';
import { selectVisibleRequests } from './change-request-list.queries.ts';
import type { ChangeRequestSearchResult, Inbox, RequestSearch } from './change-request-list.schemas.ts';

type RequestRow = TableRow<'change_requests'>;

/** Selects the requests of all projects that the actor may see. */
const selectKnown = (db: Db, actor: AdminActor) =>
    selectVisibleRequests(db, actor).where(inKnownProject(actor, 'change_requests.project'));

export async function searchRequests(
    db: Db,
    actor: AdminActor,
    search: RequestSearch,
): Promise<{ changeRequests: ChangeRequestSearchResult[]; total: number }> {
    const matching = matches(selectKnown(db, actor), search);
    const { offset, limit }: Page = pageOf(search);
    const [rows, { total }] = await Promise.all([
        matching.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute(),
        matching
            .clearSelect()
            .select(({ fn }) => fn.countAll<number>().as('total'))
            .executeTakeFirstOrThrow(),
    ]);
    return { changeRequests: await toSearchResults(db, rows), total };
}

const idsIn = (filter: string) =>
    filter
        .slice(filter.indexOf(':') + 1)
        .split(',')
        .map(Number);

function matches(query: ReturnType<typeof selectKnown>, { id, createdBy, requestedApproverId, state }: RequestSearch) {
    return query
        .$if(id !== undefined, (some) => some.where('id', '=', id!))
        .$if(createdBy !== undefined, (some) => some.where('created_by_user_id', 'in', idsIn(createdBy!)))
        .$if(requestedApproverId !== undefined, (some) =>
            some.where('id', 'in', ({ selectFrom }) =>
                selectFrom('change_request_approvers')
                    .select('request')
                    .where('user_id', 'in', idsIn(requestedApproverId!)),
            ),
        )
        .$if(state !== undefined, (some) => some.where('state', state === 'IS:open' ? 'in' : 'not in', OPEN_STATES));
}

async function toSearchResults(db: Db, rows: readonly RequestRow[]): Promise<ChangeRequestSearchResult[]> {
    const requests = await loadRequestParts(db, rows);
    const names = await namesFor(db, requests);
    return requests.map((request) => {
        const { id, title, project, environment, state, createdBy, createdAt, features, segments, schedule } =
            toListedRequest(request, names);
        return {
            ...{ id, title, project, environment, state, createdBy, createdAt },
            features: features.map(({ name }) => name),
            segments: [...new Set(segments.map(({ name }) => name))],
            ...(schedule && { schedule }),
        };
    });
}

/** Returns the undecided requests that the actor can review or apply, oldest first. */
export async function waitingFor(db: Db, actor: AdminActor, project?: string) {
    const rows = await selectKnown(db, actor)
        .where('kind', '!=', 'schedule')
        .where(({ or, eb }) => or([eb('state', 'in', ['In review', 'Approved']), eb('break_glass', 'is not', null)]))
        .$if(project !== undefined, (query) => query.where('project', '=', project!))
        .orderBy('created_at')
        .orderBy('id')
        .execute();
    const [reviewed, settings] = await Promise.all([reviewedBy(db, actor, rows), settingsOf(db, rows)]);
    const waiting: { row: RequestRow; todo: 'review' | 'apply' }[] = [];
    for (const row of rows) {
        const own = settings.find(isAt(row)) ?? defaultApprovalSettings(row);
        const request = withoutParts(row);
        const can = (state: 'Approved' | 'Applied') => mayMove({ actor, request, settings: own }, state);
        if (row.state === 'In review' && !reviewed.has(row.id) && can('Approved'))
            waiting.push({ row, todo: 'review' });
        const hasConfirmed = reviewed.has(row.id) && involvesUnknownPerson(row);
        if (isAwaitingReview(row) && !hasConfirmed && mayReviewBrokenGlass(actor, row))
            waiting.push({ row, todo: 'review' });
        if (row.state === 'Approved' && can('Applied')) waiting.push({ row, todo: 'apply' });
    }
    return waiting;
}

const isAt = (left: ProjectEnvironment) => (right: ProjectEnvironment) =>
    left.project === right.project && left.environment === right.environment;

async function reviewedBy(db: Db, actor: AdminActor, rows: readonly RequestRow[]): Promise<Set<number>> {
    const reviewed = new Set<number>();
    for (const ids of chunked(rows.map(({ id }) => id))) {
        const reviews = await db
            .selectFrom('change_request_reviews')
            .select('request')
            .where('request', 'in', ids)
            .where('created_by_user_id', '=', actor.personId ?? actor.id)
            .execute();
        for (const { request } of reviews) reviewed.add(request);
    }
    return reviewed;
}

const MAX_RESULTS = 100;

/** Returns the requests that wait for the actor, requested reviews first, and the actor's own requests. */
export async function readInbox(db: Db, actor: AdminActor): Promise<Inbox> {
    const [waiting, requested, own] = await Promise.all([
        waitingFor(db, actor),
        db.selectFrom('change_request_approvers').select('request').where('user_id', '=', actor.id).execute(),
        selectKnown(db, actor)
            .where('created_by_user_id', '=', actor.id)
            .where('state', 'in', OPEN_STATES)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(MAX_RESULTS)
            .execute(),
    ]);
    const withReviewRequest = new Set(requested.map(({ request }) => request));
    const isRequested = ({ row }: (typeof waiting)[number]) => withReviewRequest.has(row.id);
    const first = [...waiting.filter(isRequested), ...waiting.filter((each) => !isRequested(each))].slice(
        0,
        MAX_RESULTS,
    );
    const shown = await toSearchResults(
        db,
        first.map(({ row }) => row),
    );
    return {
        waitingForMe: shown.map((each, index) => ({
            ...each,
            todo: first[index]!.todo,
            isAsked: isRequested(first[index]!),
        })),
        mine: await toSearchResults(db, own),
    };
}
