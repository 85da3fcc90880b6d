import type { Change } from '../../../changes/change.ts';
import { executePlanned } from '../../governance/proposals/planned-steps.ts';
import { type EnvironmentCopy, planCopy } from './copy-plan.ts';
import type { CopiedEnvironment } from './environment-copy.schemas.ts';

/** Copies the configuration of flags from one environment to another: executes the steps and records an event. */
export async function copyEnvironment(change: Change, copy: EnvironmentCopy): Promise<CopiedEnvironment> {
    const { project, from, to: environment } = copy;
    const { steps, notes } = await planCopy(change.tx, copy);
    const { taken, listed } = await executePlanned(change, project, steps);
    const featureCount = new Set(taken.map(({ feature }) => feature)).size;
    change.record({
        type: 'project-environment-copied',
        project,
        data: { from, environment, featureCount, ...listed },
    });
    const copied = { steps: taken, notes, event: 0 };
    // The newest event of the change is the one recorded last.
    change.onRevision(async ({ revision }) => {
        copied.event = revision;
    });
    return copied;
}
