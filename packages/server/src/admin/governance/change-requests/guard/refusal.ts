import type { PendingChange } from '../../../../changes/guard.ts';
import { mayKnowOf } from '../../../../core/access/actor.ts';
import type { ProjectEnvironment } from '../../../../core/access/project-environment.ts';
import { HalyardError } from '../../../../core/errors/errors.ts';
import type { Db } from '../../../../storage/database.ts';
import { MAX_STEPS } from '../../proposals/proposal.schemas.ts';
import type { Protection } from './protected-environments.ts';
import { type BlockedChange, type SuggestedProposal, suggestProposal } from './suggested-proposal.ts';

/** The error for a change that needs approval, with the suggested change requests. */
export class NeedsApproval extends HalyardError {
    readonly protectedEnvironments: readonly ProjectEnvironment[];
    readonly proposals: readonly SuggestedProposal[];

    constructor(
        message: string,
        { protectedEnvironments, proposals }: Pick<NeedsApproval, 'protectedEnvironments' | 'proposals'>,
    ) {
        const requests = proposals.map(toRequest);
        super('PermissionError', message, undefined, {
            permissions: ['SKIP_CHANGE_REQUEST'],
            ...(requests[0] && { changeRequest: requests[0] }),
            ...(requests.length > 1 && { changeRequests: requests }),
        });
        this.protectedEnvironments = protectedEnvironments;
        this.proposals = proposals;
    }
}

export async function needsApproval(
    pending: PendingChange,
    {
        protectedEnvironments,
        touched,
    }: { protectedEnvironments: readonly Protection[]; touched: BlockedChange['touched'] },
): Promise<NeedsApproval> {
    const blocked = { protectedEnvironments: await sortEnvironments(pending.tx, protectedEnvironments), touched };
    const known = blocked.protectedEnvironments.filter(({ project }) => mayKnowOf(pending.actor, project));
    // Changes in projects hidden from the actor cannot be proposed.
    const suggested =
        known.length === 0 || pending.permit
            ? undefined
            : await suggestProposal(pending, { ...blocked, protectedEnvironments: known });
    const proposals = suggested?.every(({ changes }) => changes.length <= MAX_STEPS) ? suggested : [];
    const names = known.map(({ project, environment }) => `${environment} of project ${project}`);
    const where = [
        ...names,
        ...(known.length < protectedEnvironments.length ? ['projects that you cannot see'] : []),
    ].join(', ');
    return new NeedsApproval(
        `Changes in ${where} need approval. ${pending.permit ? APPROVE_THERE : adviceFor(protectedEnvironments, proposals, suggested)}`,
        { protectedEnvironments: blocked.protectedEnvironments, proposals },
    );
}

const APPROVE_THERE = 'Users who approve changes there must approve this request, too.';

function adviceFor(
    protectedEnvironments: readonly Protection[],
    proposals: readonly SuggestedProposal[],
    suggested?: readonly SuggestedProposal[],
) {
    if (proposals.length > 0) {
        return 'Propose it: send the `changeRequest` of this response, or this request again with the header "Prefer: change-request".';
    }
    if (suggested)
        return `A change request can contain ${MAX_STEPS} changes, and this change needs more. Change fewer at a time.`;
    return protectedEnvironments.some(({ bypass }) => bypass !== 'allowed')
        ? 'A change request cannot contain this change, and nobody can bypass approval there. A user who can change the approval rules must do that first.'
        : 'A change request cannot contain this change. Ask a user who can bypass approval there (SKIP_CHANGE_REQUEST, or ADMIN).';
}

const toRequest = ({ project, environment, changes }: SuggestedProposal) => ({
    method: 'POST',
    path: `/api/admin/projects/${encodeURIComponent(project)}/environments/${encodeURIComponent(environment)}/change-requests`,
    body: changes,
});

/** Changes of a whole flag or of a segment are proposed in the most critical environment: production, if it is among them. */
async function sortEnvironments(tx: Db, protectedEnvironments: readonly Protection[]): Promise<Protection[]> {
    const rows = await tx.selectFrom('environments').select(['name', 'type', 'sort_order']).execute();
    const rank = new Map(
        [...rows]
            .sort(
                (a, b) =>
                    Number(b.type === 'production') - Number(a.type === 'production') || a.sort_order - b.sort_order,
            )
            .map(({ name }, index) => [name, index]),
    );
    const rankOf = ({ environment }: Protection) => rank.get(environment) ?? rank.size;
    return [...protectedEnvironments].sort((a, b) => rankOf(a) - rankOf(b) || (a.project < b.project ? -1 : 1));
}
