import type { Change } from '../../../changes/change.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { findFlagOfStrategy } from '../../../storage/strategies/strategy-rows.ts';
import type { StrategySegments } from '../../catalogue/segments/segment.schemas.ts';
import { setStrategySegments } from './strategy.commands.ts';

/** Sets the segments of a strategy that is specified only by its id. */
export async function replaceSegmentsOfStrategy(
    change: Change,
    { projectId, strategyId, environmentId, segmentIds }: StrategySegments,
): Promise<void> {
    const strategy = await findFlagOfStrategy(change.tx, strategyId);
    if (strategy?.project !== projectId) throw notFound(`strategy ${strategyId} in project ${projectId}`);
    await setStrategySegments(change, {
        project: projectId,
        featureName: strategy.flag,
        environment: environmentId,
        strategyId,
        segments: segmentIds,
    });
}
