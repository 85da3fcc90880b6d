import type { Change } from '../../../../changes/change.ts';
import type { AdminActor } from '../../../../core/access/actor.ts';
import { rolledBack } from '../../../../storage/savepoint.ts';
import { withProjectPermissions } from '../../proposals/with-project-permissions.ts';
import { listOpenOf, type StoredRequest } from '../request/change-request.queries.ts';
import { segmentIn } from '../request/change-request-object.ts';
import { stepOf, tryStep } from './proposed-changes.ts';

interface ProposedObjects {
    flags: ReadonlySet<string>;
    /** Ids, because the proposal may change the name. */
    segments: ReadonlySet<number>;
}

/** Returns the actor with the preference to propose changes. */
export const asProposer = (actor: AdminActor): AdminActor => ({ ...actor, proposes: true });

/** Returns the undecided proposals of the actor for these flags and segments. */
export async function openProposals(
    { tx, actor }: Change,
    { flags, segments }: ProposedObjects,
): Promise<StoredRequest[]> {
    if (!actor.proposes) return [];
    const requests = await listOpenOf(tx, actor);
    return requests.filter(({ changes }) =>
        changes.some((change) => {
            const segment = segmentIn(change);
            return segment === undefined ? flags.has(change.feature ?? '') : segments.has(segment);
        }),
    );
}

/** Calls `look` in the state after these requests are applied, and rolls everything back. */
export async function afterProposals<T>(
    change: Change,
    requests: readonly StoredRequest[],
    read: () => Promise<T>,
): Promise<T> {
    return rolledBack(change.tx, async () => {
        for (const { project, environment, changes } of requests) {
            const trial: Change = {
                ...change,
                actor: withProjectPermissions(project, change.actor),
                record: () => undefined,
            };
            for (const { feature, action, payload } of changes) {
                const step = stepOf({ project, environment }, { change: { feature, action, payload }, path: 'body' });
                await tryStep(trial, step);
            }
        }
        return read();
    });
}
