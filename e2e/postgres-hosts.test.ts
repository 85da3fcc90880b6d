import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../packages/server/test/support/free-port.ts';
import { startPostgres } from '../packages/server/test/support/postgres.ts';
import { startTcpProxy, targetOf } from '../packages/server/test/support/tcp-proxy.ts';
import { newDatabase } from './support/databases.ts';
import { startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const FEATURES = '/api/admin/projects/default/features';

/** The same database through these ports of this machine, in this order. */
function atPorts(databaseUrl: string, ports: readonly number[], target = ''): string {
    const { username, password, pathname } = new URL(databaseUrl);
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
    return `postgres://${username}:${password}@${hosts}${pathname}${target && `?target_session_attrs=${target}`}`;
}

async function proxyTo(databaseUrl: string) {
    const proxy = await startTcpProxy(targetOf(databaseUrl));
    onTestFinished(() => proxy.close());
    return proxy;
}

test('a service uses the first of several hosts that responds, and another one when it fails', async () => {
    const { DATABASE_URL: url = '' } = await newDatabase('PostgreSQL');
    const [first, second] = [await proxyTo(url), await proxyTo(url)];
    const node = await startServer({ DATABASE_URL: atPorts(url, [await freePort(), first.port, second.port]) });
    expect((await node.request('POST', FEATURES, { name: 'first' })).status).toBe(201);

    first.cut();
    await until(async () => (await node.request('POST', FEATURES, { name: 'second' })).status === 201);
    second.cut();
    first.mend();
    await until(async () => (await node.request('POST', FEATURES, { name: 'third' })).status === 201);
    expect((await node.clientFlags()).map(({ name }) => name)).toEqual(['first', 'second', 'third']);
});

test('a service switches to another host when the current one does not respond', async () => {
    const { DATABASE_URL: url = '' } = await newDatabase('PostgreSQL');
    const [first, second] = [await proxyTo(url), await proxyTo(url)];
    const node = await startServer({ DATABASE_URL: atPorts(url, [first.port, second.port]) });
    expect((await node.request('POST', FEATURES, { name: 'first' })).status).toBe(201);

    first.hold();

    await until(async () => (await node.request('POST', FEATURES, { name: 'second' })).status === 201);
    expect((await node.clientFlags()).map(({ name }) => name)).toEqual(['first', 'second']);
});

/** A server whose database accepts or rejects writes, with the same user on all of them. */
async function serverOf(database: string, password: string, { isReadOnly }: { isReadOnly: boolean }) {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    await server.createDatabase(database);
    const admin = new pg.Client({ connectionString: server.url(database) });
    await admin.connect();
    onTestFinished(() => admin.end());
    const setReadOnly = (value: boolean) =>
        admin.query(`alter database ${database} set default_transaction_read_only = ${value ? 'on' : 'off'}`);
    await admin.query(`create role flags superuser login password '${password}'`);
    await setReadOnly(isReadOnly);
    const { port } = targetOf(server.url(database));
    return { port, admin, setReadOnly, url: `postgres://flags:${password}@127.0.0.1:${port}/${database}` };
}

test('target_session_attrs=read-write skips a read-only server, also after a failover', async () => {
    const [database, password] = ['flags', randomUUID()];
    const standby = await serverOf(database, password, { isReadOnly: true });
    const primary = await serverOf(database, password, { isReadOnly: false });
    const url = atPorts(primary.url, [standby.port, primary.port], 'read-write');
    const node = await startServer({ DATABASE_URL: url });
    expect((await node.request('POST', FEATURES, { name: 'first' })).status).toBe(201);
    const { rows } = await primary.admin.query('select name from flags');
    expect(rows).toEqual([{ name: 'first' }]);

    await node.stop();
    await primary.setReadOnly(true);
    await expect(startServer({ DATABASE_URL: url })).rejects.toThrow(/target_session_attrs=read-write.*DATABASE_URL/s);
    // The other server is promoted.
    await standby.setReadOnly(false);
    const next = await startServer({ DATABASE_URL: url });
    expect((await next.request('POST', FEATURES, { name: 'second' })).status).toBe(201);
    expect((await standby.admin.query('select name from flags')).rows).toEqual([{ name: 'second' }]);
});
