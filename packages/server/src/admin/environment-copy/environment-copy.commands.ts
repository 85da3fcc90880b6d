import { takeSteps } from '../../changes/steps.ts';
import type { Change } from '../../changes/write.ts';
import { readSteps } from '../proposals/read-steps.ts';
import { described, MAX_LISTED } from '../revert/revert.commands.ts';
import { type Copy, planCopy } from './copy-plan.ts';
import type { CopiedEnvironment } from './environment-copy.schemas.ts';

/** Gives flags in one environment what they have in another: by steps, each with its own permission, and an event that says so. */
export async function copyEnvironment(change: Change, copy: Copy): Promise<CopiedEnvironment> {
    const { steps, notes } = await planCopy(change.tx, copy);
    const runnable = await readSteps(copy.project, steps);
    await takeSteps(change, runnable);
    const listed = described(steps, runnable);
    change.record({
        type: 'project-environment-copied',
        project: copy.project,
        data: {
            from: copy.from,
            environment: copy.to,
            featureCount: new Set(listed.map(({ feature }) => feature)).size,
            steps: listed.slice(0, MAX_LISTED).map(({ says }) => says),
            stepCount: listed.length,
        },
    });
    return { steps: listed, notes };
}
