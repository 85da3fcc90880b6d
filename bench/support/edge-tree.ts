/**
 * A tree of edges in one process: every node has the snapshots and the streams of the service, and an edge reads messages like real edges;
 * only the network is replaced by a delay. Nodes run one after the other, each with its own clock, as if on separate machines.
 */
import { ANONYMOUS_SDK } from '../../packages/server/src/core/access/actor.ts';
import { ClientSubscribers } from '../../packages/server/src/delivery/client-updates/client-subscribers.ts';
import { Hydrations } from '../../packages/server/src/delivery/client-updates/hydrations.ts';
import { EdgeEnvironment } from '../../packages/server/src/edge/state/edge-environment.ts';
import { eventStreamParser } from '../../packages/server/src/edge/upstream/server-sent-events.ts';
import { readEvents, type UpstreamEvent } from '../../packages/server/src/edge/upstream/upstream-content.ts';
import { ByteChunks } from '../../packages/server/src/http/bodies/payload.ts';
import { PayloadCache } from '../../packages/server/src/http/bodies/payload-cache.ts';
import type { Publication } from '../../packages/server/src/publications/publications.ts';
import { Snapshots } from '../../packages/server/src/snapshots/snapshots.ts';
import { median } from './measure.ts';

const ENVIRONMENT = ANONYMOUS_SDK.environment;
const SCOPE = { environment: ENVIRONMENT, projects: ['*'] };
const RUNTIME = { now: Date.now, random: Math.random };

/** A subscriber: a client, or an edge with its own clients. */
interface Subscriber {
    /** `at`: the time of the simulation, in milliseconds. */
    receive(message: Buffer, at: number): void;
}

interface Receipt {
    message: Buffer;
    at: number;
}

/** Simulated delays, in milliseconds. */
interface Network {
    /** The delay of a message to the subscribers. */
    latencyMs: number;
    /** The CPU time for sending it to one subscriber. */
    sendMs: number;
}

abstract class TreeNode {
    readonly #snapshots: Snapshots;
    readonly #subscribers: ClientSubscribers;
    readonly #network: Network;
    #hearers = 0;
    #told = 0;
    #allTold = () => {};
    #started = 0;
    #at = 0;
    cpuMs = 0;

    constructor(network: Network, snapshots: Snapshots) {
        this.#network = network;
        this.#snapshots = snapshots;
        this.#subscribers = new ClientSubscribers(snapshots, new Hydrations(new PayloadCache()));
    }

    get revision(): number {
        return this.#snapshots.of(ENVIRONMENT).revision;
    }

    /** Subscribers receive a full update first, unless they are up to date. */
    async join(subscriber: Subscriber, { hasAll }: { hasAll: boolean }): Promise<void> {
        this.#hearers++;
        const stream = {
            send: (message: Buffer | ByteChunks) => {
                const { latencyMs, sendMs } = this.#network;
                const spent = performance.now() - this.#started + this.#told * sendMs;
                const bytes = message instanceof ByteChunks ? Buffer.concat(message.chunks) : message;
                subscriber.receive(bytes, this.#at + spent + latencyMs);
                if (++this.#told === this.#hearers) this.#allTold();
            },
            onClose: () => undefined,
            end: () => undefined,
            isStillAllowed: async () => true,
        };
        await this.#subscribers.join(ANONYMOUS_SDK, () => stream, hasAll ? this.revision : undefined);
    }

    /** Changes the snapshots, and notifies the subscribers. */
    protected async change(at: number, follow: () => Promise<void>): Promise<void> {
        const cpu = process.cpuUsage();
        this.#told = 0;
        this.#at = at;
        this.#started = performance.now();
        const everyone = new Promise<void>((resolve) => {
            this.#allTold = resolve;
        });
        await follow();
        if (this.#hearers > 0) await everyone;
        const { user, system } = process.cpuUsage(cpu);
        this.cpuMs += (user + system) / 1000;
    }
}

/** The node where changes are made. */
class Root extends TreeNode {
    readonly #own: Snapshots;

    constructor(network: Network) {
        const own = new Snapshots(RUNTIME);
        super(network, own);
        this.#own = own;
    }

    begin(published: Publication[]): Promise<void> {
        return this.#own.begin({ published, since: [] });
    }

    publish(publication: Publication): Promise<void> {
        const { revision } = publication;
        return this.change(0, () => this.#own.follow({ revision, events: [], publications: [publication] }));
    }
}

class Edge extends TreeNode implements Subscriber {
    readonly #environment: EdgeEnvironment;
    readonly #parse = eventStreamParser();
    /** Received messages that were not applied yet. */
    readonly #inbox: Receipt[] = [];

    constructor(network: Network) {
        const environment = new EdgeEnvironment(ENVIRONMENT, RUNTIME, '');
        super(network, environment.snapshots);
        this.#environment = environment;
    }

    receive(message: Buffer, at: number): void {
        this.#inbox.push({ message, at });
    }

    /** Applies received messages, and notifies the subscribers. */
    async work(): Promise<void> {
        for (const { message, at } of this.#inbox.splice(0)) {
            for (const { data } of this.#parse(message)) {
                await this.change(at, async () => this.#follow(await readEvents(JSON.parse(data))));
            }
        }
    }

    async #follow(events: UpstreamEvent[]): Promise<void> {
        for (const event of events) {
            if (event.type === 'hydration') await this.#environment.replace(SCOPE, event.content);
        }
        await this.#environment.update(SCOPE, events);
    }
}

export interface Tree {
    regions: number;
    edgesOfRegion: number;
    clientsOfEdge: number;
    flags: number;
    changes: number;
    /** Between nodes, and from the last node to its clients. */
    latencyMs: { edges: number; clients: number };
    sendMs: number;
}

export interface Simulated {
    clients: number;
    /** The time until half of the clients, and until all, have a change. */
    halfMs: number;
    lastMs: number;
    /** CPU time of a change, without sending it. */
    cpuMs: { root: number; middle: number; leaf: number };
}

/** Makes changes at the root of a tree, and fails unless every client receives each of them exactly once. */
export async function simulateTree({ latencyMs, sendMs, changes, ...tree }: Tree): Promise<Simulated> {
    const edges = (count: number, latency: number) =>
        Array.from({ length: count }, () => new Edge({ latencyMs: latency, sendMs }));
    const root = new Root({ latencyMs: latencyMs.edges, sendMs });
    const regions = edges(tree.regions, latencyMs.edges);
    const leaves = edges(tree.regions * tree.edgesOfRegion, latencyMs.clients);
    await root.begin(Array.from({ length: tree.flags }, (_, index) => published(1, flag(index, true))));
    const below = async (parent: TreeNode, edge: Edge) => {
        await parent.join(edge, { hasAll: false });
        await edge.work();
        edge.cpuMs = 0;
    };
    for (const region of regions) await below(root, region);
    for (const [index, leaf] of leaves.entries()) await below(regions[index % tree.regions]!, leaf);

    let arrivals: number[] = [];
    let wrong = 0;
    let expected = '';
    const checked = new WeakMap<Buffer, boolean>();
    const client: Subscriber = {
        receive(message, at) {
            // Clients of one edge receive the same bytes; their content is checked once.
            let isRight = checked.get(message);
            if (isRight === undefined) {
                isRight = message.includes(expected);
                checked.set(message, isRight);
            }
            if (!isRight) wrong++;
            arrivals.push(at);
        },
    };
    const clients = leaves.length * tree.clientsOfEdge;
    for (const leaf of leaves) for (let i = 0; i < tree.clientsOfEdge; i++) await leaf.join(client, { hasAll: true });

    const halves: number[] = [];
    const lasts: number[] = [];
    for (let index = 0; index < changes; index++) {
        arrivals = [];
        const revision = 2 + index;
        const changed = flag(7, index % 2 === 1);
        expected = `"eventId":${revision},"feature":${JSON.stringify(changed)}`;
        await root.publish(published(revision, changed));
        for (const edge of [...regions, ...leaves]) await edge.work();
        if (arrivals.length !== clients || wrong > 0 || leaves.some((leaf) => leaf.revision !== revision)) {
            throw new Error(
                `${clients - arrivals.length} clients were not told of change ${index}, ${wrong} something else.`,
            );
        }
        halves.push(median(arrivals));
        lasts.push(arrivals.reduce((last, at) => Math.max(last, at), 0));
    }
    const perChange = (some: readonly TreeNode[]) => median(some.map(({ cpuMs }) => cpuMs)) / changes;
    return {
        clients,
        halfMs: median(halves),
        lastMs: median(lasts),
        cpuMs: { root: perChange([root]), middle: perChange(regions), leaf: perChange(leaves) },
    };
}

const flag = (index: number, enabled: boolean) => ({
    name: `flag-${String(index).padStart(5, '0')}`,
    project: 'default',
    type: 'release',
    enabled,
    strategies: [{ name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: 'g' } }],
    variants: [],
});

const published = (revision: number, feature: ReturnType<typeof flag>): Publication => ({
    revision,
    environment: ENVIRONMENT,
    kind: 'flag',
    name: feature.name,
    project: feature.project,
    definition: JSON.stringify(feature),
});
