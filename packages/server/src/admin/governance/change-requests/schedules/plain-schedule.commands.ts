import { type Static, Type } from 'typebox';
import { type Change, takeStep } from '../../../../changes/change.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import type { NewEvent } from '../../../../core/events/event-types.ts';
import { NOT_BLANK } from '../../../../core/text/patterns.ts';
import { Body, DateTime } from '../../../../http/route/schemas.ts';
import { changedPublications } from '../../../../publications/publish.ts';
import { rolledBack } from '../../../../storage/savepoint.ts';
import { readChanges } from '../content/change.commands.ts';
import { type LocatedChange, stepOf } from '../content/proposed-changes.ts';
import { storeRequest } from '../content/store-request.ts';
import { guardProtected } from '../guard/guard.ts';
import { snapshotOf } from '../merge/targets.ts';
import { ProposedChanges } from '../request/change-request.schemas.ts';
import { putSchedule } from './schedule.commands.ts';

export const NewSchedule = Body(
    {
        scheduledAt: DateTime('Scheduled time'),
        timeZone: Type.Optional(
            Type.String({
                maxLength: 100,
                description: 'Time zone in which the time was chosen: an IANA name. Default: UTC',
            }),
        ),
        title: Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: NOT_BLANK })),
        changes: ProposedChanges,
    },
    { $id: 'newSchedule' },
);
export type NewSchedule = Static<typeof NewSchedule>;

/**
 * Schedules changes that need no approval. The permissions for the changes are checked now and again when they are applied, on
 * behalf of the user who scheduled them.
 */
export async function createSchedule(
    change: Change,
    { project, environment, changes, title, ...wish }: ProjectEnvironment & NewSchedule,
): Promise<number> {
    const target = { project, environment };
    const located = await readChanges(change.tx, target, { changes, path: 'body/changes' });
    const snapshots = await rehearsedSnapshots(change, target, located);
    const named = { kind: 'schedule', state: 'Scheduled', title: title?.trim() ?? null } as const;
    const request = await storeRequest(change, target, { ...named, proposed: located, snapshots });
    await putSchedule(change, request, wish);
    return request.id;
}

/** Returns the state that the changes would replace now, determined by a rehearsal. */
async function rehearsedSnapshots(
    change: Change,
    target: ProjectEnvironment,
    changes: readonly LocatedChange[],
): Promise<unknown[]> {
    const { tx, actor } = change;
    const recorded: NewEvent[] = [];
    const trial: Change = { ...change, record: (event) => void recorded.push(event) };
    return rolledBack(tx, async () => {
        const snapshots: unknown[] = [];
        for (const input of changes) {
            const step = stepOf(target, input);
            snapshots.push(await snapshotOf(tx, target, input.change));
            await takeStep(trial, step);
            const check = await guardProtected({ tx, actor, step, events: recorded, permit: undefined });
            await check(await changedPublications(tx, recorded));
        }
        return snapshots;
    });
}
