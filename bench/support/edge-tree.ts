/**
 * A tree of edges in one process: every node has the snapshots and the streams of the service; only the network is not there,
 * but a time that a message takes. Nodes work one after the other, each by a clock of its own, as if on machines of their own.
 */
import { ANONYMOUS_SDK } from '../../packages/server/src/core/actor.ts';
import { ClientSubscribers } from '../../packages/server/src/delivery/client-updates/client-subscribers.ts';
import { Hydrations } from '../../packages/server/src/delivery/client-updates/hydrations.ts';
import type { Publication } from '../../packages/server/src/publications/publications.ts';
import { Snapshots } from '../../packages/server/src/snapshots/snapshots.ts';

const ENVIRONMENT = ANONYMOUS_SDK.environment;

/** Whoever hears: a client, or an edge that has clients of its own. */
export interface Hearer {
    /** `at`: the time of the simulation, in milliseconds. */
    hear(message: Buffer, at: number): void;
}

export interface Heard {
    message: Buffer;
    at: number;
}

/** What is not there, in milliseconds. */
interface Network {
    /** How long a message is on its way to those below. */
    latencyMs: number;
    /** How long the processor is busy with sending it to one of them. */
    sendMs: number;
}

export class TreeNode implements Hearer {
    readonly #snapshots = new Snapshots({ now: Date.now, random: Math.random });
    readonly #subscribers = new ClientSubscribers(this.#snapshots, new Hydrations());
    readonly #network: Network;
    /** What came from above and was not followed yet. */
    readonly #inbox: Heard[] = [];
    #hearers = 0;
    #told = 0;
    #allTold = () => {};
    #started = 0;
    #at = 0;
    cpuMs = 0;

    constructor(network: Network) {
        this.#network = network;
    }

    get revision(): number {
        return this.#snapshots.of(ENVIRONMENT).revision;
    }

    begin(publications: Publication[]): Promise<void> {
        const last = Math.max(...publications.map(({ revision }) => revision));
        const revisions = new Map([[ENVIRONMENT, last]]);
        return this.#snapshots.begin({ published: publications, revisions, since: [] });
    }

    /** They have what this node has. */
    async join(hearer: Hearer): Promise<void> {
        this.#hearers++;
        const stream = {
            send: (message: Buffer) => {
                const { latencyMs, sendMs } = this.#network;
                const spent = performance.now() - this.#started + this.#told * sendMs;
                hearer.hear(message, this.#at + spent + latencyMs);
                if (++this.#told === this.#hearers) this.#allTold();
            },
            onClose: () => undefined,
            end: () => undefined,
            isStillAllowed: async () => true,
        };
        await this.#subscribers.join(ANONYMOUS_SDK, () => stream, this.revision);
    }

    hear(message: Buffer, at: number): void {
        this.#inbox.push({ message, at });
    }

    /** Follows what came, and tells those below. */
    async work(): Promise<void> {
        for (const { message, at } of this.#inbox.splice(0)) await this.follow(publicationsIn(message), at);
    }

    async follow(publications: Publication[], at: number): Promise<void> {
        const cpu = process.cpuUsage();
        this.#told = 0;
        this.#at = at;
        this.#started = performance.now();
        const everyone = new Promise<void>((resolve) => {
            this.#allTold = resolve;
        });
        await this.#snapshots.follow({ revision: publications[0]!.revision, events: [], publications });
        await everyone;
        const { user, system } = process.cpuUsage(cpu);
        this.cpuMs += (user + system) / 1000;
    }
}

/** What a message of a stream says, as an edge takes it. */
function publicationsIn(message: Buffer): Publication[] {
    const data = message.toString().split('\ndata: ')[1]!;
    const { events } = JSON.parse(data) as {
        events: { eventId: number; feature: { name: string; project: string } }[];
    };
    return events.map(({ eventId, feature }) => published(eventId, feature));
}

export const published = (revision: number, feature: { name: string; project: string }): Publication => ({
    revision,
    environment: ENVIRONMENT,
    kind: 'flag',
    name: feature.name,
    project: feature.project,
    definition: JSON.stringify(feature),
});
