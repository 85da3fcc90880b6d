import { setTimeout as delay } from 'node:timers/promises';
import type { Node } from './node.ts';
import type { Random } from './random.ts';

const FEATURES = '/api/admin/projects/default/features';
/** What one writer has at most; then it goes on with these. */
const FLAGS_OF_ONE = 100;

/** What must be true of a flag at the end. */
export interface Expected {
    name: string;
    /** Undefined: whether it was made, nobody was told. */
    exists: true | undefined;
    /** The states that it may be in: more than one after a change of which nobody knows. */
    enabled: Set<boolean>;
}

export interface Counts {
    acknowledged: number;
    /** Told that nothing was changed. */
    refused: number;
    /** Told nothing, or that nobody knows. */
    unknown: number;
    /** The longest that anybody waited for an answer, in milliseconds. */
    longestMs: number;
}

type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** Changes flags, each writer its own, and keeps what it was told. */
export class Load {
    readonly expected: Expected[] = [];
    readonly counts: Counts = { acknowledged: 0, refused: 0, unknown: 0, longestMs: 0 };
    /** Answers that nobody should ever get. */
    readonly complaints: string[] = [];
    readonly #nodes: readonly Node[];
    readonly #random: Random;
    #isOver = false;
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
        const own: Expected[] = [];
        while (!this.#isOver) {
            if (own.length === 0 || (own.length < FLAGS_OF_ONE && this.#random.next() < 0.4)) {
                const flag = await this.#create(`flag-${number}-${own.length}`);
                own.push(flag);
                this.expected.push(flag);
            } else {
                await this.#switch(this.#random.pick(own));
            }
            await delay(this.#random.between(5, 40));
        }
    }

    async #create(name: string): Promise<Expected> {
        let outcome: Outcome;
        // As whoever gets no answer does: once it is there, the service says so.
        do outcome = await this.#send(FEATURES, { name });
        while (outcome !== 'acknowledged' && !this.#isOver);
        return { name, exists: outcome === 'acknowledged' ? true : undefined, enabled: new Set([false]) };
    }

    async #switch(flag: Expected): Promise<void> {
        const enabled = !flag.enabled.has(true);
        const outcome = await this.#send(`${FEATURES}/${flag.name}/environments/development/${enabled ? 'on' : 'off'}`);
        if (outcome === 'acknowledged') flag.enabled = new Set([enabled]);
        if (outcome === 'unknown') flag.enabled.add(enabled);
    }

    async #send(address: string, body?: object): Promise<Outcome> {
        const node = this.#random.pick(this.#nodes);
        const start = performance.now();
        const answer = await node.ask('POST', address, body);
        this.counts.longestMs = Math.max(this.counts.longestMs, performance.now() - start);
        const outcome = this.#judge(answer, `${node.name}: POST ${address}`);
        this.counts[outcome]++;
        // Whoever was refused comes back a little later.
        if (outcome !== 'acknowledged' && !this.#isOver) await delay(this.#random.between(100, 400));
        return outcome;
    }

    #judge(answer: Awaited<ReturnType<Node['ask']>>, what: string): Outcome {
        if (answer === undefined) return 'unknown';
        const { status, body } = answer;
        // It is there from an earlier time of which nobody knew.
        if (status < 300 || status === 409) return 'acknowledged';
        // The flag is one of which nobody knows whether it was made.
        if (status === 404) return 'refused';
        const message = (body as { message?: string } | undefined)?.message ?? '';
        if (status === 503) return message.includes('may have been made or not') ? 'unknown' : 'refused';
        this.complaints.push(`${what} answered ${status}: ${message}`);
        return 'unknown';
    }
}
