import { once } from 'node:events';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../packages/server/test/support/free-port.ts';
import { newDatabase } from './support/databases.ts';
import { CLIENT_TOKEN, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

test('the service stops cleanly on a signal, even with idle connections open', async () => {
    // A connection that had to be closed forcibly would take longer than this test.
    const server = await startServer({ ...(await newDatabase('embedded')), GRACEFUL_SHUTDOWN_TIMEOUT: '3600000' });
    const idle = createConnection(Number(new URL(server.url).port), '127.0.0.1');
    await server.request('GET', '/health');

    const code = await server.stop('SIGTERM');

    idle.destroy();
    expect(code).toBe(0);
});

/** Sends requests repeatedly on one connection, like an SDK under load, until the service closes it. */
async function askUntilClosed(url: string, path: string): Promise<{ answers: number; closedProperly: boolean }> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { authorization: CLIENT_TOKEN, 'content-type': 'application/json' };
    for (let responses = 1; ; responses++) {
        const outgoing = request(url + path, { agent, headers, method: path.endsWith('/metrics') ? 'POST' : 'GET' });
        outgoing.end(path.endsWith('/metrics') ? METRICS : undefined);
        const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
        response.resume();
        await once(response, 'end');
        if (response.headers.connection === 'close') return { answers: responses, closedProperly: response.complete };
    }
}

const METRICS = JSON.stringify({
    appName: 'shop',
    bucket: { start: '2030-01-01T00:00:00.000Z', stop: '2030-01-01T00:01:00.000Z', toggles: {} },
});

test('connections in use get their response and are closed, none is reset, and the service ends at once', async () => {
    const server = await startServer({ ...(await newDatabase('embedded')), GRACEFUL_SHUTDOWN_TIMEOUT: '3600000' });
    const paths = ['/api/client/features', '/api/client/metrics', '/health'];
    const clients = Array.from({ length: 24 }, (_, index) => askUntilClosed(server.url, paths[index % 3]!));
    // Each of them has its response by then.
    for (const path of paths) await fetch(server.url + path, { headers: { authorization: CLIENT_TOKEN } });

    const [code, ...ends] = await Promise.all([server.stop('SIGTERM'), ...clients]);

    expect(code).toBe(0);
    expect(ends.every(({ closedProperly }) => closedProperly)).toBe(true);
});

test('a wrong setting stops the start with one line that names the variable', async () => {
    const failure = await startServer({ HTTP_PORT: 'http' }).catch((error: Error) => error.message);

    expect(failure).toBe('The server did not start:\nHTTP_PORT must be a whole number from 0 to 65535.\n');
});

test('sign-in works as soon as the first start responds', async () => {
    const port = await freePort();
    const starting = startServer({ ...(await newDatabase('embedded')), HTTP_PORT: String(port) });
    const signIn = () =>
        fetch(`http://127.0.0.1:${port}/auth/simple/login`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ username: 'admin', password: 'Correct-horse-7' }),
        }).catch(() => undefined);

    let first: Response | undefined;
    const isFirst = async () => {
        first = await signIn();
        return first !== undefined;
    };
    await until(isFirst, { longestPauseMs: 10 });
    await starting;

    expect(first?.status).toBe(200);
});

test('a taken port stops the start with one line, and the password is shown by the start that succeeds', async () => {
    const database = { ...(await newDatabase('embedded')), UNLEASH_DEFAULT_ADMIN_PASSWORD: '' };
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;

    const failure = await startServer({ ...database, HTTP_HOST: '127.0.0.1', HTTP_PORT: String(port) }).catch(
        (error: Error) => error.message,
    );
    other.close();
    const server = await startServer(database);
    await server.request('GET', '/health');

    expect(failure).toBe(
        `The server did not start:\nPort ${port} is taken. Stop what listens there, or set HTTP_PORT.\n`,
    );
    expect(server.output()).toContain('with the password');
});

test.each([
    ['a folder that is a file', { DATA_DIR: fileURLToPath(import.meta.url) }, 'DATA_DIR'],
    ['a PostgreSQL that is not there', { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b' }, 'DATABASE_URL'],
])('%s stops the start with one line that names the next step', async (_what, environment, variable) => {
    const failure = await startServer(environment).catch((error: Error) => error.message);

    expect(failure).toMatch(new RegExp(`^The server did not start:\n.*Check ${variable}.*\n$`));
    expect(failure).not.toContain('secret');
});

test.each([
    ['something else', 'This is no database, though it is long enough to be one. '.repeat(100), 'is no database'],
    ['nothing but its first page', undefined, 'is damaged'],
])('a database file that is %s is reported, with a hint to restore a backup', async (_what, content, problem) => {
    const database = await newDatabase('embedded');
    const file = path.join(database['DATA_DIR']!, 'halyard.db');
    if (content) writeFileSync(file, content);
    else {
        await (await startServer(database)).stop();
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.fill(0xff, 4096));
    }

    const failure = await startServer(database).catch((error: Error) => error.message);

    expect(failure).toMatch(
        new RegExp(`^The server did not start:\n.*${problem}.*Restore a backup as docs/operating.md says.*\n$`),
    );
});

test('the database of another program is not modified', async () => {
    const database = await newDatabase('embedded');
    const name = path.join(database['DATA_DIR']!, 'halyard.db');
    const file = new DatabaseSync(name);
    file.exec('create table recipes (name text)');
    file.close();

    const failure = await startServer(database).catch((error: Error) => error.message);

    expect(failure).toMatch(/^The server did not start:\n.*one of another program.*\n$/);
    const after = new DatabaseSync(name);
    const tables = after.prepare("select name from sqlite_master where type = 'table'").all();
    after.close();
    expect(tables).toEqual([{ name: 'recipes' }]);
});

test('a PostgreSQL that accepts the connection and never responds stops the start with one line', async () => {
    const silent = createServer((socket) => void socket.resume().on('error', () => undefined)).listen(0, '127.0.0.1');
    onTestFinished(() => void silent.close());
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;

    const failure = await startServer({ DATABASE_URL: `postgres://a:secret@127.0.0.1:${port}/b` }).catch(
        (error: Error) => error.message,
    );

    expect(failure).toMatch(/^The server did not start:\nPostgreSQL takes the connection and does not answer\..*\n$/);
});

test('the embedded database is readable only by its owner, including existing files', async () => {
    const database = await newDatabase('embedded');
    const folder = path.join(database['DATA_DIR']!, 'data');
    const modes = () =>
        ['', 'halyard.db', 'halyard.db-wal', 'halyard.db-shm'].map((name) =>
            (statSync(path.join(folder, name)).mode & 0o777).toString(8),
        );
    const first = await startServer({ DATA_DIR: folder });
    const created = modes();
    await first.stop();
    chmodSync(path.join(folder, 'halyard.db'), 0o644);
    await startServer({ DATA_DIR: folder });

    expect(created).toEqual(['700', '600', '600', '600']);
    expect(modes()).toEqual(['700', '600', '600', '600']);
});

test('an older version does not touch the database of a newer one that removed something it needs', async () => {
    const database = await newDatabase('embedded');
    await (await startServer(database)).stop();
    const file = new DatabaseSync(path.join(database['DATA_DIR']!, 'halyard.db'));
    file.exec(
        "insert into kysely_migration (name, timestamp) values ('9999-contract-9998-later', '2030-01-01T00:00:00.000Z')",
    );
    file.close();

    const failure = await startServer(database).catch((error: Error) => error.message);

    expect(failure).toBe(
        'The server did not start:\nA newer version of Halyard wrote this database. Start that one, or restore a backup.\n',
    );
});

test('the first start shows the generated password, the second does not', async () => {
    const database = { ...(await newDatabase('embedded')), UNLEASH_DEFAULT_ADMIN_PASSWORD: '' };
    const first = await startServer(database);
    await first.request('GET', '/health');
    const password = /with the password (\S+)/.exec(first.output())?.[1];

    const login = await fetch(`${first.url}/auth/simple/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password }),
    });
    await first.stop();
    const second = await startServer(database);
    await second.request('GET', '/health');

    expect(login.status).toBe(200);
    expect(second.output()).not.toContain('password');
});
