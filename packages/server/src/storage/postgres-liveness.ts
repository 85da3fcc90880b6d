import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { yieldToEventLoop } from '../core/concurrency/yielding.ts';
import { addressOf } from './postgres-hosts.ts';
import { type ServerSession, sessionOf } from './postgres-session.ts';

/** Most statements take milliseconds. After this long, a probe tests whether PostgreSQL responds at all. */
const SUSPECT_MS = 1_500;
/** Timeout of the probe. Together with the above, a request is rejected before clients give up after five seconds. */
const PROBE_MS = 2_500;
const BETWEEN_PROBES_MS = 500;

class NoResponse extends Error {
    constructor() {
        super('PostgreSQL did not answer for too long.');
    }
}

interface LivingServer {
    /** The host that responded. */
    address: string;
    /** The processes that are executing a statement. */
    active: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();

interface LivenessOptions {
    /** Creates a connection outside the pools. */
    newClient: () => pg.Client;
    /** How long PostgreSQL may be silent while it responds to the probe and does not execute the statement. */
    silenceMs: number;
}

/**
 * Distinguishes a frozen or silently disconnected PostgreSQL from one that executes a long statement. When a statement or a new
 * connection waits for long, another connection is tried. If that gets no response either, everything that waits fails at once,
 * and so does everything new until PostgreSQL responds again.
 */
export class PostgresLiveness {
    readonly #options: LivenessOptions;
    readonly #sessions = new Set<ServerSession>();
    readonly #waiting = new Set<(error: Error) => void>();
    #probing: Promise<LivingServer | undefined> | undefined;
    /** The start of the service has its own timeout. */
    #hasConnected = false;
    #frozen: Error | undefined;
    #isClosed = false;

    constructor(options: LivenessOptions) {
        this.#options = options;
    }

    /** Detects statements of this connection that get no response. */
    watch(client: pg.Client): void {
        this.#hasConnected = true;
        const session = sessionOf(client);
        const { socket } = session;
        this.#sessions.add(session);
        socket.once('close', () => this.#sessions.delete(session));
        let silentMs = 0;
        let bytes = 0;
        socket.on('timeout', () => {
            socket.setTimeout(SUSPECT_MS);
            const isNew = bytes !== socket.bytesRead + socket.bytesWritten;
            bytes = socket.bytesRead + socket.bytesWritten;
            silentMs = isNew ? SUSPECT_MS : silentMs + SUSPECT_MS;
            if (session.pending === 0) return;
            const isTooLong = silentMs >= this.#options.silenceMs;
            void this.#check(({ address, active }) => {
                // Another host has taken over. A migration may take any time, and PostgreSQL reports that it is executing it.
                const hasMoved = address !== addressOf(client);
                // A pooler does not tell which process executes the statement; it closes connections that PostgreSQL has closed.
                const isLost = isTooLong && !session.isPooled && !active.has(session.processID);
                if (hasMoved || isLost) socket.destroy(new NoResponse());
            });
        });
        socket.setTimeout(SUSPECT_MS);
    }

    /**
     * Waits for a pool connection, but fails when PostgreSQL does not respond. A connection that arrives too late goes to
     * `giveBack`.
     */
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
        const error = new NoResponse();
        this.#frozen = error;
        for (const fail of this.#waiting) fail(error);
        // Includes idle connections: they may belong to a host that was replaced.
        for (const { socket } of this.#sessions) socket.destroy(error);
        while (!this.#isClosed && (await this.#probe()) === undefined) {
            await delay(BETWEEN_PROBES_MS, undefined, { ref: false });
        }
        this.#frozen = undefined;
    }

    /** Undefined: PostgreSQL does not respond. */
    async #probe(): Promise<LivingServer | undefined> {
        const client = this.#options.newClient();
        client.on('error', () => undefined);
        let isOver = false;
        const response = (async () => {
            await client.connect();
            const { rows } = await client.query<{ pid: number }>(
                `select pid from pg_stat_activity where state = 'active'`,
            );
            return { address: addressOf(client), active: new Set(rows.map(({ pid }) => pid)) };
        })().catch((error: unknown) => {
            // An error is also a response, such as too many connections.
            return error instanceof pg.DatabaseError ? { address: addressOf(client), active: NONE } : undefined;
        });
        void response.then(() => {
            isOver = true;
        });
        const patience = async () => {
            await delay(PROBE_MS, undefined, { ref: false });
            // The response may have arrived while this process was busy.
            if (!isOver) await yieldToEventLoop();
            return undefined;
        };
        try {
            return await Promise.race([response, patience()]);
        } finally {
            // Not `end`, which waits for the other side.
            sessionOf(client).socket.destroy();
        }
    }
}
