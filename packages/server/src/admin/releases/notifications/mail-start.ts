import type { Change } from '../../../changes/change.ts';
import type { MilestoneRow } from '../../../storage/releases/plan-rows.ts';
import type { StoredPlan } from '../../flags/release-plans/release-plan.queries.ts';
import { isLast } from '../../flags/release-plans/start-milestone.ts';
import { mailRelease } from './release-mails.ts';

interface StartedMilestone {
    project: string;
    plan: StoredPlan;
    milestone: Pick<MilestoneRow, 'id' | 'name'>;
}

/** Notifies that a milestone started, and whether the release is complete. */
export async function mailStart(change: Change, { project, plan, milestone }: StartedMilestone): Promise<void> {
    const { id: planId, name, flag: featureName, environment } = plan;
    const isComplete = isLast(plan, milestone.id);
    await mailRelease(
        change,
        { project, featureName, environment, planId },
        {
            subject: isComplete ? 'Release complete' : `Milestone ${milestone.name} started`,
            lines: [
                `milestone ${milestone.name} of release plan ${name} has started${isComplete ? '. It is the last one, so the release is complete' : ''}.`,
            ],
        },
    );
}
