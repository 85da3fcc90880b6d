import type { Services } from '../app/services.ts';
import type { ServedSnapshots } from '../snapshots/snapshots.ts';
import type { RecordedFlags } from './assignments/recorded-flags.ts';
import type { Evaluated } from './evaluation-events.ts';
import type { OutcomeProtection } from './outcomes/outcome-protection.ts';

/** The services that the SDK routes need. Any process that provides them can serve SDKs, with or without a database. */
export interface DeliveryServices
    extends Pick<Services, 'version' | 'clock' | 'eventStreams' | 'reports' | 'flagsTagged'> {
    tokens: Omit<Services['tokens'], 'expiryOf'>;
    config: Pick<Services['config'], 'basePath' | 'disableCompression' | 'streamingHint' | 'sharedCacheSeconds'>;
    snapshots: ServedSnapshots;
    /** Removes raw units from outcomes before they are stored; edges forward them. */
    outcomeUnits: OutcomeProtection;
    changeFeed: Pick<Services['changeFeed'], 'catchUp'>;
    trafficSamples: Pick<Services['trafficSamples'], 'see'>;
    /** The flags whose evaluations are recorded. */
    recordedFlags?: RecordedFlags | undefined;
    /** Whether the body of `POST /api/frontend` may be the context itself, as Unleash Edge accepts it. */
    acceptsBareContext?: boolean;
    /** Called for every evaluation, for subscribers of evaluations. */
    onEvaluated?: ((evaluated: Evaluated) => void) | undefined;
}
