import type { Change } from '../../../changes/change.ts';
import { mayKnowOf } from '../../../core/access/actor.ts';
import { enqueueMail } from '../../../identity/accounts/mail/mail-queue.ts';
import { findActor } from '../../../identity/accounts/users/actor.queries.ts';
import { eventAbout } from '../experiments/experiment.commands.ts';
import { type ExperimentAddress, findExperiment } from '../experiments/experiment.queries.ts';

export interface Announcement extends ExperimentAddress {
    type: 'experiment-result-found' | 'experiment-sample-ratio-mismatch';
    /** A sentence with the numbers. */
    message: string;
}

const COLUMNS = {
    'experiment-result-found': 'result_announced_at',
    'experiment-sample-ratio-mismatch': 'mismatch_announced_at',
} as const;

const SUBJECTS = {
    'experiment-result-found': 'has a result',
    'experiment-sample-ratio-mismatch': 'has a sample ratio mismatch',
};

/** Notifies once, whichever node finds it first: integrations by the event, and the creator by mail. */
export async function announce(change: Change, { type, message, ...address }: Announcement): Promise<void> {
    const { tx, now, record } = change;
    const experiment = await findExperiment(tx, address);
    if (experiment?.state !== 'Running') return;
    const announced = await tx
        .updateTable('experiments')
        .set({ [COLUMNS[type]]: now })
        .where('id', '=', experiment.id)
        .where(COLUMNS[type], 'is', null)
        .returning('created_by_user_id')
        .executeTakeFirst();
    if (!announced) return;
    const { id, project, name } = experiment;
    record({ type, ...eventAbout(experiment), data: { id, name, message } });
    const { created_by_user_id: userId } = announced;
    const reader = userId !== null && userId > 0 ? await findActor(tx, userId) : undefined;
    // The creator may have left a private project.
    if (userId === null || !reader || !mayKnowOf(reader, project)) return;
    await enqueueMail(tx, {
        ...{ kind: 'experiment', userId, address: '', now },
        content: {
            subject: `Experiment ${name} ${SUBJECTS[type]}`,
            lines: [`of the experiment with ${experiment.feature} in ${experiment.environment}:`, message],
            link: { path: `/projects/${project}/experiments/${id}`, label: 'See the results' },
        },
    });
}
