import type { Change } from '../../../../changes/change.ts';
import { withPermissionCheck } from '../../../../changes/with-permission-check.ts';
import { originOf } from '../../../../core/access/actor.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { invalid, notFound } from '../../../../core/errors/errors.ts';
import { canonicalJson } from '../../../../core/json/canonical-json.ts';
import { nextNumber } from '../../../../storage/counters.ts';
import type { Tx } from '../../../../storage/database.ts';
import { findProjectEnvironment } from '../../../catalogue/projects/project.queries.ts';
import { MAX_STEPS } from '../../proposals/proposal.schemas.ts';
import { settingsFor } from '../approvals/approvals.queries.ts';
import { addToPeople } from '../approvals/people.ts';
import { contentHashOf } from '../merge/content.ts';
import { mayEdit, mayPropose } from '../request/change-request.access.ts';
import {
    type ChangeRow,
    getRequest,
    type RequestAddress,
    type StoredRequest,
} from '../request/change-request.queries.ts';
import type { ProposedChange } from '../request/change-request.schemas.ts';
import { decide } from '../request/state.commands.ts';
import { completeEdit } from './complete-edit.ts';
import { completeChange, type LocatedChange, rehearseChanges, stepOf } from './proposed-changes.ts';
import { findTarget, limitOpenRequests } from './target-request.ts';

export interface ProposalInput extends ProjectEnvironment {
    /** One change, or several that are added together or not at all. */
    changes: ProposedChange | readonly ProposedChange[];
}

/** Adds changes to the request that the actor prefers, or to a new one; returns its id. */
export const proposeChanges = withPermissionCheck(mayPropose, addChanges);

async function addChanges(change: Change, { changes, ...projectEnvironment }: ProposalInput): Promise<number> {
    const { tx, actor } = change;
    const located = await readChanges(tx, projectEnvironment, { changes, path: 'body' });
    const known = await findTarget(change, projectEnvironment);
    const before = known?.changes ?? [];
    if (before.length + located.length > MAX_STEPS) {
        throw invalid(
            `A change request can contain ${MAX_STEPS} changes, and this one has ${before.length}. Apply it first, or remove some.`,
        );
    }
    const snapshots = await rehearseChanges(change, { projectEnvironment, before, proposed: located });
    const request = known ?? (await draft(change, projectEnvironment));
    const position = Math.max(-1, ...before.map((each) => each.position)) + 1;
    const added = await storeAll(change, { request: request.id, position, proposed: located, snapshots });
    await completeEdit(change, request, { type: 'change-added', changed: added });
    if (actor.proposesTo === 'review') {
        const reason = actor.reason;
        await decide(change, { ...request, state: 'In review', ...(reason !== undefined && { reason }) });
    }
    return request.id;
}

/** Stores changes in sequence, starting at a position. */
export async function storeAll(
    change: Change,
    {
        request,
        position,
        proposed,
        snapshots,
    }: { request: number; position: number; proposed: readonly LocatedChange[]; snapshots: readonly unknown[] },
): Promise<ChangeRow[]> {
    const added: ChangeRow[] = [];
    for (const [index, each] of proposed.entries()) {
        added.push(await store(change, rowOf(each.change, snapshots[index], { position: position + index, request })));
    }
    return added;
}

/** Returns the changes of a request body with defaults and ids. Rejects an unknown environment and malformed changes. */
export async function readChanges(
    tx: Tx,
    { project, environment }: ProjectEnvironment,
    { changes, path }: Pick<ProposalInput, 'changes'> & { path: string },
): Promise<LocatedChange[]> {
    if (!(await findProjectEnvironment(tx, project, environment))) {
        throw notFound(`environment ${environment} in project ${project}`);
    }
    const located =
        'action' in changes
            ? [{ change: changes, path }]
            : changes.map((change, index) => ({ change, path: `${path}/${index}` }));
    // The formats of all changes are checked before ids are assigned.
    for (const each of located) stepOf({ project, environment }, each);
    return Promise.all(located.map((each) => complete(tx, each)));
}

const complete = async (tx: Tx, { change, path }: LocatedChange): Promise<LocatedChange> => ({
    path,
    change: await completeChange(tx, change),
});

/** Replaces a change: the new one has a new id and the position of the old one. */
export const editChange = withPermissionCheck(mayEdit, replaceChange);

async function replaceChange(
    change: Change,
    { changeId, proposed, ...address }: RequestAddress & { changeId: number; proposed: ProposedChange },
): Promise<void> {
    const request = await getRequest(change.tx, { ...address, actor: change.actor });
    const old = changeIn(request, changeId);
    const located = { change: proposed, path: 'body' };
    stepOf(request, located);
    const replacement = await complete(change.tx, located);
    const before = request.changes.slice(0, request.changes.indexOf(old));
    const [snapshot] = await rehearseChanges(change, { projectEnvironment: request, before, proposed: [replacement] });
    await change.tx.deleteFrom('change_request_changes').where('id', '=', changeId).execute();
    // An edit keeps the base of the proposal, so that concurrent changes by others are preserved.
    const base = isOfSame(old, replacement.change) ? old.snapshot : snapshot;
    const row = rowOf(replacement.change, base, { position: old.position, request: request.id });
    const added = await store(change, row);
    await completeEdit(change, request, { type: 'change-edited', changed: [added], replaced: old });
}

/** Removes a change from a request. */
export const discardChange = withPermissionCheck(mayEdit, removeChange);

async function removeChange(
    change: Change,
    { changeId, ...address }: RequestAddress & { changeId: number },
): Promise<void> {
    const request = await getRequest(change.tx, { ...address, actor: change.actor });
    const old = changeIn(request, changeId);
    await change.tx.deleteFrom('change_request_changes').where('id', '=', changeId).execute();
    await completeEdit(change, request, { type: 'change-discarded', changed: [], replaced: old });
}

function changeIn(request: StoredRequest, changeId: number): ChangeRow {
    const stored = request.changes.find(({ id }) => id === changeId);
    if (!stored) throw notFound(`change ${changeId} in change request ${request.id}`);
    return stored;
}

function isOfSame(old: ChangeRow, { action, feature, payload }: ProposedChange): boolean {
    const idOf = (value: unknown) => (value as { id?: unknown } | null)?.id;
    return old.action === action && old.feature === (feature ?? null) && idOf(old.payload) === idOf(payload);
}

/**
 * Whether these are the last changes of a request. Equal changes further up do not count, because later changes may override them
 * intentionally.
 */
export function endsWith(request: StoredRequest, changes: readonly ProposedChange[]): boolean {
    const contentOf = ({ action, feature, payload }: ProposedChange | ChangeRow) =>
        canonicalJson({ action, feature: feature ?? null, payload: payload ?? null });
    const last = request.changes.slice(-changes.length).map(contentOf);
    return last.length === changes.length && changes.every((each, index) => contentOf(each) === last[index]);
}

type NewRow = Pick<ChangeRow, 'request' | 'position' | 'feature' | 'action' | 'payload' | 'snapshot'>;

const rowOf = (
    { feature, action, payload }: ProposedChange,
    snapshot: unknown,
    where: Pick<ChangeRow, 'request' | 'position'>,
): NewRow => ({ ...where, feature: feature ?? null, action, payload: payload ?? null, snapshot });

async function store({ tx, actor, now }: Change, row: NewRow): Promise<ChangeRow> {
    const id = await nextNumber(tx, 'change-request-changes');
    const by = { created_by_user_id: actor.id, created_by: actor.name, created_at: now };
    await tx
        .insertInto('change_request_changes')
        .values({
            ...row,
            id,
            payload: row.payload === null ? null : JSON.stringify(row.payload),
            snapshot: row.snapshot === null ? null : JSON.stringify(row.snapshot),
            ...by,
        })
        .execute();
    return { ...row, expected: null, refs: null, id, ...by };
}

/** Creates a request that only its author can see until it is sent to review. */
async function draft(change: Change, target: ProjectEnvironment): Promise<StoredRequest> {
    await limitOpenRequests(change, target);
    // Only the author decides which changes are added to a request that was requested as a new one.
    const kind = change.actor.proposesTo === undefined ? 'request' : 'separate';
    const request = await insertRequest(change, target, { kind, state: 'Draft', title: null });
    change.record({ type: 'change-request-created', ...target, data: { changeRequestId: request.id, draft: true } });
    return request;
}

/** Stores a request. The caller records the event. */
export async function insertRequest(
    { tx, actor, now }: Change,
    { project, environment }: ProjectEnvironment,
    { kind, state, title }: Pick<StoredRequest, 'kind' | 'state' | 'title'>,
): Promise<StoredRequest> {
    const target = { project, environment };
    const id = await nextNumber(tx, 'change-requests');
    const row = {
        id,
        ...target,
        kind,
        origin: originOf(actor),
        title,
        state,
        min_approvals: (await settingsFor(tx, target)).requiredApprovals,
        content_hash: contentHashOf([]),
        state_timestamps: { [state]: now },
        effect: null,
        applied_effect: null,
        break_glass: null,
        approvals_cleared: null,
        people: addToPeople(actor, []),
        applied_in: null,
        applied_at_revision: null,
        created_by_user_id: actor.id,
        created_by: actor.name,
        created_at: now,
    };
    await tx
        .insertInto('change_requests')
        .values({
            ...row,
            state_timestamps: JSON.stringify(row.state_timestamps),
            people: JSON.stringify(row.people),
        })
        .execute();
    return { ...row, changes: [], reviews: [], comments: [], schedule: undefined };
}
