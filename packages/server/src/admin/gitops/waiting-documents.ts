import type { Change } from '../../changes/write.ts';
import { conflict } from '../../core/errors.ts';
import type { StoredRequest } from '../change-requests/change-request.queries.ts';
import { afterProposals, openProposals } from '../change-requests/open-proposals.ts';
import type { Documents } from './gitops.schemas.ts';
import { isChanging, type Plan, planDocuments } from './gitops-plan.ts';

interface Waiting {
    /** Change requests that ask for some of it already. */
    requests: StoredRequest[];
    /** What remains to be done. */
    documents: Documents;
}

/**
 * A pipeline applies the same files again and again while what needs approval waits for it. What was asked for already is left out, so
 * that approvals are not cleared and nothing is asked for twice; where the files ask for something else by now, that must be decided.
 */
export async function withoutWaiting(change: Change, asked: Documents, plan: Plan): Promise<Waiting> {
    const planned = plan.planned.filter(isChanging);
    const requests = await openProposals(change, {
        projects: new Set(planned.map(({ project }) => project)),
        flags: new Set(planned.flatMap(({ kind, name }) => (kind === 'flag' ? name : []))),
    });
    if (requests.length === 0) return { requests, documents: asked };
    const waiting = new Map<string, StoredRequest>(
        requests.flatMap((request) => request.changes.map(({ feature }) => [`flag ${feature}`, request] as const)),
    );
    const left = await afterProposals(change, requests, () => planDocuments(change.tx, change.actor, asked));
    const differing = left.planned.find((each) => isChanging(each) && waiting.has(each.key));
    if (differing) {
        const { id, state, environment, project } = waiting.get(differing.key)!;
        throw conflict(
            `Nothing was changed. Change request ${id} (${state}) for ${environment} of project ${project} asks for something else of ${differing.key}. Have it decided, or discard it, and apply again.`,
        );
    }
    const { flags = [], ...rest } = asked;
    return { requests, documents: { ...rest, flags: flags.filter(({ flag }) => !waiting.has(`flag ${flag}`)) } };
}
