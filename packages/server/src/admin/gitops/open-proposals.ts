import { sql } from 'kysely';
import type { Change } from '../../changes/write.ts';
import { conflict } from '../../core/errors.ts';
import { findCollecting, type StoredRequest } from '../change-requests/change-request.queries.ts';
import { stepOf, takenIfPossible } from '../change-requests/proposed-changes.ts';
import { asMemberOf } from '../proposals/as-member-of.ts';
import type { Documents } from './gitops.schemas.ts';
import { type Plan, planDocuments } from './gitops-plan.ts';

interface Waiting {
    /** What the caller has proposed of this already. */
    requests: StoredRequest[];
    /** What remains to be done. */
    documents: Documents;
}

/**
 * A pipeline applies the same files again and again while what needs approval waits for it. What is proposed already is left out, so
 * that approvals are not cleared and nothing is proposed twice; what was proposed otherwise must be decided first.
 */
export async function withoutProposed(change: Change, asked: Documents, plan: Plan): Promise<Waiting> {
    const requests = await openRequests(change, plan);
    if (requests.length === 0) return { requests, documents: asked };
    const proposed = new Set(
        requests.flatMap(({ changes }) => changes.flatMap(({ feature }) => (feature ? `flag ${feature}` : []))),
    );
    const left = await planAfter(change, asked, requests);
    const differing = left.planned.find(({ key, action }) => action !== 'none' && proposed.has(key));
    if (differing) {
        const [{ id, project, environment, state }] = requests as [StoredRequest];
        throw conflict(
            `Nothing was changed. Change request ${id} (${state}) for ${environment} of project ${project} proposes something else for ${differing.key}. Have it decided, or discard it, and apply again.`,
        );
    }
    const { flags = [], segments = [], ...rest } = asked;
    return {
        requests,
        documents: {
            ...rest,
            flags: flags.filter(({ flag }) => !proposed.has(`flag ${flag}`)),
            segments,
        },
    };
}

/** The caller's own, where one of the planned flags is among the changes. */
async function openRequests({ tx, actor }: Change, { planned }: Plan): Promise<StoredRequest[]> {
    const places = await tx.selectFrom('change_request_settings').select(['project', 'environment']).execute();
    const requests: StoredRequest[] = [];
    for (const { project, environment } of places) {
        if (!planned.some((each) => each.project === project)) continue;
        const request = await findCollecting(tx, { project, environment, author: actor.id });
        const isAbout = request?.changes.some(({ feature }) =>
            planned.some(({ kind, name, action }) => action !== 'none' && kind === 'flag' && name === feature),
        );
        if (request && isAbout) requests.push(request);
    }
    return requests;
}

/** What would differ once these are applied. */
async function planAfter(change: Change, asked: Documents, requests: readonly StoredRequest[]): Promise<Plan> {
    const { tx, actor } = change;
    await sql`savepoint proposed`.execute(tx);
    for (const { project, environment, changes } of requests) {
        const trial: Change = { ...change, actor: asMemberOf(project, actor), record: () => undefined };
        for (const { feature, action, payload } of changes) {
            const step = stepOf({ project, environment }, { change: { feature, action, payload }, path: 'body' });
            await takenIfPossible(trial, step);
        }
    }
    const plan = await planDocuments(tx, actor, asked);
    await sql`rollback to savepoint proposed`.execute(tx);
    return plan;
}
