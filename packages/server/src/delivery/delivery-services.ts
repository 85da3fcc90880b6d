import type { Services } from '../services.ts';

/** What serving SDKs takes. Whoever has it can serve them, with the same routes, whether or not there is a database. */
export interface DeliveryServices
    extends Pick<Services, 'version' | 'snapshots' | 'eventStreams' | 'measurements' | 'tokens' | 'flagsTagged'> {
    config: Pick<Services['config'], 'basePath' | 'disableCompression' | 'streamingHint'>;
    changeFeed: Pick<Services['changeFeed'], 'catchUp'>;
    trafficSamples: Pick<Services['trafficSamples'], 'see'>;
}
