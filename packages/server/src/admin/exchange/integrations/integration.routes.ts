import type { Services } from '../../../app/services.ts';
import { invalid } from '../../../core/errors/errors.ts';
import { pageOf } from '../../../http/route/paging.ts';
import { type Route, routeWithTag } from '../../../http/route/route.ts';
import { listDeliveries, readDeliveryHealth } from './delivery.queries.ts';
import { createIntegration, deleteIntegration, updateIntegration } from './integration.commands.ts';
import { getKnownIntegration, listIntegrations, providerDescriptions, toIntegration } from './integration.queries.ts';
import {
    Deliveries,
    Delivery,
    DeliveryPage,
    Integration,
    IntegrationParams,
    Integrations,
    MASK,
    NewIntegration,
} from './integration.schemas.ts';
import { PROVIDERS } from './providers/registry.ts';

const route = routeWithTag('Integrations');

export const integrationRoutes = ({ db, write, outbound, deliveries }: Services): Route[] => {
    /** Checks the target before the command, because a DNS lookup must not block other writers. */
    async function checkTarget({ provider, parameters }: NewIntegration): Promise<void> {
        const target = PROVIDERS[provider].target(parameters);
        // Stored values were validated on input.
        const objection = target && target !== MASK ? await outbound.objectionTo(target) : undefined;
        if (objection) throw invalid(objection, '/body/parameters/url');
    }

    return [
        route('GET /api/admin/addons', {
            operationId: 'getAddons',
            summary: 'List all integrations and the available providers',
            access: 'authenticated',
            responds: { status: 200, body: Integrations },
            handler: async ({ actor }) => {
                const rows = await listIntegrations(db, actor);
                const health = await Promise.all(rows.map(({ id }) => readDeliveryHealth(db, id)));
                return {
                    addons: rows.map((row, index) => ({ ...toIntegration(row), deliveries: health[index]! })),
                    providers: providerDescriptions(),
                };
            },
        }),
        route('POST /api/admin/addons', {
            operationId: 'createAddon',
            summary: 'Create an integration',
            access: 'CREATE_ADDON',
            body: NewIntegration,
            responds: { status: 201, body: Integration },
            handler: async ({ actor, body }) => {
                await checkTarget(body);
                return write(actor, createIntegration, body);
            },
        }),
        route('GET /api/admin/addons/:id', {
            operationId: 'getAddon',
            summary: 'Read one integration',
            access: 'authenticated',
            params: IntegrationParams,
            responds: { status: 200, body: Integration },
            handler: async ({ actor, params }) => toIntegration(await getKnownIntegration(db, actor, params.id)),
        }),
        route('PUT /api/admin/addons/:id', {
            operationId: 'updateAddon',
            summary: 'Change an integration',
            description: `A sensitive parameter with the value ${MASK} is kept; if the URL changes, all other sensitive parameters must be sent again.`,
            access: 'UPDATE_ADDON',
            params: IntegrationParams,
            body: NewIntegration,
            responds: { status: 200, body: Integration },
            handler: async ({ actor, params, body }) => {
                await checkTarget(body);
                return write(actor, updateIntegration, { ...body, ...params });
            },
        }),
        route('DELETE /api/admin/addons/:id', {
            operationId: 'deleteAddon',
            summary: 'Delete an integration and its deliveries',
            access: 'DELETE_ADDON',
            params: IntegrationParams,
            responds: { status: 200 },
            handler: ({ actor, params }) => write(actor, deleteIntegration, params),
        }),
        route('GET /api/admin/addons/:id/events', {
            operationId: 'getIntegrationEvents',
            summary: 'List the deliveries of an integration',
            access: 'ADMIN',
            params: IntegrationParams,
            query: DeliveryPage,
            responds: { status: 200, body: Deliveries },
            handler: async ({ actor, params, query }) => {
                const { id } = await getKnownIntegration(db, actor, params.id);
                return { integrationEvents: await listDeliveries(db, id, pageOf(query)) };
            },
        }),
        route('POST /api/admin/addons/:id/test', {
            operationId: 'testAddon',
            summary: 'Deliver a test event now, even if the integration is disabled',
            access: 'UPDATE_ADDON',
            params: IntegrationParams,
            leavesNoEvent: true,
            rateLimit: 30,
            responds: { status: 200, body: Delivery },
            handler: async ({ actor, params }) =>
                deliveries.sendTestEvent(await getKnownIntegration(db, actor, params.id)),
        }),
    ];
};
