import { type Static, Type } from 'typebox';
import type { Change, PermissionCheck } from '../../../../changes/change.ts';
import { withPermissionCheck } from '../../../../changes/with-permission-check.ts';
import { conflict, invalid, notFound } from '../../../../core/errors/errors.ts';
import { isRecord } from '../../../../core/json/is-record.ts';
import { Body } from '../../../../http/route/schemas.ts';
import { completeEdit } from '../content/complete-edit.ts';
import { stepOf } from '../content/proposed-changes.ts';
import { mayEdit } from '../request/change-request.access.ts';
import {
    type ChangeRow,
    findCollecting,
    getRequest,
    type RequestAddress,
    type StoredRequest,
} from '../request/change-request.queries.ts';
import { dropSchedule } from '../schedules/schedule.queries.ts';
import { editsOf, mergeChange, mergedTargetOf } from './merge.ts';
import { loadTargets } from './targets.ts';

export const Resolution = Body(
    {
        take: Type.Optional(
            Type.Enum(['mine', 'theirs'], {
                description:
                    'For members changed by both sides: keep the proposed or the current value. Members changed by one side only are kept',
            }),
        ),
        payload: Type.Optional(
            Type.Unknown({ description: 'Alternative: the payload to set, in the format of the action' }),
        ),
    },
    { $id: 'changeResolution' },
);
export type Resolution = Static<typeof Resolution>;

type Input = RequestAddress & Resolution & { changeId: number };

/** Rebases a change onto the current state. Approvals of the previous content are cleared. */
export const resolveChange = withPermissionCheck(mayResolve, resolve);

/** A schedule that can no longer be applied is returned to its author. */
async function mayResolve(context: Parameters<PermissionCheck<Input>>[0], input: Input): Promise<void> {
    const request = await getRequest(context.tx, { ...input, actor: context.actor });
    if (!isStuck(request)) return mayEdit(context, input);
    if (request.created_by_user_id !== context.actor.id) return mayEdit(context, input);
    if (request.kind === 'separate') return;
    const other = await findCollecting(context.tx, { ...request, author: request.created_by_user_id });
    if (!other) return;
    throw conflict(
        `You already have change request ${other.id} for ${request.environment}. Apply or cancel it first, or reject this one and propose its changes there.`,
    );
}

const isStuck = ({ state, schedule }: StoredRequest) => state === 'Scheduled' && schedule?.status !== 'pending';

async function resolve(change: Change, { changeId, take, payload: edited, ...address }: Input): Promise<void> {
    const { tx } = change;
    if ((take === undefined) === (edited === undefined)) {
        throw invalid('Send either `take` ("mine" or "theirs") or `payload`.', '/body');
    }
    const request = await getRequest(tx, { ...address, actor: change.actor });
    const old = request.changes.find(({ id }) => id === changeId);
    if (!old) throw notFound(`change ${changeId} in change request ${request.id}`);
    const target = (await loadTargets(tx, request, [old])).of(old);
    if (target === null) {
        throw invalid('The object of this change no longer exists. Remove the change instead.');
    }
    const payload = edited ?? (target === undefined ? old.payload : resolvePayload(old, target, take!));
    if (isStuck(request)) await dropSchedule(tx, request.id);
    if (payload === undefined) {
        await tx.deleteFrom('change_request_changes').where('id', '=', old.id).execute();
        return completeEdit(change, request, { type: 'change-discarded', changed: [], replaced: old });
    }
    const { feature, action } = old;
    stepOf(request, { change: { feature, action, payload }, path: 'body' });
    const snapshot = target ?? null;
    const changed: ChangeRow = { ...old, payload, snapshot, expected: null };
    await tx
        .updateTable('change_request_changes')
        .set({ payload: JSON.stringify(payload), snapshot: snapshot && JSON.stringify(snapshot), expected: null })
        .where('id', '=', old.id)
        .execute();
    await completeEdit(change, request, { type: 'change-edited', changed: [changed], replaced: old });
}

/** The resolved change; undefined when nothing is left. */
function resolvePayload(old: ChangeRow, target: unknown, take: 'mine' | 'theirs'): unknown {
    const { payload, conflict } = mergeChange(old, { outside: target });
    if (take === 'mine') return payload;
    const shape = mergedTargetOf(old.action);
    if (!shape || !conflict) return payload;
    if (shape.removes) return undefined;
    const conflictingMembers = new Set(conflict.members.map(({ member }) => member));
    const mine = Object.entries(editsOf(old)).filter(([member]) => !conflictingMembers.has(member));
    if (mine.length === 0) return undefined;
    return shape.write(
        { ...shape.read(target), ...Object.fromEntries(mine) },
        isRecord(old.payload) ? old.payload : {},
    );
}
