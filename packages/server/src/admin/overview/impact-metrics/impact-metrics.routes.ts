import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import {
    ImpactMetric,
    ImpactMetrics,
    ImpactMetricsMetadata,
    ImpactMetricsQuery,
    NewImpactMetric,
} from './impact-metrics.schemas.ts';
import { listMetrics } from './metric-metadata.queries.ts';
import { queryMetric } from './query-metric.ts';
import { registerMetric } from './registered-metric.commands.ts';

const route = routeWithTag('Impact metrics');
const METRICS = '/api/admin/impact-metrics';

export const impactMetricsRoutes = (services: Services): Route[] => [
    route(`GET ${METRICS}`, {
        operationId: 'getImpactMetrics',
        summary: 'Read the values of a metric over time',
        description:
            'The response contains only series that the caller may see: not those of private projects of others.',
        access: 'authenticated',
        expensive: true,
        query: ImpactMetricsQuery,
        responds: { status: 200, body: ImpactMetrics },
        errors: [502],
        handler: ({ actor, query }) => queryMetric(services, actor, query),
    }),
    route(`GET ${METRICS}/metadata`, {
        operationId: 'getImpactMetricsMetadata',
        summary: 'List the metrics that applications report',
        access: 'authenticated',
        responds: { status: 200, body: ImpactMetricsMetadata },
        handler: ({ actor }) => listMetrics(services, actor),
    }),
    route(`POST ${METRICS}/register`, {
        operationId: 'registerImpactMetric',
        summary: 'Announce a metric before it is reported',
        access: 'UPDATE_IMPACT_METRICS',
        body: NewImpactMetric,
        responds: { status: 200, body: ImpactMetric },
        handler: ({ actor, body }) => services.write(actor, registerMetric, body),
    }),
];
