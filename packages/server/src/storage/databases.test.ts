import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../test/support/databases.ts';
import { openSqlite } from './embedded-database.ts';
import { openPostgres } from './postgres-database.ts';

function embedded() {
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-dialect-'));
    const database = openSqlite(path.join(folder, 'halyard.db'));
    onTestFinished(async () => {
        await database.close();
        rmSync(folder, { recursive: true });
    });
    return { ...database, reader: database.db as Kysely<unknown> };
}

const upTo = (count: number) =>
    sql<{
        i: number;
    }>`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n`;

test('a short read does not wait for a long one', async () => {
    const { reader } = embedded();
    const finished: string[] = [];

    const long = [1, 2, 3].map(() => upTo(50_000).execute(reader));
    const short = upTo(1).execute(reader);
    void Promise.all(long).then(() => finished.push('long'));
    void short.then(() => finished.push('short'));
    const [first, ...rest] = await Promise.all([short, ...long]);

    expect(first?.rows).toEqual([{ i: 1 }]);
    expect(rest.map(({ rows }) => rows.length)).toEqual([50_000, 50_000, 50_000]);
    expect(finished).toEqual(['short', 'long']);
});

test('more reads than connections can run at the same time', async () => {
    const { reader } = embedded();

    const results = await Promise.all(Array.from({ length: 40 }, (_, index) => upTo(index + 1).execute(reader)));

    expect(results.map(({ rows }) => rows.length)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
});

test('a failed statement works again as soon as its cause is gone', async () => {
    const { reader, migrator } = embedded();
    const create = () => sql`create table later (a int)`.execute(migrator);
    const read = () => sql`select a from later`.execute(reader);
    await create();
    await read();
    await sql`drop table later`.execute(migrator);

    await expect(read()).rejects.toThrow('no such table');
    await create();

    expect((await read()).rows).toEqual([]);
});

/** A proxy in front of PostgreSQL that can silently stop forwarding. */
async function proxyTo(url: string) {
    const { hostname, port } = new URL(url);
    const sockets: Socket[] = [];
    const server = createServer((near) => {
        const far = connect(Number(port || 5432), hostname);
        sockets.push(near, far);
        for (const socket of [near, far]) socket.on('error', () => undefined);
        near.pipe(far).pipe(near);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
        server.close();
        for (const socket of sockets) socket.destroy();
    });
    const proxied = new URL(url);
    proxied.hostname = '127.0.0.1';
    proxied.port = String((server.address() as AddressInfo).port);
    return {
        url: proxied.href,
        fallSilent() {
            for (const socket of sockets) socket.unpipe().pause();
        },
    };
}

if (process.env['TEST_DATABASE'] === 'postgres') {
    test('a connection whose peer has silently disappeared is closed and replaced', async () => {
        const { environment, remove } = await emptyDatabase();
        onTestFinished(remove);
        const { url, fallSilent } = await proxyTo(environment['DATABASE_URL']!);
        const options = { poolSize: 1, schema: 'public', applicationName: 'test', onError: () => undefined };
        const database = openPostgres({ ...options, url, silenceMs: 1_500 });
        onTestFinished(() => database.close());
        const read = () => sql`select 1 as one`.execute(database.migrator);
        await read();

        fallSilent();

        await expect(read()).rejects.toThrow();
        expect((await read()).rows).toEqual([{ one: 1 }]);
    });
}
