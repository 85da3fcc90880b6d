import { setTimeout as delay } from 'node:timers/promises';
import type { Node, NodeResponse } from './node.ts';
import type { Random } from './random.ts';

const FEATURES = '/api/admin/projects/default/features';
const SEGMENTS = '/api/admin/segments';
/** The maximum number of flags per writer; a writer with this many changes the existing ones. */
const FLAGS_OF_ONE = 100;
const STRATEGIES_OF_ONE = 5;

/** The possible final values: more than one after a change with an unknown outcome. */
type PossibleValues<T> = Set<T>;

/** The expected final state of a flag. */
export interface ExpectedFlag {
    name: string;
    /** False after the flag was archived. */
    exists: PossibleValues<boolean>;
    enabled: PossibleValues<boolean>;
    /** The name of its only variant; empty: no variant. */
    variant: PossibleValues<string>;
    /** The number of occurrences of each added strategy, by its group. */
    strategies: Map<string, PossibleValues<number>>;
}

/** The expected final state of a segment. */
export interface ExpectedSegment {
    name: string;
    id: number;
    value: PossibleValues<string>;
}

export interface Counts {
    acknowledged: number;
    /** Responses that report that nothing was changed. */
    refused: number;
    /** No connection: nothing was sent. */
    unreachable: number;
    /** No response, or a response with an unknown outcome. */
    unknown: number;
    /** The longest time until a response, in milliseconds. */
    longestMs: number;
}

type Outcome = Exclude<keyof Counts, 'longestMs'>;

/** Changes flags and segments, each writer its own, and records the acknowledged changes. */
export class WriteLoad {
    readonly expected: ExpectedFlag[] = [];
    readonly segments: ExpectedSegment[] = [];
    readonly counts: Counts = { acknowledged: 0, refused: 0, unreachable: 0, unknown: 0, longestMs: 0 };
    /** Responses that must never occur. */
    readonly complaints: string[] = [];
    readonly #nodes: readonly Node[];
    readonly #random: Random;
    #isOver = false;
    #changes = 0;
    #writers: Promise<void>[] = [];

    constructor(nodes: readonly Node[], random: Random) {
        this.#nodes = nodes;
        this.#random = random;
    }

    start(writers: number): void {
        this.#writers = Array.from({ length: writers }, (_, number) => this.#write(number));
    }

    async stop(): Promise<void> {
        this.#isOver = true;
        await Promise.all(this.#writers);
    }

    async #write(number: number): Promise<void> {
        const segment = await this.#createSegment(`segment-${number}`);
        let own: ExpectedFlag[] = [];
        for (let created = 0; !this.#isOver; ) {
            own = own.filter(({ exists }) => !exists.has(false));
            if (own.length === 0 || (own.length < FLAGS_OF_ONE && this.#random.next() < 0.3)) {
                const flag = await this.#createFlag(`flag-${number}-${created++}`);
                own.push(flag);
                this.expected.push(flag);
            } else {
                await this.#change(this.#random.pick(own), segment);
            }
            await delay(this.#random.between(5, 40));
        }
    }

    async #change(flag: ExpectedFlag, segment: ExpectedSegment | undefined): Promise<void> {
        const dice = this.#random.next();
        if (dice < 0.5) return this.#switch(flag);
        if (dice < 0.65) return this.#setVariant(flag);
        if (dice < 0.7) return this.#archive(flag);
        if (!segment) return;
        if (dice < 0.85) return this.#setSegment(segment);
        if (flag.strategies.size < STRATEGIES_OF_ONE) return this.#addStrategy(flag, segment);
    }

    async #createSegment(name: string): Promise<ExpectedSegment | undefined> {
        if (!(await this.#create(SEGMENTS, { name, constraints: constraintsOf('0') }))) return undefined;
        for (;;) {
            if (this.#isOver) return undefined;
            const response = await this.#random.pick(this.#nodes).request('GET', SEGMENTS);
            const { segments = [] } = (typeof response === 'object' ? response.body : {}) as {
                segments?: ExpectedSegment[];
            };
            const id = segments.find((segment) => segment.name === name)?.id;
            if (id === undefined) continue;
            const segment = { name, id, value: new Set(['0']) };
            this.segments.push(segment);
            return segment;
        }
    }

    async #createFlag(name: string): Promise<ExpectedFlag> {
        const exists = await this.#create(FEATURES, { name });
        return {
            name,
            exists: new Set(exists ? [true] : [true, false]),
            enabled: new Set([false]),
            variant: new Set(['']),
            strategies: new Map(),
        };
    }

    /** Retries like a client without a response, until the service reports that the flag exists. */
    async #create(address: string, body: object): Promise<boolean> {
        let outcome: Outcome;
        do outcome = await this.#send('POST', address, body, { mayExist: true });
        while (outcome !== 'acknowledged' && !this.#isOver);
        return outcome === 'acknowledged';
    }

    async #switch({ name, enabled }: ExpectedFlag): Promise<void> {
        const expected = !enabled.has(true);
        note(enabled, expected, await this.#send('POST', `${environmentPath(name)}/${expected ? 'on' : 'off'}`));
    }

    async #setVariant({ name, variant }: ExpectedFlag): Promise<void> {
        const expected = `variant-${this.#changes++}`;
        const variants = [{ name: expected, weight: 1000, weightType: 'variable', stickiness: 'default' }];
        note(variant, expected, await this.#send('PUT', `${environmentPath(name)}/variants`, variants));
    }

    async #addStrategy({ name, strategies }: ExpectedFlag, { id }: ExpectedSegment): Promise<void> {
        const groupId = `group-${this.#changes++}`;
        const times = new Set([0]);
        strategies.set(groupId, times);
        const strategy = {
            name: 'flexibleRollout',
            parameters: { rollout: '50', stickiness: 'default', groupId },
            segments: [id],
        };
        note(times, 1, await this.#send('POST', `${environmentPath(name)}/strategies`, strategy));
    }

    async #setSegment({ name, id, value }: ExpectedSegment): Promise<void> {
        const expected = String(this.#changes++);
        const outcome = await this.#send('PUT', `${SEGMENTS}/${id}`, { name, constraints: constraintsOf(expected) });
        note(value, expected, outcome);
    }

    async #archive({ name, exists }: ExpectedFlag): Promise<void> {
        note(exists, false, await this.#send('DELETE', `${FEATURES}/${name}`));
    }

    async #send(method: string, address: string, body?: object, { mayExist = false } = {}): Promise<Outcome> {
        const node = this.#random.pick(this.#nodes);
        const start = performance.now();
        const response = await node.request(method, address, body);
        this.counts.longestMs = Math.max(this.counts.longestMs, performance.now() - start);
        const outcome = this.#judge(response, { what: `${node.name}: ${method} ${address}`, mayExist });
        this.counts[outcome]++;
        // Rejected writers retry a little later.
        if (outcome !== 'acknowledged' && !this.#isOver) await delay(this.#random.between(100, 400));
        return outcome;
    }

    #judge(response: NodeResponse, { what, mayExist }: { what: string; mayExist: boolean }): Outcome {
        if (response === 'unreachable') return 'unreachable';
        if (response === 'lost') return 'unknown';
        const { status, body } = response;
        // The flag exists from an earlier request with an unknown outcome.
        if (status < 300 || (mayExist && status === 409)) return 'acknowledged';
        const message = (body as { message?: string } | undefined)?.message ?? '';
        if (status === 503) return message.includes('its outcome is unknown') ? 'unknown' : 'refused';
        this.complaints.push(`${what} answered ${status}: ${message}`);
        return 'unknown';
    }
}

const environmentPath = (flag: string) => `${FEATURES}/${flag}/environments/development`;

const constraintsOf = (value: string) => [{ contextName: 'userId', operator: 'IN', values: ['7', value] }];

function note<T>(possible: PossibleValues<T>, expected: T, outcome: Outcome): void {
    if (outcome === 'acknowledged') possible.clear();
    if (outcome === 'acknowledged' || outcome === 'unknown') possible.add(expected);
}
