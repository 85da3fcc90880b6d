import type { Write } from '../../../changes/write.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { summariseAssignments } from '../../observations/assignments/assignment.queries.ts';
import { getExperiment } from '../experiments/experiment.queries.ts';
import { resultsOf } from '../results/experiment-results.ts';
import { announce } from './announce.commands.ts';
import { findingOf } from './findings.ts';

interface AnnounceDependencies {
    db: Db;
    write: Write;
    version: string;
}

/** Announces the results of running experiments that have one, and wrong sample ratios. Any number of nodes may run it. */
export async function announceFindings({ db, write, version }: AnnounceDependencies): Promise<void> {
    const running = await db
        .selectFrom('experiments')
        .innerJoin('flags', 'flags.name', 'experiments.flag')
        .select(['experiments.id', 'flags.project', 'result_announced_at', 'mismatch_announced_at'])
        .where('experiments.state', '=', 'Running')
        .where(({ or, eb }) => or([eb('result_announced_at', 'is', null), eb('mismatch_announced_at', 'is', null)]))
        .orderBy('experiments.id')
        .execute();
    for (const { id, project, result_announced_at, mismatch_announced_at } of running) {
        const compute = await resultsOf(db, await getExperiment(db, { project, id }), { version });
        const finding = findingOf(compute(await summariseAssignments(db, id)));
        const isAnnounced =
            finding?.type === 'experiment-result-found' ? result_announced_at !== null : mismatch_announced_at !== null;
        if (finding && !isAnnounced) await write(SYSTEM_ACTOR, announce, { project, id, ...finding });
    }
}
