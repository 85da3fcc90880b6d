import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosDatabase } from './database.ts';
import type { Node } from './node.ts';

const READ_INTERVAL_MS = 50;

/** Sends requests to every node like SDKs: each must get a response, unless the node itself is disturbed. */
export class Readers {
    reads = 0;
    readsWithoutDatabase = 0;
    readonly complaints: string[] = [];
    readonly #database: ChaosDatabase;
    readonly #readers: Promise<void>[];
    #isOver = false;

    constructor(nodes: readonly Node[], database: ChaosDatabase) {
        this.#database = database;
        this.#readers = nodes.map((node) => this.#read(node));
    }

    async stop(): Promise<void> {
        this.#isOver = true;
        await Promise.all(this.#readers);
    }

    async #read(node: Node): Promise<void> {
        let lastEtag = '';
        while (!this.#isOver) {
            await delay(READ_INTERVAL_MS);
            if (!node.isServing) continue;
            const before = node.disturbances;
            const { isAway } = this.#database;
            const { status, etag } = await node.poll(lastEtag);
            if (node.disturbances !== before) continue;
            if (status === 200 || status === 304) {
                lastEtag = etag;
                this.reads++;
                if (isAway && this.#database.isAway) this.readsWithoutDatabase++;
            } else this.complaints.push(`${node.name} did not answer an SDK: status ${status}.`);
        }
    }
}
