import { HalyardError } from '../../../../core/errors/errors.ts';
import type { FlagVersion } from '../../../../delivery/assignments/interests/assignment-interests.ts';
import { phasesOf } from '../../../../delivery/assignments/interests/flag-phases.ts';
import type { StoredExperiment } from '../../experiments/experiment.queries.ts';
import type { DataSource } from '../data-source.schemas.ts';
import { QueryFailed } from '../queries/data-source-client.ts';
import { MAX_ARMS, type StatisticsQuery } from '../queries/statistics-query.ts';

export type VersionsSince = (environment: string, flags: readonly string[], since: Date) => Promise<FlagVersion[]>;

/** The changes of a flag that are followed. */
export const MAX_VERSIONS = 100;

interface StatisticsOptions {
    source: Pick<DataSource, 'kind' | 'exposures' | 'outcomes'>;
    versionsSince: VersionsSince;
    now: Date;
}

/** The facts that the query of an experiment is written from. */
export async function statisticsOf(
    experiment: Pick<
        StoredExperiment,
        'feature' | 'environment' | 'metrics' | 'from' | 'startedAt' | 'stoppedAt' | 'arms'
    >,
    { source, versionsSince, now }: StatisticsOptions,
): Promise<StatisticsQuery> {
    const { feature, environment, metrics, from, startedAt, stoppedAt } = experiment;
    const planned = experiment.arms?.map(({ variant }) => variant) ?? [];
    const isOnOff = planned.every((arm) => arm === 'enabled' || arm === 'disabled');
    const start = new Date(from ?? startedAt ?? now);
    const versions = await versionsSince(environment, [feature], start).catch((error: unknown) => {
        if (error instanceof HalyardError)
            throw new QueryFailed(`The past of flag ${feature} is unknown: ${error.message}`);
        throw error;
    });
    if (versions.length >= MAX_VERSIONS) {
        throw new QueryFailed(`Flag ${feature} was changed more than ${MAX_VERSIONS} times during the experiment.`);
    }
    const phases = phasesOf(versions, feature, isOnOff ? 'on-off' : 'variants');
    const arms = [...new Set([...planned, ...phases.flatMap((phase) => phase.arms)])];
    if (arms.length === 0 || arms.length > MAX_ARMS) throw new QueryFailed(`Flag ${feature} has ${arms.length} arms.`);
    return {
        ...{ source, feature, environment, arms, phases, metrics },
        ...{ startedAt: start.getTime(), endedAt: stoppedAt === null ? now.getTime() : Date.parse(stoppedAt) },
    };
}
