import { versionOf } from '../../core/settings/version.ts';
import type { ByteChunks, Payload } from '../../http/bodies/payload.ts';
import type { PayloadCache } from '../../http/bodies/payload-cache.ts';
import { eventMessageOf } from '../../http/streams/event-streams.ts';
import type { EnvironmentSnapshot } from '../../snapshots/environment-snapshot.ts';
import type { VisibleProjects } from '../../snapshots/published-flag.ts';
import { segmentsOf } from '../client-features/client-features.ts';

/** The full state for an SDK without a state. */
export interface Hydration {
    revision: number;
    payload: Payload;
}

/** Builds a hydration once for all SDKs with the same scope. */
export class Hydrations {
    readonly #payloads: PayloadCache;

    constructor(payloads: PayloadCache) {
        this.#payloads = payloads;
    }

    async of(snapshot: EnvironmentSnapshot, projects: VisibleProjects): Promise<Hydration> {
        const scope = snapshot.scope(projects);
        const { revision, edition } = scope;
        const key = `hydration ${JSON.stringify([snapshot.environment, projects])}`;
        const payload = await this.#payloads.get(key, `${revision} ${snapshot.epoch} ${edition}`, () => {
            const start = `{"events":[{"type":"hydration","eventId":${revision},"features":[`;
            // A copy, because the flags of the scope can change.
            return [start, [...scope.flags], '],"segments":[', segmentsOf(scope.segments, snapshot), ']}]}'];
        });
        return { revision, payload };
    }
}

/** Returns a message for streams that shares its bytes with the payload, because all SDKs reconnect at once after a restart. */
export const hydrationMessage = (
    { revision, payload }: Hydration,
    event: string,
    { epoch, projects }: { epoch: string; projects: VisibleProjects },
): ByteChunks => eventMessageOf(payload.plain, { event, id: versionOf(revision, { epoch, projects }) });
