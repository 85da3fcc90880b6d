import type { Services } from '../services.ts';
import type { ServedSnapshots } from '../snapshots/snapshots.ts';
import type { Evaluated } from './evaluation-events.ts';

/** What serving SDKs takes. Whoever has it can serve them, with the same routes, whether or not there is a database. */
export interface DeliveryServices extends Pick<Services, 'version' | 'eventStreams' | 'measurements' | 'flagsTagged'> {
    tokens: Omit<Services['tokens'], 'expiryOf'>;
    config: Pick<Services['config'], 'basePath' | 'disableCompression' | 'streamingHint'>;
    snapshots: ServedSnapshots;
    changeFeed: Pick<Services['changeFeed'], 'catchUp'>;
    trafficSamples: Pick<Services['trafficSamples'], 'see'>;
    /** Told of every evaluation, for those who want to hear of some. */
    onEvaluated?: ((evaluated: Evaluated) => void) | undefined;
}
