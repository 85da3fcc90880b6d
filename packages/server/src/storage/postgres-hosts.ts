import { Socket } from 'node:net';
import pg from 'pg';
import type { PostgresAddress, TargetSession } from '../core/settings/postgres-url.ts';
import { createSession } from './postgres-session.ts';

/** Default timeout for one of several hosts. */
const HOST_MS = 3_000;

/** The PostgreSQL error code of a read-only server. */
const READ_ONLY = '25006';

class NoSuitableHost extends Error {
    readonly code = READ_ONLY;

    constructor(target: TargetSession) {
        super(`none of the hosts is what target_session_attrs=${target} asks for`);
    }
}

interface Session {
    isStandby: boolean;
    isReadOnly: boolean;
}

const FITS: Record<TargetSession, (session: Session) => boolean> = {
    any: () => true,
    'read-write': ({ isReadOnly }) => !isReadOnly,
    'read-only': ({ isReadOnly }) => isReadOnly,
    primary: ({ isStandby }) => !isStandby,
    standby: ({ isStandby }) => isStandby,
    'prefer-standby': ({ isStandby }) => isStandby,
};

type Host = PostgresAddress['hosts'][number];

/**
 * A client of node-postgres that connects to the first host that responds and has the requested role, and begins its session. Each
 * connection searches again, so connections made after a failover reach the new primary.
 */
export function clientFor(
    address: PostgresAddress,
    config: pg.ClientConfig,
    begin: (client: pg.Client) => Promise<void>,
): typeof pg.Client {
    const { hosts, target } = address;
    const isPlain = hosts.length === 1 && target === 'any';
    /** Tried first, so that a dead host costs time once. */
    let lastUsed: Host | undefined;

    async function sessionAt({ host, port }: Host): Promise<Session> {
        const client = at(new pg.Client({ ...config, connectionTimeoutMillis: patienceMs(address) }), { host, port });
        client.on('error', () => undefined);
        try {
            await client.connect();
            const { rows } = await client.query<Session>(
                `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
            );
            return rows[0]!;
        } finally {
            await client.end().catch(() => undefined);
        }
    }

    async function findHost(): Promise<Host> {
        const ordered = address.isBalanced ? shuffled(hosts) : hosts;
        const candidates = lastUsed ? [lastUsed, ...ordered.filter((each) => each !== lastUsed)] : ordered;
        let problem: unknown = new NoSuitableHost(target);
        let secondChoice: Host | undefined;
        for (const candidate of candidates) {
            try {
                if (FITS[target](await sessionAt(candidate))) {
                    lastUsed = address.isBalanced ? undefined : candidate;
                    return candidate;
                }
                secondChoice ??= candidate;
            } catch (error) {
                problem = error;
            }
        }
        if (target === 'prefer-standby' && secondChoice) return secondChoice;
        lastUsed = undefined;
        // A host that responds with the wrong role is more informative than one that does not respond.
        throw secondChoice ? new NoSuitableHost(target) : problem;
    }

    return class extends pg.Client {
        constructor(own?: string | pg.ClientConfig) {
            const socket = new Socket();
            super({ ...(typeof own === 'object' ? own : config), stream: () => socket });
            createSession(this, socket);
        }

        override connect(): Promise<pg.Client>;
        override connect(callback: (error: Error) => void): void;
        override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
            const connect = async () => {
                if (!isPlain) at(this, await findHost());
                await super.connect();
                await begin(this).catch((error: unknown) => {
                    void this.end().catch(() => undefined);
                    throw error;
                });
                return this;
            };
            const connected = connect();
            if (!callback) return connected;
            // Without an error on success, as the pool expects it.
            connected.then(() => (callback as () => void)(), callback);
            return undefined;
        }
    };
}

/** The address that a client is connected to. */
export const addressOf = ({ host, port }: Pick<pg.Client, 'host' | 'port'>) => `${host}:${port}`;

/** Sets the host of a client that is not connected yet; the published types declare it read-only. */
function at<C extends pg.Client>(client: C, host: Host): C {
    return Object.assign(client, host);
}

const patienceMs = ({ connectSeconds }: PostgresAddress) =>
    connectSeconds === undefined ? HOST_MS : connectSeconds * 1000;

const shuffled = <T>(list: readonly T[]): T[] =>
    list
        .map((value) => ({ value, order: Math.random() }))
        .sort((a, b) => a.order - b.order)
        .map(({ value }) => value);
