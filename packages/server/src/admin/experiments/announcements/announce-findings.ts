import type { Write } from '../../../changes/write.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import type { Db } from '../../../storage/database.ts';
import { getExperiment } from '../experiments/experiment.queries.ts';
import { currentSummary, ofSource } from '../results/current-summary.ts';
import { resultsOf } from '../results/experiment-results.ts';
import { announce } from './announce.commands.ts';
import { findingOf } from './findings.ts';

interface AnnounceDependencies {
    db: Db;
    write: Write;
    clock: () => Date;
    version: string;
}

/** Announces the results of running experiments that have one, and wrong sample ratios. Any number of nodes may run it. */
export async function announceFindings({ db, write, clock, version }: AnnounceDependencies): Promise<void> {
    const running = await db
        .selectFrom('experiments')
        .innerJoin('flags', 'flags.name', 'experiments.flag')
        .select(['experiments.id', 'flags.project', 'result_announced_at', 'mismatch_announced_at'])
        .where('experiments.state', '=', 'Running')
        .where(({ or, eb }) => or([eb('result_announced_at', 'is', null), eb('mismatch_announced_at', 'is', null)]))
        .orderBy('experiments.id')
        .execute();
    for (const { id, project, result_announced_at, mismatch_announced_at } of running) {
        const experiment = await getExperiment(db, { project, id });
        const compute = await resultsOf(db, experiment, { version });
        const { summary, source } = await currentSummary(db, experiment, clock());
        const finding = findingOf(ofSource(compute(summary), source));
        const isAnnounced =
            finding?.type === 'experiment-result-found' ? result_announced_at !== null : mismatch_announced_at !== null;
        if (finding && !isAnnounced) await write(SYSTEM_ACTOR, announce, { project, id, ...finding });
    }
}
