import type { SdkActor } from '../../core/access/actor.ts';
import { versionOf } from '../../core/settings/version.ts';
import { type EventStream, eventMessage } from '../../http/streams/event-streams.ts';
import { Subscribers, type Update } from '../../http/streams/subscribers.ts';
import type { EnvironmentSnapshot } from '../../snapshots/environment-snapshot.ts';
import type { VisibleProjects } from '../../snapshots/published-flag.ts';
import type { ServedSnapshots } from '../../snapshots/snapshots.ts';
import { visibleProjects } from '../sdk-scope.ts';
import { type Hydrations, hydrationMessage } from './hydrations.ts';
import { differenceSince, toJson } from './updates.ts';

/** SDKs with the same scope: a message is built once for all of them. */
interface Scope {
    snapshot: EnvironmentSnapshot;
    projects: VisibleProjects;
}

/** The connected SDKs that receive changes as they happen. */
export class ClientSubscribers {
    readonly #snapshots: ServedSnapshots;
    readonly #hydrations: Hydrations;
    readonly #subscribers: Subscribers<Scope>;

    constructor(snapshots: ServedSnapshots, hydrations: Hydrations) {
        this.#snapshots = snapshots;
        this.#hydrations = hydrations;
        this.#subscribers = new Subscribers<Scope>({
            revisionOf: ({ snapshot, projects }) => snapshot.scope(projects).revision,
            updateSince: (scope, revision) => this.#updateFor(scope, 'unleash-updated', revision),
        });
        snapshots.onChange(() => this.#subscribers.announce());
    }

    /** `known` is the revision that the SDK already has. */
    async join(actor: SdkActor, open: () => EventStream, known: number | undefined): Promise<EventStream> {
        const scope = { snapshot: this.#snapshots.of(actor.environment), projects: visibleProjects(actor) };
        const greeting = await this.#updateFor(scope, 'unleash-connected', known);
        // The stream is opened last: a client that disconnects while the message is being built must not be registered.
        const stream = open();
        if (greeting.bytes) stream.send(greeting.bytes);
        const key = JSON.stringify([actor.environment, ...actor.projects]);
        this.#subscribers.add({ key, group: () => scope, stream, revision: greeting.revision });
        return stream;
    }

    /** Returns the delta, or the full state for an SDK whose revision is missing, too old or from another epoch. */
    async #updateFor({ snapshot, projects }: Scope, event: string, known: number | undefined): Promise<Update> {
        const difference = known === undefined ? undefined : differenceSince(snapshot, projects, known);
        if (!difference) {
            const hydration = await this.#hydrations.of(snapshot, projects);
            const bytes = hydrationMessage(hydration, event, { epoch: snapshot.epoch, projects });
            return { revision: hydration.revision, bytes };
        }
        const { revision, events } = difference;
        if (events.length === 0) return { revision, bytes: undefined };
        const id = versionOf(revision, { epoch: snapshot.epoch, projects });
        return { revision, bytes: eventMessage({ event, id, data: toJson(events) }) };
    }
}
