import type { Change } from '../../../changes/change.ts';
import { executePlanned } from './planned-steps.ts';
import type { AppliedProposal, Proposal } from './proposal.schemas.ts';

/** Executes the steps of a proposal in one change. */
export async function applyProposal(
    change: Change,
    { project, steps }: Proposal & { project: string },
): Promise<AppliedProposal> {
    const { taken } = await executePlanned(change, project, steps);
    const applied = { steps: taken, event: 0 };
    change.onRevision(async ({ revision }) => {
        applied.event = revision;
    });
    return applied;
}
