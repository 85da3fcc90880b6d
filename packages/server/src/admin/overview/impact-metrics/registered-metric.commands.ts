import type { Change } from '../../../changes/change.ts';
import { exceedsLimit } from '../../../core/errors/errors.ts';
import type { NewImpactMetric } from './impact-metrics.schemas.ts';

const MAX_REGISTERED = 500;

/** Announces a metric, so that it can be selected before applications report it. */
export async function registerMetric({ tx, now, record }: Change, metric: NewImpactMetric): Promise<NewImpactMetric> {
    const rows = await tx.selectFrom('registered_metrics').select(['name', 'kind']).execute();
    const before = rows.find(({ name }) => name === metric.name);
    if (!before && rows.length >= MAX_REGISTERED) throw exceedsLimit('registered metrics', MAX_REGISTERED);
    await tx
        .insertInto('registered_metrics')
        .values({ name: metric.name, kind: metric.type, created_at: now })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ kind: metric.type }))
        .execute();
    record({
        type: 'impact-metric-registered',
        ...(before && { preData: { name: before.name, type: before.kind } }),
        data: metric,
    });
    return metric;
}
