import type { Change } from '../../../changes/write.ts';
import { afterProposals, openProposals } from '../../governance/change-requests/content/open-proposals.ts';
import type { StoredRequest } from '../../governance/change-requests/request/change-request.queries.ts';
import { segmentIn } from '../../governance/change-requests/request/change-request-object.ts';
import type { Documents, ProposedRequest } from './gitops.schemas.ts';
import { type GitOpsPlan, isChanging, planDocuments } from './gitops-plan.ts';
import { keyOfFlag } from './prerequisites.ts';

interface Waiting {
    /** Change requests that ask for some of it already. */
    requests: ProposedRequest[];
    /** One of them that asks for something else, and of what. */
    other?: { request: ProposedRequest; key: string };
    /** What remains to be done. */
    rest: Pick<GitOpsPlan, 'planned' | 'problems' | 'steps'>;
}

/**
 * A pipeline applies the same files repeatedly while changes wait for approval. Changes that are already pending are left out, so
 * that approvals are kept and no change is requested twice. If the files differ from the pending request, the caller must decide.
 */
export async function withoutWaiting(change: Change, asked: Documents, plan: GitOpsPlan): Promise<Waiting> {
    // A flag that moves is refused while the one it replaces waits to be archived.
    const concerned = new Set([...plan.planned.filter(isChanging).map(({ key }) => key), ...plan.refused]);
    const flags = (asked.flags ?? []).filter(({ flag }) => concerned.has(keyOfFlag(flag)));
    const open = await openProposals(change, {
        flags: new Set(flags.flatMap(({ flag, moved }) => [flag, moved ?? flag])),
        segments: new Set([...plan.segments].flatMap(([id, key]) => (concerned.has(key) ? id : []))),
    });
    if (open.length === 0) return { requests: [], rest: plan };
    const waiting = new Map<string, StoredRequest>();
    for (const request of open) {
        for (const each of request.changes) {
            const segment = segmentIn(each);
            const key = segment === undefined ? keyOfFlag(each.feature ?? '') : plan.segments.get(segment);
            if (key !== undefined) waiting.set(key, request);
        }
    }
    const left = await afterProposals(change, open, () => planDocuments(change.tx, change.actor, asked));
    const differing = left.planned.find((each) => isChanging(each) && waiting.has(each.key));
    const remains = ({ key }: { key: string }) => !waiting.has(key);
    return {
        requests: open.map(told),
        ...(differing && { other: { request: told(waiting.get(differing.key)!), key: differing.key } }),
        rest: {
            planned: plan.planned.filter(remains),
            problems: left.problems,
            steps: plan.steps.filter(remains),
        },
    };
}

const told = ({ id, project, environment, state }: StoredRequest): ProposedRequest => ({
    id,
    project,
    environment,
    state,
});
