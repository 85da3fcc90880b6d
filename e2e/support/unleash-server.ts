import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { freePort } from '../../packages/server/test/support/free-port.ts';
import { newDatabase } from './databases.ts';
import { startForwarder } from './forwarder.ts';
import { installPackages } from './own-packages.ts';
import { until } from './until.ts';

const FOLDER = path.resolve(import.meta.dirname, '../unleash');
const ADMIN = { username: 'admin', password: 'Password-0f-the-tests' };

export interface UnleashServer {
    url: string;
    /** The personal token of the administrator: Unleash rejects imports with other tokens. */
    token: string;
    /** A URL for requests from another address. Unleash counts requests by address. */
    urlForNewAddress(): Promise<string>;
    /** Sends an admin request; fails unless it succeeds. */
    send<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
    /** The flags of SDKs in development. */
    clientFlags(): Promise<{ name: string }[]>;
    /** For settings that only older versions and other editions of Unleash could store. */
    database: pg.Client;
}

/** Starts a real Unleash with its default limits on a new database. It ends with the test. */
export async function startUnleash(): Promise<UnleashServer> {
    // 200 MB.
    await installPackages(FOLDER);
    const { DATABASE_URL } = await newDatabase('PostgreSQL');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const child = spawn(process.execPath, [path.join(FOLDER, 'node_modules/unleash-server/dist/server.js')], {
        env: {
            PATH: process.env['PATH'],
            HTTP_HOST: '127.0.0.1',
            HTTP_PORT: String(port),
            DATABASE_URL,
            DATABASE_SSL: 'false',
            NODE_ENV: 'production',
            TZ: 'UTC',
            LOG_LEVEL: 'error',
            CHECK_VERSION: 'false',
            SEND_TELEMETRY: 'false',
            UNLEASH_DEFAULT_ADMIN_USERNAME: ADMIN.username,
            UNLEASH_DEFAULT_ADMIN_PASSWORD: ADMIN.password,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
    });
    const closed = once(child, 'close');
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-4_000);
    });
    onTestFinished(async () => {
        child.kill('SIGKILL');
        await closed;
    });
    await until(async () => {
        if (child.exitCode !== null) throw new Error(`Unleash did not start:\n${log}`);
        return (await fetch(`${url}/health`).catch(() => undefined))?.ok === true;
    });
    const database = new pg.Client({ connectionString: DATABASE_URL! });
    await database.connect();
    onTestFinished(() => database.end());
    const token = await personalToken(url);
    let addresses = 0;
    return {
        url,
        token,
        urlForNewAddress: async () => {
            const headers = { 'x-forwarded-for': `10.0.0.${++addresses}` };
            return (await startForwarder(url, { headers })).url;
        },
        send: (method, route, body) => send(url + route, { method, headers: { authorization: token } }, body),
        async clientFlags() {
            const { rows } = await database.query<{ secret: string }>(
                `select secret from api_tokens where type = 'client' and environment = 'development'`,
            );
            const options = { method: 'GET', headers: { authorization: rows[0]!.secret } };
            return (await send<{ features: { name: string }[] }>(`${url}/api/client/features`, options)).features;
        },
        database,
    };
}

async function personalToken(url: string): Promise<string> {
    const login = await fetch(`${url}/auth/simple/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ADMIN),
    });
    const cookie = login.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
    const body = { description: 'migration', expiresAt: '2099-01-01T00:00:00.000Z' };
    // Unleash responds to a sign-in before it has stored the session.
    await until(async () => (await fetch(`${url}/api/admin/user`, { headers: { cookie } })).ok);
    const options = { method: 'POST', headers: { cookie } };
    return (await send<{ secret: string }>(`${url}/api/admin/user/tokens`, options, body)).secret;
}

async function send<T>(
    url: string,
    { method, headers }: { method: string; headers: Record<string, string> },
    body?: unknown,
) {
    const response = await fetch(url, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${url}: status ${response.status}: ${text.slice(0, 2_000)}`);
    const isJson = response.headers.get('content-type')?.includes('json');
    return (isJson && text ? JSON.parse(text) : text) as T;
}
