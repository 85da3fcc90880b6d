import { versionOf } from '../../core/settings/version.ts';
import { EncodedBytes } from '../../http/bodies/encoded-bytes.ts';
import { encodeInSlices } from '../../http/bodies/json-fragment.ts';
import { type Prepared, RevisionCache } from '../../http/bodies/revision-cache.ts';
import { eventMessage } from '../../http/streams/event-streams.ts';
import type { EnvironmentSnapshot, VisibleProjects } from '../../snapshots/environment-snapshot.ts';
import { segmentsOf, visibleFlags } from '../client-features/client-features.ts';

/** The full state for an SDK without a state, as a response and as a stream message. */
export class Hydration implements Prepared {
    readonly revision: number;
    readonly bytes: EncodedBytes;
    readonly #version: string;
    readonly #json: Buffer;
    readonly #messages = new Map<string, Buffer>();

    constructor(revision: number, version: string, json: readonly Buffer[]) {
        this.revision = revision;
        this.#version = version;
        this.#json = Buffer.concat(json);
        this.bytes = new EncodedBytes(this.#json);
    }

    /** Returns a message that all streams share, because all SDKs reconnect at once after a restart. */
    messageOf(event: string): Buffer {
        const cached = this.#messages.get(event);
        if (cached) return cached;
        const message = eventMessage({ event, id: this.#version, data: this.#json });
        this.#messages.set(event, message);
        return message;
    }
}

/** Builds a hydration once for all SDKs with the same scope. */
export class Hydrations {
    readonly #cache = new RevisionCache<Hydration>();

    of(snapshot: EnvironmentSnapshot, projects: VisibleProjects): Hydration | Promise<Hydration> {
        const key = JSON.stringify([snapshot.environment, projects]);
        return this.#cache.get(key, snapshot.revision, () => assemble(snapshot, projects));
    }
}

/** Copies the snapshot as of the call, and yields to the event loop, because thousands of flags take a while. */
async function assemble(snapshot: EnvironmentSnapshot, projects: VisibleProjects): Promise<Hydration> {
    const { revision, epoch } = snapshot;
    const json = await encodeInSlices(hydrationTexts(snapshot, projects));
    return new Hydration(revision, versionOf(revision, { epoch, projects }), json);
}

/** The content of the snapshot is copied synchronously, before it can change. */
function hydrationTexts(snapshot: EnvironmentSnapshot, projects: VisibleProjects): Iterable<string> {
    const { revision } = snapshot;
    const flags = visibleFlags(snapshot, projects);
    const segments = segmentsOf(flags, snapshot);
    return (function* () {
        let separator = `{"events":[{"type":"hydration","eventId":${revision},"features":[`;
        for (const { json } of flags) {
            yield separator + json;
            separator = ',';
        }
        yield `${separator === ',' ? '' : separator}],"segments":[${segments.join(',')}]}]}`;
    })();
}
