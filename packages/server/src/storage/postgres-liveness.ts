import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { yieldToEventLoop } from '../core/concurrency/yielding.ts';
import { addressOf } from './postgres-hosts.ts';

/** Most statements are answered within milliseconds: after this long, PostgreSQL is asked whether it answers at all. */
const SUSPECT_MS = 1_500;
/** How long that may take. Together with the above, a request is refused before clients give up after five seconds. */
const PROBE_MS = 2_500;
const BETWEEN_PROBES_MS = 500;

class NoAnswer extends Error {
    constructor() {
        super('PostgreSQL did not answer for too long.');
    }
}

/** The part of node-postgres that its published types leave out. */
interface WatchedClient {
    host: string;
    port: number;
    processID?: number;
    readyForQuery?: boolean;
    connection: { stream: Socket };
}

interface LivingServer {
    /** The host that was reached. */
    address: string;
    /** The processes that work on a statement. */
    active: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

interface LivenessOptions {
    /** Makes a connection beside those of the pools. */
    newClient: () => pg.Client;
    /** How long PostgreSQL may say nothing while it answers others and does not work on the statement. */
    silenceMs: number;
}

/**
 * Tells a PostgreSQL that is frozen, or cut off without a word, from one that works on a long statement. When a statement, or a new
 * connection, waits for long, another connection is tried. If that is not answered either, everything that waits fails at once, and so
 * does everything new until PostgreSQL answers again.
 */
export class PostgresLiveness {
    readonly #options: LivenessOptions;
    readonly #clients = new Set<WatchedClient>();
    readonly #waiting = new Set<(error: Error) => void>();
    #probing: Promise<LivingServer | undefined> | undefined;
    /** The start of the service has a patience of its own. */
    #hasConnected = false;
    #frozen: Error | undefined;
    #isClosed = false;

    constructor(options: LivenessOptions) {
        this.#options = options;
    }

    /** Notices when a statement of this connection is not answered. */
    watch(connected: pg.ClientBase): void {
        this.#hasConnected = true;
        const client = connected as unknown as WatchedClient;
        const { stream } = client.connection;
        this.#clients.add(client);
        stream.once('close', () => this.#clients.delete(client));
        let silentMs = 0;
        let bytes = 0;
        stream.on('timeout', () => {
            stream.setTimeout(SUSPECT_MS);
            const isNew = bytes !== stream.bytesRead + stream.bytesWritten;
            bytes = stream.bytesRead + stream.bytesWritten;
            silentMs = isNew ? SUSPECT_MS : silentMs + SUSPECT_MS;
            if (client.readyForQuery) return;
            const isTooLong = silentMs >= this.#options.silenceMs;
            void this.#check(({ address, active }) => {
                // Another host has taken over. A step of the schema may take any time, and PostgreSQL says that it works on it.
                const hasMoved = address !== addressOf(client);
                if (hasMoved || (isTooLong && !active.has(client.processID ?? 0))) stream.destroy(new NoAnswer());
            });
        });
        stream.setTimeout(SUSPECT_MS);
    }

    /** Waits for a connection of a pool, and no longer when PostgreSQL does not answer. `giveBack` gets one that comes too late. */
    async acquire<T>(connect: () => Promise<T>, giveBack: (late: T) => void): Promise<T> {
        if (this.#frozen) throw this.#frozen;
        const { promise, resolve, reject } = Promise.withResolvers<T>();
        let hasLeft = false;
        const leave = (error: Error) => {
            hasLeft = true;
            reject(error);
        };
        const timer = setTimeout(() => void this.#check(() => undefined), SUSPECT_MS);
        this.#waiting.add(leave);
        connect().then((connection) => (hasLeft ? giveBack(connection) : resolve(connection)), reject);
        try {
            return await promise;
        } finally {
            clearTimeout(timer);
            this.#waiting.delete(leave);
        }
    }

    close(): void {
        this.#isClosed = true;
    }

    async #check(whenAlive: (server: LivingServer) => void): Promise<void> {
        if (!this.#hasConnected || this.#frozen || this.#isClosed) return;
        this.#probing ??= this.#probe().finally(() => {
            this.#probing = undefined;
        });
        const server = await this.#probing;
        if (server) return whenAlive(server);
        if (!this.#frozen && !this.#isClosed) void this.#freeze();
    }

    async #freeze(): Promise<void> {
        const error = new NoAnswer();
        this.#frozen = error;
        for (const fail of this.#waiting) fail(error);
        // Idle ones, too: they may be connections to a host that another one replaces.
        for (const { connection } of this.#clients) connection.stream.destroy(error);
        while (!this.#isClosed && (await this.#probe()) === undefined) {
            await delay(BETWEEN_PROBES_MS, undefined, { ref: false });
        }
        this.#frozen = undefined;
    }

    /** Undefined: PostgreSQL does not answer. */
    async #probe(): Promise<LivingServer | undefined> {
        const client = this.#options.newClient();
        client.on('error', () => undefined);
        let isOver = false;
        const answered = (async () => {
            await client.connect();
            const { rows } = await client.query<{ pid: number }>(
                `select pid from pg_stat_activity where state = 'active'`,
            );
            return { address: addressOf(client), active: new Set(rows.map(({ pid }) => pid)) };
        })().catch((error: unknown) => {
            // An answer all the same, such as that there are too many connections.
            return error instanceof pg.DatabaseError ? { address: addressOf(client), active: NONE } : undefined;
        });
        void answered.then(() => {
            isOver = true;
        });
        const patience = async () => {
            await delay(PROBE_MS, undefined, { ref: false });
            // The answer may have come while this process did something else.
            if (!isOver) await yieldToEventLoop();
            return undefined;
        };
        try {
            return await Promise.race([answered, patience()]);
        } finally {
            // Not `end`, which waits for the other side.
            (client as unknown as WatchedClient).connection.stream.destroy();
        }
    }
}
