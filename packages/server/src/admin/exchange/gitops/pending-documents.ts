import type { Change } from '../../../changes/write.ts';
import { afterProposals, openProposals } from '../../governance/change-requests/content/open-proposals.ts';
import type { StoredRequest } from '../../governance/change-requests/request/change-request.queries.ts';
import { segmentIn } from '../../governance/change-requests/request/change-request-object.ts';
import type { Documents, ProposedRequest } from './gitops.schemas.ts';
import { type GitOpsPlan, isChanging, planDocuments } from './gitops-plan.ts';
import { keyOfFlag } from './prerequisites.ts';

interface Waiting {
    /** Open change requests that contain some of the changes. */
    requests: ProposedRequest[];
    /** A request that contradicts the files, and the key of the affected object. */
    other?: { request: ProposedRequest; key: string };
    /** The remaining part of the plan. */
    rest: Pick<GitOpsPlan, 'planned' | 'problems' | 'steps'>;
}

/**
 * A pipeline applies the same files repeatedly while changes wait for approval. Changes that are already pending are left out, so
 * that approvals are kept and no change is requested twice. If the files differ from the pending request, the caller must decide.
 */
export async function withoutWaiting(change: Change, documents: Documents, plan: GitOpsPlan): Promise<Waiting> {
    // A renamed flag is refused while the archiving of the former one is pending.
    const concerned = new Set([...plan.planned.filter(isChanging).map(({ key }) => key), ...plan.refused]);
    const flags = (documents.flags ?? []).filter(({ flag }) => concerned.has(keyOfFlag(flag)));
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
    const left = await afterProposals(change, open, () => planDocuments(change.tx, change.actor, documents));
    const differing = left.planned.find((each) => isChanging(each) && waiting.has(each.key));
    const remains = ({ key }: { key: string }) => !waiting.has(key);
    return {
        requests: open.map(toProposedRequest),
        ...(differing && { other: { request: toProposedRequest(waiting.get(differing.key)!), key: differing.key } }),
        rest: {
            planned: plan.planned.filter(remains),
            problems: left.problems,
            steps: plan.steps.filter(remains),
        },
    };
}

const toProposedRequest = ({ id, project, environment, state }: StoredRequest): ProposedRequest => ({
    id,
    project,
    environment,
    state,
});
