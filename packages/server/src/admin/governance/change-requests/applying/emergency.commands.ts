import { type Static, Type } from 'typebox';
import type { Change } from '../../../../changes/change.ts';
import { withPermissionCheck } from '../../../../changes/with-permission-check.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { NOT_BLANK } from '../../../../core/text/patterns.ts';
import { Body } from '../../../../http/route/schemas.ts';
import type { StoredAppliedEffect } from '../../../../storage/tables/change-requests.ts';
import { settingsFor } from '../approvals/approvals.queries.ts';
import { readChanges } from '../content/change.commands.ts';
import { recordedChange } from '../content/complete-edit.ts';
import { rehearseChanges } from '../content/proposed-changes.ts';
import { storeRequest } from '../content/store-request.ts';
import { mayPropose } from '../request/change-request.access.ts';
import { ProposedChanges } from '../request/change-request.schemas.ts';
import { titleOf } from '../request/change-request-object.ts';
import { moveTo } from '../request/state.commands.ts';
import { storeRevision } from './apply.ts';
import { breakGlass, demandBreakGlass } from './break-glass.ts';

export const EmergencyChanges = Body(
    {
        changes: ProposedChanges,
        reason: Type.String({
            minLength: 1,
            maxLength: 500,
            pattern: NOT_BLANK,
            description: 'Why the changes cannot wait for approvals',
        }),
    },
    { $id: 'emergencyChanges' },
);

interface EmergencyInput extends ProjectEnvironment, Static<typeof EmergencyChanges> {
    /** The effect that was measured before. */
    effect: StoredAppliedEffect | undefined;
}

/** Applies changes at once without approvals, in a request of their own: the draft of the user may contain other changes. */
export const applyInEmergency = withPermissionCheck(mayPropose, applyAtOnce);

async function applyAtOnce(
    change: Change,
    { project, environment, changes, reason, effect }: EmergencyInput,
): Promise<number> {
    const target = { project, environment };
    const located = await readChanges(change.tx, target, { changes, path: 'body/changes' });
    demandBreakGlass(change.actor, await settingsFor(change.tx, target));
    const snapshots = await rehearseChanges(change, { projectEnvironment: target, before: [], proposed: located });
    const named = { kind: 'request', state: 'Applied', title: null } as const;
    const request = await storeRequest(change, target, { ...named, proposed: located, snapshots });
    await breakGlass(change, request, reason);
    await moveTo(change, request, 'Applied', {
        type: 'change-request-applied',
        data: { title: titleOf(request), changes: request.changes.map(recordedChange), breakGlass: true },
    });
    storeRevision(change, request, effect);
    return request.id;
}
