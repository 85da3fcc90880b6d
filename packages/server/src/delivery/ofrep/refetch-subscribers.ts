import type { SdkActor } from '../../core/access/actor.ts';
import { versionOf } from '../../core/settings/version.ts';
import { type EventStream, eventMessage } from '../../http/streams/event-streams.ts';
import { Subscribers } from '../../http/streams/subscribers.ts';
import type { EnvironmentSnapshot } from '../../snapshots/environment-snapshot.ts';
import type { ServedSnapshots } from '../../snapshots/snapshots.ts';

/** Clients that evaluate remotely and refetch after a change. The notification does not contain the change. */
export class RefetchSubscribers {
    readonly #snapshots: ServedSnapshots;
    readonly #subscribers = new Subscribers<EnvironmentSnapshot>({
        revisionOf: ({ revision }) => revision,
        updateSince: (snapshot) => ({ revision: snapshot.revision, bytes: toMessage(snapshot) }),
    });

    constructor(snapshots: ServedSnapshots) {
        this.#snapshots = snapshots;
        snapshots.onChange(() => this.#subscribers.announce());
    }

    /** `lastEventId` is the id of the last message that the client received. */
    join({ environment }: SdkActor, stream: EventStream, lastEventId: string | undefined): void {
        const snapshot = this.#snapshots.of(environment);
        const { revision } = snapshot;
        // Flags may have changed since the last evaluation of the client; otherwise its next request gets 304.
        if (lastEventId !== idOf(snapshot)) stream.send(toMessage(snapshot));
        this.#subscribers.add({ key: environment, group: () => snapshot, stream, revision });
    }
}

/** Returns an id that includes the epoch, because revisions of another epoch do not count as received. */
const idOf = ({ revision, epoch }: EnvironmentSnapshot) => versionOf(revision, { epoch, projects: undefined });

const toMessage = (snapshot: EnvironmentSnapshot) =>
    eventMessage({
        id: idOf(snapshot),
        data: JSON.stringify({ type: 'refetchEvaluation', etag: `"${idOf(snapshot)}"` }),
    });
