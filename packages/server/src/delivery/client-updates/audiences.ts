import type { SdkActor } from '../../core/actor.ts';
import { type EventStream, eventMessage } from '../../http/event-streams.ts';
import type { EnvironmentSnapshot, VisibleProjects } from '../../snapshots/environment-snapshot.ts';
import type { Snapshots } from '../../snapshots/snapshots.ts';
import { visibleProjects } from '../sdk-scope.ts';
import { type Updates, updatesSince } from './updates.ts';

/** Everyone who listens and may see the same: what they are told is made once for all of them. */
interface Audience {
    snapshot: EnvironmentSnapshot;
    projects: VisibleProjects;
    streams: Set<EventStream>;
    /** What all of them have been told. */
    revision: number;
}

/** The SDKs that are connected to be told of changes as they happen. */
export class Audiences {
    readonly #snapshots: Snapshots;
    readonly #audiences = new Map<string, Audience>();
    #announcing = false;

    constructor(snapshots: Snapshots) {
        this.#snapshots = snapshots;
        snapshots.onChange(() => this.#announceSoon());
    }

    /** `known`: the revision that the SDK has already. */
    join(actor: SdkActor, stream: EventStream, known: number | undefined): void {
        const audience = this.#audienceOf(actor);
        // Those who are here already are brought to the revision that the new one begins with.
        announce(audience);
        const updates = updatesSince(audience.snapshot, audience.projects, known);
        if (known === undefined || updates.events.length > 0) stream.send(toMessage('unleash-connected', updates));
        audience.streams.add(stream);
        stream.onClose(() => {
            audience.streams.delete(stream);
            if (audience.streams.size === 0) this.#audiences.delete(keyOf(actor));
        });
    }

    #audienceOf(actor: SdkActor): Audience {
        const key = keyOf(actor);
        const known = this.#audiences.get(key);
        if (known) return known;
        const snapshot = this.#snapshots.of(actor.environment);
        const audience = {
            snapshot,
            projects: visibleProjects(actor),
            streams: new Set<EventStream>(),
            revision: snapshot.revision,
        };
        this.#audiences.set(key, audience);
        return audience;
    }

    /** In a moment of its own: whoever made the change need not wait until everyone has been told. */
    #announceSoon(): void {
        if (this.#announcing) return;
        this.#announcing = true;
        setImmediate(() => {
            this.#announcing = false;
            for (const audience of this.#audiences.values()) announce(audience);
        });
    }
}

const keyOf = ({ environment, projects }: SdkActor) => JSON.stringify([environment, ...projects]);

function announce(audience: Audience): void {
    const { snapshot, projects, streams, revision } = audience;
    if (snapshot.revision === revision) return;
    audience.revision = snapshot.revision;
    const updates = updatesSince(snapshot, projects, revision);
    if (updates.events.length === 0) return;
    const message = toMessage('unleash-updated', updates);
    for (const stream of streams) stream.send(message);
}

const toMessage = (event: string, { revision, events }: Updates) =>
    eventMessage({ event, id: String(revision), data: `{"events":[${events.join(',')}]}` });
