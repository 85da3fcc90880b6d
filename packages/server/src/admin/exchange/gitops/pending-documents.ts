import { actionNamed } from '../../../changes/action-registry.ts';
import type { Change } from '../../../changes/change.ts';
import { isProposed } from '../../../changes/proposable.ts';
import { afterProposals, openProposals } from '../../governance/change-requests/content/open-proposals.ts';
import type { StoredRequest } from '../../governance/change-requests/request/change-request.queries.ts';
import { segmentIn } from '../../governance/change-requests/request/change-request-object.ts';
import type { BlockedDocument, Documents, Planned, ProposedRequest } from './gitops.schemas.ts';
import { type GitOpsPlan, type GitOpsStep, isChanging, planDocuments } from './gitops-plan.ts';
import { keyOfFlag } from './prerequisites.ts';

/** The parts of a plan that are already pending, that contradict a pending change request, and that can be applied. */
export interface DividedPlan {
    /** Open change requests that contain some of the changes. */
    requests: ProposedRequest[];
    blocked: BlockedDocument[];
    rest: Pick<GitOpsPlan, 'planned' | 'problems' | 'steps'>;
}

/**
 * A pipeline applies the same files repeatedly while changes wait for approval. Changes that are already pending are left out, so
 * that approvals are kept and no change is requested twice. An object whose files differ from the pending request is blocked until
 * the request is decided; all other changes can be applied.
 */
export async function dividePlan(change: Change, documents: Documents, plan: GitOpsPlan): Promise<DividedPlan> {
    // Files that match the service may contradict a request, too: their last change may have been undone.
    const open = await openProposals(change, {
        flags: new Set((documents.flags ?? []).flatMap(({ flag, moved }) => [flag, moved ?? flag])),
        segments: new Set(plan.segments.keys()),
    });
    const [first] = open;
    if (!first) return { requests: [], blocked: [], rest: plan };
    const pending = pendingScopes(open, plan);
    const requests = new Map([...pending].map(([scope, request]) => [JSON.parse(scope)[0] as string, request]));
    const left = await afterProposals(change, open, () => planDocuments(change.tx, change.actor, documents));
    const blocked = new Map<string, BlockedDocument>();
    const block = (key: string, request: StoredRequest, message: string) =>
        blocked.set(key, { key, request: toProposedRequest(request), message: `${nameOf(request)} ${message}` });
    for (const step of left.steps) {
        const request = pending.get(scopeOfStep(step));
        if (request) block(step.key, request, `contains other changes of ${step.key}. ${NEXT_STEP}`);
    }
    const excluded = new Set<string>();
    for (const { key } of [...plan.planned, ...left.planned].filter(isChanging)) {
        const becomesInvalid = left.refused.has(key) && !plan.refused.has(key);
        const becomesValid = plan.refused.has(key) && !left.refused.has(key);
        const request = requests.get(key);
        if (becomesInvalid && request) block(key, request, `contradicts the file of ${key}. ${NEXT_STEP}`);
        else if (becomesValid) block(key, first, `must be applied before ${key}. ${NEXT_STEP}`);
        else continue;
        excluded.add(key);
    }
    for (const each of plan.planned.filter(isChanging)) {
        const needs = [...(plan.needs.get(each.key) ?? [])];
        const needed = needs.find((key) => requests.has(key) && isNeeded(key, each, plan));
        if (needed === undefined || requests.has(each.key)) continue;
        block(each.key, requests.get(needed)!, `contains ${needed}, which ${each.key} needs. ${NEXT_STEP}`);
        excluded.add(each.key);
    }
    const steps = plan.steps.filter((step) => !pending.has(scopeOfStep(step)) && !excluded.has(step.key));
    const sentences = Map.groupBy(steps, ({ key }) => key);
    return {
        requests: open.map(toProposedRequest),
        blocked: [...blocked.values()],
        rest: {
            planned: plan.planned.flatMap((each) => {
                if (!isChanging(each)) return each;
                const own = sentences.get(each.key);
                return own ? { ...each, sentences: own.map(({ says }) => says) } : [];
            }),
            // A problem that exists only before or only after the pending changes concerns the pending changes, not the files.
            problems: [...left.refused].flatMap(([key, problems]) => (plan.refused.has(key) ? problems : [])),
            steps,
        },
    };
}

const NEXT_STEP = 'Have it applied, or cancel it, and apply the files again.';

export const nameOf = ({ id, state, environment, project }: ProposedRequest) =>
    `Change request ${id} (${state}) for ${environment} of project ${project}`;

/** Identifies an object in one environment, or with null its members that all environments share. */
const scopeOf = (key: string, environment: string | null) => JSON.stringify([key, environment]);

function scopeOfStep({ key, step }: GitOpsStep): string {
    if (!isProposed(step) || step.source.feature === null) return scopeOf(key, null);
    return scopeOf(keyOfFlag(step.source.feature), step.source.environment);
}

/** Returns the request that contains pending changes, by scope. */
function pendingScopes(open: readonly StoredRequest[], { segments }: GitOpsPlan): Map<string, StoredRequest> {
    const scopes = new Map<string, StoredRequest>();
    for (const request of open) {
        for (const each of request.changes) {
            const segment = segmentIn(each);
            const key = segment === undefined ? keyOfFlag(each.feature ?? '') : segments.get(segment);
            const isOfEnvironment = actionNamed(each.action)?.about === 'flagEnvironment';
            if (key !== undefined) scopes.set(scopeOf(key, isOfEnvironment ? request.environment : null), request);
        }
    }
    return scopes;
}

const ADDING: ReadonlySet<Planned['action']> = new Set(['create', 'move', 'revive']);
const REMOVING: ReadonlySet<Planned['action']> = new Set(['archive', 'delete', 'move']);

/** Whether an object can only be changed after the other one: references are added last and removed first. */
const isNeeded = (key: string, { action }: Planned, { planned }: GitOpsPlan) =>
    REMOVING.has(action) || planned.some((each) => each.key === key && ADDING.has(each.action));

const toProposedRequest = ({ id, project, environment, state }: StoredRequest): ProposedRequest => ({
    id,
    project,
    environment,
    state,
});
