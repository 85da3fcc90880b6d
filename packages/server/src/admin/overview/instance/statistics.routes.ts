import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { respondCsv } from '../../../http/bodies/csv.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { countEverything } from './statistics.queries.ts';
import { InstanceStatistics, TelemetrySettings } from './statistics.schemas.ts';

const route = routeWithTag('Instance');

export const statisticsRoutes = ({ db, eventIndex, clock, version, settings }: Services): Route[] => {
    const statistics = async ({ actor }: { actor: AdminActor }): Promise<InstanceStatistics> => ({
        instanceId: settings.get('instance').id,
        timestamp: clock().toISOString(),
        versionOSS: version,
        ...(await countEverything({ db, eventIndex }, actor)),
    });

    return [
        route('GET /api/admin/instance-admin/statistics', {
            operationId: 'getInstanceAdminStats',
            summary: 'Read statistics of this instance',
            description:
                'Private projects of which the caller is not a member are not counted, and neither are their contents.',
            access: 'authenticated',
            responds: { status: 200, body: InstanceStatistics },
            handler: statistics,
        }),
        route('GET /api/admin/instance-admin/statistics/csv', {
            operationId: 'getInstanceAdminStatsCsv',
            summary: 'Read statistics of this instance as CSV',
            access: 'authenticated',
            responds: { status: 200, body: Type.String(), contentType: 'text/csv' },
            handler: async (request, reply) => {
                const { apiTokens, ...counts } = await statistics(request);
                const columns = {
                    ...counts,
                    clientApiTokens: apiTokens.client,
                    frontendApiTokens: apiTokens.frontend,
                    adminApiTokens: apiTokens.admin,
                };
                return respondCsv(reply, 'statistics', [Object.keys(columns), Object.values(columns)]);
            },
        }),
        route('GET /api/admin/telemetry/settings', {
            operationId: 'getTelemetrySettings',
            summary: 'Read the telemetry settings',
            description: 'Telemetry is always off.',
            access: 'authenticated',
            responds: { status: 200, body: TelemetrySettings },
            handler: () => ({ versionInfoCollectionEnabled: false, featureInfoCollectionEnabled: false }),
        }),
    ];
};
