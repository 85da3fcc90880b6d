import { Type } from 'typebox';
import type { Services } from '../../../app/services.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { Body } from '../../../http/route/schemas.ts';
import { changeSetting } from '../../catalogue/instance-settings/settings.ts';
import { validateOrigins } from './cors.ts';
import { FrontendOrigins, FrontendSettings, InterfaceConfiguration } from './instance.schemas.ts';
import { Readiness, readinessOf } from './readiness.ts';

const route = routeWithTag('Instance');
const operationalRoute = routeWithTag('Operational');

const Health = Type.Object({ health: Type.String() }, { $id: 'health' });
const Maintenance = Type.Object({ enabled: Type.Boolean() }, { $id: 'maintenance' });
const NewMaintenance = Body({ enabled: Type.Boolean() }, { $id: 'newMaintenance' });

export const instanceRoutes = (services: Services): Route[] => {
    const { write, config, version, publicUrl, settings, mails } = services;
    const setOrigins = (actor: AdminActor, origins: string[]) =>
        write(actor, changeSetting<'cors'>, {
            name: 'cors',
            content: { frontendApiOrigins: validateOrigins(origins) },
        });

    return [
        operationalRoute('GET /health', {
            operationId: 'getHealth',
            summary: 'Check whether the service is running',
            access: 'public',
            responds: { status: 200, body: Health },
            handler: () => ({ health: 'GOOD' }),
        }),
        operationalRoute('GET /ready', {
            operationId: 'getReady',
            summary: 'Check whether the service is ready for requests',
            access: 'public',
            // SDKs are served without the database, so the operator decides whether a node without it is ready.
            responds: { status: 200, body: Readiness, also: [503] },
            handler: async (_request, reply) => {
                const readiness = await readinessOf(services);
                if (readiness.health === 'BAD') reply.status(503);
                return readiness;
            },
        }),
        route('GET /api/admin/ui-config', {
            operationId: 'getUiConfig',
            summary: 'Read the configuration that a user interface needs',
            access: 'authenticated',
            responds: { status: 200, body: InterfaceConfiguration },
            handler: () => ({
                slogan: '',
                name: 'Halyard',
                version,
                environment: 'Open Source',
                serviceUrl: publicUrl(),
                unleashUrl: publicUrl(),
                baseUriPath: config.basePath,
                feedbackUriPath: '',
                disablePasswordAuth: settings.get('simpleAuth').disabled,
                emailEnabled: mails.isEnabled,
                maintenanceMode: settings.get('maintenance').enabled,
                segmentValuesLimit: config.limits.segmentValues,
                strategySegmentsLimit: config.limits.strategySegments,
                resourceLimits: config.limits,
                networkViewEnabled: false,
                frontendApiOrigins: settings.get('cors').frontendApiOrigins,
                flags: {},
                impactMetrics: settings.get('externalSourceImpactMetrics').enabled ? ('full' as const) : 'internal',
                links: [],
                authenticationType: config.authType,
                versionInfo: {
                    current: { oss: version, enterprise: '' },
                    latest: {},
                    isLatest: true,
                    instanceId: settings.get('instance').id,
                },
            }),
        }),
        route('POST /api/admin/ui-config/cors', {
            operationId: 'setCors',
            summary: 'Set the origins that may use the frontend API',
            access: ['ADMIN', 'UPDATE_CORS'],
            body: FrontendOrigins,
            responds: { status: 204 },
            handler: ({ actor, body }) => setOrigins(actor, body.frontendApiOrigins),
        }),
        route('POST /api/admin/ui-config', {
            operationId: 'setUiConfig',
            summary: 'Set the origins that may use the frontend API',
            description: 'Use POST /api/admin/ui-config/cors.',
            deprecated: true,
            access: 'ADMIN',
            body: FrontendSettings,
            responds: { status: 204 },
            handler: ({ actor, body }) => setOrigins(actor, body.frontendSettings.frontendApiOrigins),
        }),
        route('GET /api/admin/maintenance', {
            operationId: 'getMaintenance',
            summary: 'Read whether maintenance mode is on',
            access: ['ADMIN', 'UPDATE_MAINTENANCE_MODE'],
            responds: { status: 200, body: Maintenance },
            handler: () => settings.get('maintenance'),
        }),
        route('POST /api/admin/maintenance', {
            operationId: 'toggleMaintenance',
            summary: 'Turn maintenance mode on or off',
            description: 'SDKs are still served during maintenance.',
            access: ['ADMIN', 'UPDATE_MAINTENANCE_MODE'],
            body: NewMaintenance,
            responds: { status: 204 },
            handler: ({ actor, body }) =>
                write(actor, changeSetting<'maintenance'>, { name: 'maintenance', content: body }),
        }),
    ];
};
