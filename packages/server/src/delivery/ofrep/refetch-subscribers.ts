import type { SdkActor } from '../../core/access/actor.ts';
import { versionOf } from '../../core/settings/version.ts';
import { type EventStream, eventMessage } from '../../http/streams/event-streams.ts';
import { Subscribers } from '../../http/streams/subscribers.ts';
import type { SnapshotScope } from '../../snapshots/snapshot-scope.ts';
import type { ServedSnapshots } from '../../snapshots/snapshots.ts';
import { visibleProjects } from '../sdk-scope.ts';

/** Clients with the same visible projects, which the same changes affect. */
interface Group {
    scope: SnapshotScope;
    epoch: string;
}

/** Clients that evaluate remotely and refetch after a change. The notification does not contain the change. */
export class RefetchSubscribers {
    readonly #snapshots: ServedSnapshots;
    /** When this node received the last change. */
    #lastModified = now();
    readonly #subscribers = new Subscribers<Group>({
        revisionOf: ({ scope }) => scope.revision,
        updateSince: (group) => ({ revision: group.scope.revision, bytes: this.#toMessage(group) }),
    });

    constructor(snapshots: ServedSnapshots) {
        this.#snapshots = snapshots;
        snapshots.onChange(() => {
            this.#lastModified = now();
            this.#subscribers.announce();
        });
    }

    /** `lastEventId` is the id of the last message that the client received. */
    join(actor: SdkActor, stream: EventStream, lastEventId: string | undefined): void {
        const snapshot = this.#snapshots.of(actor.environment);
        const group = { scope: snapshot.scope(visibleProjects(actor)), epoch: snapshot.epoch };
        const { revision } = group.scope;
        // Flags may have changed since the last evaluation of the client; otherwise its next request gets 304.
        if (lastEventId !== idOf(group)) stream.send(this.#toMessage(group));
        const key = JSON.stringify([actor.environment, ...actor.projects]);
        this.#subscribers.add({ key, group: () => group, stream, revision });
    }

    #toMessage(group: Group) {
        const etag = `"${idOf(group)}"`;
        const data = { type: 'refetchEvaluation', etag, lastModified: this.#lastModified };
        return eventMessage({ id: idOf(group), data: JSON.stringify(data) });
    }
}

/** Returns an id that includes the epoch, because revisions of another epoch do not count as received. */
const idOf = ({ scope, epoch }: Group) => versionOf(scope.revision, { epoch, projects: scope.projects });

/** Seconds of Unix time, as the protocol recommends. */
const now = () => Math.floor(Date.now() / 1_000);
