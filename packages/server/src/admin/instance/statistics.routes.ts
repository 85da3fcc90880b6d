import { Type } from 'typebox';
import { type Route, route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { toCsv } from './csv.ts';
import { countEverything } from './statistics.queries.ts';
import { InstanceStatistics } from './statistics.schemas.ts';

const CSV = 'text/csv; charset=utf-8';

export const statisticsRoutes = ({ db, clock, version, settings }: Services): Route[] => {
    const statistics = async (): Promise<InstanceStatistics> => ({
        instanceId: settings.get('instance').id,
        timestamp: clock().toISOString(),
        versionOSS: version,
        ...(await countEverything(db)),
    });

    return [
        route({
            method: 'GET',
            path: '/api/admin/instance-admin/statistics',
            operationId: 'getInstanceAdminStats',
            summary: 'How much of everything this instance holds',
            tag: 'Instance',
            access: 'authenticated',
            responds: { status: 200, body: InstanceStatistics },
            handler: statistics,
        }),
        route({
            method: 'GET',
            path: '/api/admin/instance-admin/statistics/csv',
            operationId: 'getInstanceAdminStatsCsv',
            summary: 'The same, for a spreadsheet',
            tag: 'Instance',
            access: 'authenticated',
            responds: { status: 200, body: Type.String(), contentType: 'text/csv' },
            handler: async (_request, reply) => {
                const { apiTokens, ...counts } = await statistics();
                const columns = {
                    ...counts,
                    clientApiTokens: apiTokens.client,
                    frontendApiTokens: apiTokens.frontend,
                    adminApiTokens: apiTokens.admin,
                };
                reply.header('content-type', CSV);
                reply.header('content-disposition', 'attachment; filename="halyard-statistics.csv"');
                return toCsv([Object.keys(columns), Object.values(columns)]);
            },
        }),
    ];
};
