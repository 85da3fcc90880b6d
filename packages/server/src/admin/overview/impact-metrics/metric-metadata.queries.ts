import type { Services } from '../../../app/services.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { readableSeries } from '../../observations/readable-series/readable-series.ts';
import { MODES_OF } from '../../observations/series-queries/aggregate.ts';
import { displayNameOf } from './display-name.ts';
import { externalMetrics } from './external-source/external-source.ts';
import type { ImpactMetricsMetadata } from './impact-metrics.schemas.ts';

type Metric = ImpactMetricsMetadata['metrics'][number];

/** Returns the metrics that the actor may see, of this instance and of the connected Prometheus. */
export async function listMetrics(services: Services, actor: AdminActor): Promise<ImpactMetricsMetadata> {
    const [internal, external] = await Promise.all([listInternalMetrics(services, actor), externalMetrics(services)]);
    return {
        metrics: [...internal, ...external.metrics.map(toExternalMetric)],
        ...(external.error !== undefined && { externalError: external.error }),
    };
}

/** Returns the metrics that were reported, and those that were only registered. */
export async function listInternalMetrics(services: Services, actor: AdminActor): Promise<Metric[]> {
    const reported = await readableSeries(services, actor).metrics();
    const registered = await services.db.selectFrom('registered_metrics').selectAll().execute();
    const names = new Set(reported.map(({ name }) => name));
    const metrics: Metric[] = [
        ...reported.map(({ name, kind, help, labelNames, environments }) => ({
            ...describe(name, kind),
            ...{ help, labelNames: [...labelNames], environments: [...environments] },
        })),
        ...registered.flatMap(({ name, kind }) =>
            names.has(name) ? [] : [{ ...describe(name, kind), help: '', labelNames: [], environments: [] }],
        ),
    ];
    return metrics.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const describe = (name: string, type: keyof typeof MODES_OF) => ({
    name,
    displayName: displayNameOf(name),
    source: 'internal' as const,
    type,
    modes: [...MODES_OF[type]],
});

const toExternalMetric = ({ name, help }: { name: string; help: string }): Metric => ({
    ...{ name, displayName: displayNameOf(name), help, source: 'external' },
    ...{ modes: [], labelNames: [], environments: [] },
});
