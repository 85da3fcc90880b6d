import type { Services } from '../../../app/services.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { findRecentUsage, listUnknownFlags, listUsage } from './usage.queries.ts';
import { FlagUsage, HoursBack, RawFlagUsage, UnknownFlags } from './usage.schemas.ts';

const route = routeWithTag('Metrics');

export const usageRoutes = ({ db, clock }: Services): Route[] => [
    route('GET /api/admin/client-metrics/features/:name', {
        operationId: 'getFeatureUsageSummary',
        summary: 'Read the usage of a flag in the last hour by application and environment',
        description: 'The result is empty for a flag that does not exist.',
        access: 'authenticated',
        responds: { status: 200, body: FlagUsage },
        errors: [],
        handler: async ({ actor, params: { name } }) => ({
            version: 1,
            maturity: 'stable',
            featureName: name,
            ...(await findRecentUsage(db, actor, name, clock())),
        }),
    }),
    route('GET /api/admin/client-metrics/features/:name/raw', {
        operationId: 'getRawFeatureMetrics',
        summary: 'Read the usage of a flag by hour or day, application and environment',
        access: 'authenticated',
        query: HoursBack,
        responds: { status: 200, body: RawFlagUsage },
        errors: [],
        handler: async ({ actor, params: { name }, query: { hoursBack } }) => ({
            version: 1,
            maturity: 'stable',
            data: await listUsage(db, actor, name, { now: clock(), hoursBack }),
        }),
    }),
    route('GET /api/admin/metrics/unknown-flags', {
        operationId: 'getUnknownFlags',
        summary: 'List flags that SDKs evaluate but that do not exist',
        description: 'Flags of the last day, newest first.',
        access: 'authenticated',
        responds: { status: 200, body: UnknownFlags },
        handler: async ({ actor }) => ({ unknownFlags: await listUnknownFlags(db, actor) }),
    }),
];
