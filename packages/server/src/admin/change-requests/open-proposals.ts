import { sql } from 'kysely';
import type { Change } from '../../changes/write.ts';
import { asMemberOf } from '../proposals/as-member-of.ts';
import { findCollecting, type StoredRequest } from './change-request.queries.ts';
import { stepOf, takenIfPossible } from './proposed-changes.ts';

/** What whoever would rather propose has proposed already, and what is not decided, of these flags in these projects. */
export async function openProposals(
    { tx, actor }: Change,
    { projects, flags }: { projects: ReadonlySet<string | null>; flags: ReadonlySet<string> },
): Promise<StoredRequest[]> {
    if (!actor.proposes) return [];
    const places = await tx
        .selectFrom('change_request_settings')
        .select(['project', 'environment'])
        .orderBy('project')
        .orderBy('environment')
        .execute();
    const requests: StoredRequest[] = [];
    for (const { project, environment } of places) {
        if (!projects.has(project)) continue;
        const request = await findCollecting(tx, { project, environment, author: actor.id });
        if (request?.changes.some(({ feature }) => feature !== null && flags.has(feature))) requests.push(request);
    }
    return requests;
}

/** Looks at things as they will be once these requests are applied; nothing of it stays. */
export async function afterProposals<T>(
    change: Change,
    requests: readonly StoredRequest[],
    look: () => Promise<T>,
): Promise<T> {
    await sql`savepoint proposed`.execute(change.tx);
    for (const { project, environment, changes } of requests) {
        const trial: Change = { ...change, actor: asMemberOf(project, change.actor), record: () => undefined };
        for (const { feature, action, payload } of changes) {
            const step = stepOf({ project, environment }, { change: { feature, action, payload }, path: 'body' });
            await takenIfPossible(trial, step);
        }
    }
    const seen = await look();
    await sql`rollback to savepoint proposed`.execute(change.tx);
    return seen;
}
