import { PayloadCache } from '../http/bodies/payload-cache.ts';
import type { Route } from '../http/route/route.ts';
import { recordedFlagRoutes } from './assignments/recorded-flags.routes.ts';
import { clientFeaturesRoutes } from './client-features/client-features.routes.ts';
import { clientUpdatesRoutes } from './client-updates/client-updates.routes.ts';
import { PointReceiver } from './cumulatives/point-receiver.ts';
import type { DeliveryServices } from './delivery-services.ts';
import { allFlagsRoutes, frontendRoutes } from './frontend/frontend.routes.ts';
import { manifestRoutes } from './ofrep/manifest.routes.ts';
import { ofrepRoutes } from './ofrep/ofrep.routes.ts';
import { otlpRoutes } from './otlp/otlp.routes.ts';
import { flightRecorderRoutes } from './outcomes/flight-recorder.routes.ts';
import { outcomeRoutes } from './outcomes/outcome.routes.ts';
import { OutcomeReceiver } from './outcomes/outcome-receiver.ts';
import { segmentRoutes } from './outcomes/segment.routes.ts';
import { remoteWriteRoutes } from './remote-write/remote-write.routes.ts';
import { metricsRoutes } from './reports/metrics.routes.ts';
import { withUnleashEdgeRoutes } from './unleash-edge.routes.ts';

/** All SDK endpoints. */
export const deliveryRoutes = (services: DeliveryServices): Route[] => {
    const payloads = new PayloadCache();
    const outcomes = new OutcomeReceiver(services);
    const points = new PointReceiver(services);
    return [
        ...clientFeaturesRoutes(services, payloads),
        ...clientUpdatesRoutes(services, payloads),
        ...metricsRoutes(services),
        ...frontendRoutes(services),
        ...ofrepRoutes(services),
        ...manifestRoutes(services),
        ...recordedFlagRoutes(services),
        ...outcomeRoutes(outcomes),
        ...flightRecorderRoutes(outcomes),
        ...segmentRoutes(outcomes),
        ...otlpRoutes({ points, outcomes }),
        ...remoteWriteRoutes(points),
    ];
};

/** All SDK endpoints, and those that only Unleash Edge has. `hasAllFlags`: also `/api/frontend/all`, which returns disabled flags. */
export const edgeDeliveryRoutes = (services: DeliveryServices, { hasAllFlags }: { hasAllFlags: boolean }): Route[] =>
    withUnleashEdgeRoutes(deliveryRoutes(services), {
        delivery: services,
        allFlags: hasAllFlags ? allFlagsRoutes(services) : [],
    });
