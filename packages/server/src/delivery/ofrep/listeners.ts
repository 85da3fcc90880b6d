import type { SdkActor } from '../../core/actor.ts';
import { type EventStream, eventMessage } from '../../http/event-streams.ts';
import type { Snapshots } from '../../snapshots/snapshots.ts';

/** Those who evaluate here and want to know when to do it again. They are told that something changed, not what. */
export class Listeners {
    readonly #snapshots: Snapshots;
    readonly #byEnvironment = new Map<string, Set<EventStream>>();

    constructor(snapshots: Snapshots) {
        this.#snapshots = snapshots;
        snapshots.onChange((environments) => {
            for (const environment of environments) this.#tell(environment);
        });
    }

    /** `heard`: the id of the last message that reached them. */
    join({ environment }: SdkActor, stream: EventStream, heard: string | undefined): void {
        const streams = this.#byEnvironment.get(environment) ?? new Set();
        this.#byEnvironment.set(environment, streams.add(stream));
        stream.onClose(() => streams.delete(stream));
        // Something may have changed since they evaluated; if not, evaluating again costs them a 304.
        const { revision } = this.#snapshots.of(environment);
        if (heard !== String(revision)) stream.send(toMessage(revision));
    }

    #tell(environment: string): void {
        const streams = this.#byEnvironment.get(environment);
        if (!streams || streams.size === 0) return;
        const message = toMessage(this.#snapshots.of(environment).revision);
        setImmediate(() => {
            for (const stream of streams) stream.send(message);
        });
    }
}

const toMessage = (revision: number) =>
    eventMessage({
        id: String(revision),
        data: JSON.stringify({ type: 'refetchEvaluation', etag: `"${revision}"` }),
    });
