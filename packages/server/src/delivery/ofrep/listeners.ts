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

    join({ environment }: SdkActor, stream: EventStream): void {
        const streams = this.#byEnvironment.get(environment) ?? new Set();
        this.#byEnvironment.set(environment, streams.add(stream));
        stream.onClose(() => streams.delete(stream));
    }

    #tell(environment: string): void {
        const streams = this.#byEnvironment.get(environment);
        if (!streams || streams.size === 0) return;
        const revision = String(this.#snapshots.of(environment).revision);
        const data = JSON.stringify({ type: 'refetchEvaluation', etag: `"${revision}"` });
        const message = eventMessage({ id: revision, data });
        setImmediate(() => {
            for (const stream of streams) stream.send(message);
        });
    }
}
