import type { Config } from '../config.ts';
import type { Route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { clientFeaturesRoutes } from './client-features/client-features.routes.ts';
import { clientUpdatesRoutes } from './client-updates/client-updates.routes.ts';
import { frontendRoutes } from './frontend/frontend.routes.ts';
import { metricsRoutes } from './metrics/metrics.routes.ts';
import { manifestRoutes } from './ofrep/manifest.routes.ts';
import { ofrepRoutes } from './ofrep/ofrep.routes.ts';

/** What serving SDKs takes. Whoever has it can serve them, with the same routes, whether or not there is a database. */
export interface DeliveryServices
    extends Pick<Services, 'version' | 'snapshots' | 'eventStreams' | 'measurements' | 'tokens' | 'flagsTagged'> {
    config: Pick<Config, 'basePath' | 'disableCompression' | 'streamingHint'>;
    changeFeed: Pick<Services['changeFeed'], 'catchUp'>;
    trafficSamples: Pick<Services['trafficSamples'], 'see'>;
}

/** All that SDKs call. */
export const deliveryRoutes = (services: DeliveryServices): Route[] => [
    ...clientFeaturesRoutes(services),
    ...clientUpdatesRoutes(services),
    ...metricsRoutes(services),
    ...frontendRoutes(services),
    ...ofrepRoutes(services),
    ...manifestRoutes(services),
];
