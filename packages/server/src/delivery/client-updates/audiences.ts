import type { SdkActor } from '../../core/actor.ts';
import { type EventStream, eventMessage } from '../../http/event-streams.ts';
import type { EnvironmentSnapshot, VisibleProjects } from '../../snapshots/environment-snapshot.ts';
import type { Snapshots } from '../../snapshots/snapshots.ts';
import { visibleProjects } from '../sdk-scope.ts';
import { differenceSince, everything, type Updates, updatesSince } from './updates.ts';
import { versionOf } from './versions.ts';

/** Everyone who listens and may see the same: what they are told is made once for all of them. */
interface Audience {
    snapshot: EnvironmentSnapshot;
    projects: VisibleProjects;
    streams: Set<EventStream>;
    /** What all of them have been told. */
    revision: number;
    /** What those are told who know nothing, as of a revision: after a restart, everyone comes at once. */
    greeting?: { revision: number; message: Buffer };
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
        const message = greetingFor(audience, known);
        if (message) stream.send(message);
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
        const audience: Audience = {
            snapshot,
            projects: visibleProjects(actor),
            streams: new Set(),
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

/** Nothing for an SDK that is up to date. */
function greetingFor(audience: Audience, known: number | undefined): Buffer | undefined {
    const { snapshot, projects, greeting } = audience;
    const difference = known === undefined ? undefined : differenceSince(snapshot, projects, known);
    if (difference)
        return difference.events.length > 0 ? toMessage('unleash-connected', projects, difference) : undefined;
    if (greeting?.revision === snapshot.revision) return greeting.message;
    const message = toMessage('unleash-connected', projects, everything(snapshot, projects));
    audience.greeting = { revision: snapshot.revision, message };
    return message;
}

function announce(audience: Audience): void {
    const { snapshot, projects, streams, revision } = audience;
    if (snapshot.revision === revision) return;
    audience.revision = snapshot.revision;
    const updates = updatesSince(snapshot, projects, revision);
    if (updates.events.length === 0) return;
    const message = toMessage('unleash-updated', projects, updates);
    for (const stream of streams) stream.send(message);
}

const toMessage = (event: string, projects: VisibleProjects, { revision, events }: Updates) =>
    eventMessage({ event, id: versionOf(revision, projects), data: `{"events":[${events.join(',')}]}` });
