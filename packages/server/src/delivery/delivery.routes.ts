import { PayloadCache } from '../http/bodies/payload-cache.ts';
import type { Route } from '../http/route/route.ts';
import { clientFeaturesRoutes } from './client-features/client-features.routes.ts';
import { clientUpdatesRoutes } from './client-updates/client-updates.routes.ts';
import type { DeliveryServices } from './delivery-services.ts';
import { allFlagsRoutes, frontendRoutes } from './frontend/frontend.routes.ts';
import { manifestRoutes } from './ofrep/manifest.routes.ts';
import { ofrepRoutes } from './ofrep/ofrep.routes.ts';
import { metricsRoutes } from './reports/metrics.routes.ts';

/** All SDK endpoints. */
export const deliveryRoutes = (services: DeliveryServices): Route[] => {
    const payloads = new PayloadCache();
    return [
        ...clientFeaturesRoutes(services, payloads),
        ...clientUpdatesRoutes(services, payloads),
        ...metricsRoutes(services),
        ...frontendRoutes(services),
        ...ofrepRoutes(services),
        ...manifestRoutes(services),
    ];
};

/** All SDK endpoints, and the additional endpoints of Unleash Edge, which also return disabled flags. */
export const deliveryRoutesWithAllFlags = (services: DeliveryServices): Route[] => [
    ...deliveryRoutes(services),
    ...allFlagsRoutes(services),
];
