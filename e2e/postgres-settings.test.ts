import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { halyard } from '../packages/server/test/support/halyard.ts';
import { startPostgres, startStandbyOf } from '../packages/server/test/support/postgres.ts';
import { startTcpProxy, targetOf, throughProxy } from '../packages/server/test/support/tcp-proxy.ts';
import { newDatabase } from './support/databases.ts';
import { startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const FEATURES = '/api/admin/projects/default/features';
const SLOWLY = { timeout: 120_000 };

async function clientOf(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    onTestFinished(() => client.end());
    return client;
}

const nameOf = (url: string) => pg.escapeIdentifier(new URL(url).pathname.slice(1));

/** Everything that a start prints, if it fails. */
const startOutput = (environment: Record<string, string>): Promise<string> =>
    startServer(environment).then(
        () => 'it started',
        (error: Error) => error.message.replace('The server did not start:\n', ''),
    );

const PROBLEMS: Record<string, { prepare: () => Promise<Record<string, string>>; says: RegExp }> = {
    'a standby': {
        async prepare() {
            const primary = await startPostgres({ durable: true });
            onTestFinished(() => primary.stop());
            await primary.createDatabase('flags');
            await (await startServer({ DATABASE_URL: primary.url('flags') })).stop();
            const standby = await startStandbyOf(primary);
            onTestFinished(() => standby.stop());
            return { DATABASE_URL: standby.url('flags') };
        },
        says: /^PostgreSQL cannot be used: cannot execute LISTEN during recovery\. A node needs the primary: .+ target_session_attrs=read-write\.\n$/,
    },
    'a database with the encoding LATIN1': {
        async prepare() {
            const { DATABASE_URL: url = '' } = await newDatabase('PostgreSQL');
            const client = await clientOf(url);
            const latin1 = `${new URL(url).pathname.slice(1)}_latin1`;
            await client.query(`create database ${latin1} encoding 'LATIN1' template template0`);
            onTestFinished(() => client.query(`drop database ${latin1} with (force)`).then(() => undefined));
            return { DATABASE_URL: Object.assign(new URL(url), { pathname: `/${latin1}` }).href };
        },
        says: /^The database has the encoding LATIN1, .+ ENCODING 'UTF8' TEMPLATE template0\.\n$/,
    },
    'a database with a short transaction_timeout': {
        async prepare() {
            const database = await newDatabase('PostgreSQL');
            const url = database['DATABASE_URL']!;
            const client = await clientOf(url);
            await client.query(
                'create function halt() returns event_trigger language plpgsql as $$ begin perform pg_sleep(2); end $$',
            );
            await client.query('create event trigger slow_migration on ddl_command_start execute function halt()');
            await client.query(`alter database ${nameOf(url)} set transaction_timeout = '1s'`);
            return database;
        },
        says: /^PostgreSQL cannot be used: .*transaction timeout\. .+ SET transaction_timeout = 0 .+\n$/,
    },
    'a schema that does not exist': {
        prepare: async () => ({ ...(await newDatabase('PostgreSQL')), DATABASE_SCHEMA: 'MyFlags' }),
        says: /^The schema "MyFlags" does not exist, .+ CREATE SCHEMA "MyFlags", .+ case-sensitive\.\n$/,
    },
};

test.each(Object.entries(PROBLEMS))('a start on %s fails with one line', SLOWLY, async (_, { prepare, says }) => {
    expect(await startOutput(await prepare())).toMatch(says);
});

test(
    'the log of a lost connection contains neither the client nor its key for cancelling statements',
    SLOWLY,
    async () => {
        const { DATABASE_URL: url = '' } = await newDatabase('PostgreSQL');
        const proxy = await startTcpProxy(targetOf(url));
        onTestFinished(() => proxy.close());
        const node = await startServer({ DATABASE_URL: throughProxy(url, proxy) });
        const start = node.output().length;

        proxy.cut();
        await until(() => node.output().slice(start).includes('lost a connection to PostgreSQL'));
        proxy.mend();
        await until(async () => (await node.request('POST', FEATURES, { name: 'after' })).status === 201);

        const lines = node.output().slice(start).split('\n');
        expect(lines.filter((line) => line.length > 4_000)).toEqual([]);
        expect(lines.join('\n')).not.toMatch(/secretKey|processID|"client"/);
    },
);

test('no change is refused where transactions are serializable by default', SLOWLY, async () => {
    const database = await newDatabase('PostgreSQL');
    const url = database['DATABASE_URL']!;
    await (await clientOf(url)).query(`alter database ${nameOf(url)} set default_transaction_isolation = serializable`);
    const nodes = [await startServer(database), await startServer(database)];
    const names = Array.from({ length: 60 }, (_, index) => `flag-${index}`);
    const statuses = await Promise.all(
        names.map(async (name, index) => (await nodes[index % 2]!.request('POST', FEATURES, { name })).status),
    );
    expect(statuses).toEqual(names.map(() => 201));
});

const TLS = path.join(import.meta.dirname, '../packages/server/test/support/tls');
const OWN = path.join(TLS, 'authority.pem');
const OTHER = path.join(TLS, 'other-authority.pem');
/** Resolves to the same address, but the certificate does not contain it. */
const OTHER_NAME = '127.1';

test('sslmode has the meaning that it has in libpq, and connections are encrypted', SLOWLY, async () => {
    const server = await startPostgres({ tls: true });
    onTestFinished(() => server.stop());
    await server.createDatabase('flags');
    const admin = await clientOf(server.url('flags'));
    const at = (host: string, parameters: string) =>
        `${Object.assign(new URL(server.url('flags')), { hostname: 'placeholder' }).href.replace('placeholder', host)}?${parameters}`;
    const attempt = async (environment: Record<string, string>) => {
        const result = await halyard(['doctor', '--json'], { environment });
        const { findings } = result.json;
        return findings.find(
            ({ about, says }: { about: string; says: string }) => about === 'Database' && /^PostgreSQL \d/.test(says),
        )
            ? 'connected'
            : 'refused';
    };
    const attempts: [string, string, Record<string, string>?][] = [
        ['connected', at('127.0.0.1', 'sslmode=require')],
        ['connected', at('127.0.0.1', 'sslmode=prefer')],
        ['refused', at('127.0.0.1', 'sslmode=verify-full')],
        ['connected', at('127.0.0.1', `sslmode=verify-full&sslrootcert=${OWN}`)],
        ['refused', at('127.0.0.1', `sslmode=require&sslrootcert=${OTHER}`)],
        ['connected', at(OTHER_NAME, `sslmode=verify-ca&sslrootcert=${OWN}`)],
        ['refused', at(OTHER_NAME, `sslmode=verify-full&sslrootcert=${OWN}`)],
        ['refused', at('127.0.0.1', `sslmode=verify-ca&sslrootcert=${OTHER}`)],
        ['connected', at('127.0.0.1', 'sslmode=verify-full'), { PGSSLROOTCERT: OWN }],
        ['connected', at('127.0.0.1', ''), { PGSSLMODE: 'verify-full', PGSSLROOTCERT: OWN }],
        ['connected', at('127.0.0.1', 'sslmode=verify-full'), { DATABASE_SSL: '{"rejectUnauthorized":false}' }],
    ];
    const outcomes = [];
    for (const [, DATABASE_URL, more] of attempts) outcomes.push(await attempt({ DATABASE_URL, ...more }));
    expect(outcomes).toEqual(attempts.map(([expected]) => expected));

    await startServer({ DATABASE_URL: at('127.0.0.1', `sslmode=verify-full&sslrootcert=${OWN}`) });
    const { rows } = await admin.query(
        `select distinct ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'halyard'`,
    );
    expect(rows).toEqual([{ ssl: true }]);
});
