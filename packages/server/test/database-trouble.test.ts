import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTcpProxy, targetOf, throughProxy } from './support/tcp-proxy.ts';
import { ADMIN_PASSWORD, ownFreshInstall, type TestApp, type TestResponse, testApp } from './support/test-app.ts';

const isPostgres = process.env['TEST_DATABASE'] === 'postgres';

const PATIENTLY = { timeout: 60_000 };
/** `Retry-After` names this time. */
const FULL_MS = 60_000;

/** An app, and functions that cause and remove a database problem. */
interface Stage {
    app: TestApp;
    begin(): Promise<void> | void;
    end(): Promise<void> | void;
}

async function stage(environment: Record<string, string> = {}) {
    const database = await ownFreshInstall();
    onTestFinished(database.remove);
    const app = await testApp({ database, environment: { CHECK_DB_ON_READY: 'true', ...environment } });
    return { app, url: database.environment['DATABASE_URL']!, folder: database.environment['DATA_DIR']! };
}

/** PostgreSQL only. */
async function throughOwnProxy(environment: Record<string, string> = {}) {
    const database = await ownFreshInstall();
    const url = database.environment['DATABASE_URL']!;
    const proxy = await startTcpProxy(targetOf(url));
    onTestFinished(async () => {
        await proxy.close();
        await database.remove();
    });
    const variables = { CHECK_DB_ON_READY: 'true', DATABASE_URL: throughProxy(url, proxy), ...environment };
    const app = await testApp({ database, environment: variables });
    // Runs before the app ends, which takes long while the database does not respond.
    onTestFinished(proxy.mend);
    return { app, url, proxy };
}

async function clientOf(connectionString: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString });
    await client.connect();
    onTestFinished(() => client.end());
    return client;
}

/** Uses the connection of the writer. */
const pragma = (app: TestApp, text: string) =>
    app.services.recordObservation((tx) => sql.raw(`PRAGMA ${text}`).execute(tx));

const STAGES: Record<string, (environment?: Record<string, string>) => Promise<Stage>> = isPostgres
    ? {
          away: async () => {
              const { app, proxy } = await throughOwnProxy();
              return { app, begin: proxy.cut, end: proxy.mend };
          },
          'read-only': async () => {
              const { app, url } = await stage();
              const client = await clientOf(url);
              const name = pg.escapeIdentifier(new URL(url).pathname.slice(1));
              const set = async (value: 'on' | 'off') => {
                  await client.query(`set default_transaction_read_only = off`);
                  await client.query(`alter database ${name} set default_transaction_read_only = ${value}`);
                  await client.query(
                      `select pg_terminate_backend(pid) from pg_stat_activity
                       where datname = current_database() and pid <> pg_backend_pid()`,
                  );
              };
              return { app, begin: () => set('on'), end: () => set('off') };
          },
          full: async (environment) => {
              const { app, url } = await stage(environment);
              const client = await clientOf(url);
              await client.query(
                  `create function no_room() returns trigger language plpgsql as
                   $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
              );
              return {
                  app,
                  // Rows that fit into existing pages can still be updated.
                  begin: async () =>
                      void (await client.query(
                          'create trigger no_room before insert on events execute function no_room()',
                      )),
                  end: async () => void (await client.query('drop trigger no_room on events')),
              };
          },
          slow: async () => {
              const { app, url } = await stage({ DATABASE_LOCK_TIMEOUT: '300' });
              const client = await clientOf(url);
              return {
                  app,
                  begin: async () => {
                      await client.query('begin');
                      await client.query('select revision from event_head for update');
                  },
                  end: async () => void (await client.query('rollback')),
              };
          },
      }
    : {
          'read-only': async () => {
              // Transactions cannot start in this state, so the setting is applied to the connections.
              const opened = new Set<DatabaseSync>();
              const { exec } = DatabaseSync.prototype;
              const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (
                  this: DatabaseSync,
                  text,
              ) {
                  opened.add(this);
                  exec.call(this, text);
              });
              const { app } = await stage();
              spy.mockRestore();
              const set = (value: 'ON' | 'OFF') => {
                  for (const connection of opened) {
                      if (connection.isOpen) connection.exec(`PRAGMA query_only = ${value}`);
                  }
              };
              return { app, begin: () => set('ON'), end: () => set('OFF') };
          },
          full: async (environment) => {
              const { app } = await stage(environment);
              return {
                  app,
                  begin: async () => {
                      await pragma(app, 'max_page_count = 1');
                      // The remaining pages.
                      for (let number = 0; number < 200; number++) {
                          if ((await create(app, `filler-${number}`)).status !== 201) return;
                      }
                  },
                  end: async () => void (await pragma(app, 'max_page_count = 1073741823')),
              };
          },
          slow: async () => {
              const { app, folder } = await stage({ DATABASE_LOCK_TIMEOUT: '300' });
              const other = new DatabaseSync(path.join(folder, 'halyard.db'));
              onTestFinished(() => other.close());
              return { app, begin: () => other.exec('begin immediate'), end: () => other.exec('rollback') };
          },
      };

const create = (app: TestApp, name: string): Promise<TestResponse> =>
    app.send('POST', '/api/admin/projects/default/features', {
        headers: { 'content-type': 'application/json' },
        rawBody: JSON.stringify({ name, description: 'x'.repeat(200) }),
    });

const signIn = (app: TestApp): Promise<TestResponse> =>
    app.send('POST', '/auth/simple/login', {
        headers: { 'content-type': 'application/json' },
        rawBody: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
    });

const servedNames = async (app: TestApp): Promise<string[]> =>
    (await app.clientFeatures()).features.map(({ name }: { name: string }) => name).sort();

const ready = (app: TestApp) => app.send('GET', '/ready', { token: null });

test.each(Object.entries(STAGES))(
    'while the database is %s, administrators get a retry time, SDKs are served, and everything works afterwards',
    async (state, prepare) => {
        const { app, begin, end } = await prepare();
        await create(app, 'before');
        expect(await ready(app)).toMatchObject({ status: 200, body: { health: 'GOOD', database: { state: 'fine' } } });

        await begin();
        // Each closed connection is noticed once.
        await vi.waitFor(async () => {
            const refused = await create(app, 'refused');
            expect(refused).toMatchObject({ status: 503, body: { name: 'DatabaseUnavailableError' } });
            expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
            expect(refused.body.message).toMatch(MESSAGES[state]!);
        }, PATIENTLY);
        await vi.waitFor(async () => {
            const notReady = await ready(app);
            expect(notReady).toMatchObject({ status: 503, body: { health: 'BAD', database: { state } } });
            expect(notReady.body.database.says).toMatch(MESSAGES[state]!);
        }, PATIENTLY);
        const { body: scraped } = await app.send('GET', '/internal-backstage/prometheus', { token: null });
        expect(scraped).toMatch(new RegExp(`^halyard_database_failures_total\\{state="${state}"\\} [1-9]`, 'm'));
        const served = await servedNames(app);
        expect(served).toContain('before');
        expect(served).not.toContain('refused');
        expect([200, 503]).toContain((await signIn(app)).status);

        await end();
        if (state === 'full') app.passTime(FULL_MS);
        await vi.waitFor(async () => expect((await create(app, 'after')).status).not.toBe(503), PATIENTLY);
        await vi.waitFor(async () => expect(await ready(app)).toMatchObject({ status: 200 }), PATIENTLY);
        expect(await servedNames(app)).toContain('after');
    },
);

/** How often this node has tried whether the database works again. */
async function countRechecks(app: TestApp): Promise<number> {
    const { body } = await app.send('GET', '/internal-backstage/prometheus', { token: null });
    return Number(/^halyard_job_runs_total\{job_name="recheck-database"\} (\d+)$/m.exec(String(body))?.[1] ?? 0);
}

test('a full disk is reported until no write has failed for a minute, although small writes succeed', async () => {
    const { app, begin, end } = await STAGES['full']!();
    const recheckTwice = async () => {
        const before = await countRechecks(app);
        await vi.waitFor(async () => expect(await countRechecks(app)).toBeGreaterThan(before + 1), PATIENTLY);
    };
    await begin();
    expect(await create(app, 'refused')).toMatchObject({ status: 503 });
    const { since } = (await ready(app)).body.database;

    await recheckTwice();
    expect((await ready(app)).body).toMatchObject({ health: 'BAD', database: { state: 'full', since } });
    app.passTime(FULL_MS - 10_000);
    expect(await create(app, 'refused')).toMatchObject({ status: 503 });
    app.passTime(20_000);
    await recheckTwice();
    expect((await ready(app)).body).toMatchObject({ health: 'BAD', database: { state: 'full', since } });

    await end();
    app.passTime(FULL_MS);
    await vi.waitFor(async () => expect((await ready(app)).body.database.state).toBe('fine'), PATIENTLY);
    expect(await create(app, 'after')).toMatchObject({ status: 201 });
});

test('a node whose database has a full disk stays ready by default and reports it', async () => {
    const { app, begin } = await STAGES['full']!({ CHECK_DB_ON_READY: 'false' });
    await begin();
    expect(await create(app, 'refused')).toMatchObject({ status: 503 });

    expect(await ready(app)).toMatchObject({ status: 200, body: { health: 'GOOD', database: { state: 'full' } } });
});

if (isPostgres) {
    /** Runs a statement when a change that creates the flag `last` is committed. */
    async function atCommit(client: pg.Client, does: string): Promise<void> {
        await client.query(
            `create function at_commit() returns trigger language plpgsql as
             $$ begin if new.feature_name = 'last' then perform ${does}; end if; return new; end $$`,
        );
        await client.query(
            `create constraint trigger at_commit after insert on events
             deferrable initially deferred for each row execute function at_commit()`,
        );
    }

    test('while the database is silent requests get 503, and everything works when it responds again', async () => {
        // More requests than open connections: some use an existing connection, some try to open one.
        const { app, proxy } = await throughOwnProxy({
            DATABASE_STATEMENT_TIMEOUT: '5000',
            DATABASE_LOCK_TIMEOUT: '1000',
            DATABASE_POOL_MAX: '8',
        });
        const user = await app.has.user();
        const whoAmI = () => app.send('GET', '/api/admin/user', user);
        await create(app, 'before');

        proxy.hold();
        const requests = [
            create(app, 'refused'),
            create(app, 'too'),
            signIn(app),
            ...Array.from({ length: 8 }, whoAmI),
        ];
        expect(await servedNames(app)).toEqual(['before']);
        for (const response of await Promise.all(requests)) {
            expect(response).toMatchObject({ status: 503, body: { name: 'DatabaseUnavailableError' } });
            expect(response.body.message).toMatch(/cannot be reached|too busy/);
            expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        }
        const notReady = await ready(app);
        expect(notReady).toMatchObject({ status: 503, body: { health: 'BAD' } });
        expect(notReady.body.database.says).toMatch(/cannot be reached|too busy/);
        expect(await servedNames(app)).toEqual(['before']);

        proxy.mend();
        await vi.waitFor(async () => expect((await create(app, 'after')).status).not.toBe(503), PATIENTLY);
        await vi.waitFor(async () => expect(await ready(app)).toMatchObject({ status: 200 }), PATIENTLY);
        expect(await servedNames(app)).toEqual(['after', 'before']);
        expect(await whoAmI()).toMatchObject({ status: 200 });
    });

    test('a probe gets a response, however long the database does not respond', async () => {
        // Statements have no timeout.
        const { app, proxy } = await throughOwnProxy({ DATABASE_STATEMENT_TIMEOUT: '0', DATABASE_LOCK_TIMEOUT: '0' });
        expect(await ready(app)).toMatchObject({ status: 200 });

        proxy.hold();
        const notReady = await ready(app);
        proxy.mend();

        expect(notReady).toMatchObject({ status: 503, body: { health: 'BAD', database: { state: 'slow' } } });
        await vi.waitFor(async () => expect(await ready(app)).toMatchObject({ status: 200 }), PATIENTLY);
    });

    test('a change whose commit got no response is looked up, and acknowledged if it was committed', async () => {
        const { app, url, proxy } = await throughOwnProxy();
        const client = await clientOf(url);
        // The commit waits for a lock until the test cuts the connection.
        await atCommit(client, 'pg_advisory_xact_lock(19)');
        await client.query('select pg_advisory_lock(19)');

        const response = create(app, 'last');
        await vi.waitFor(async () => {
            const { rows } = await client.query(
                `select from pg_stat_activity where wait_event = 'advisory' and query = 'commit' and datname = current_database()`,
            );
            expect(rows).toHaveLength(1);
        }, PATIENTLY);
        proxy.cut();
        proxy.mend();
        await client.query('select pg_advisory_unlock(19)');

        expect(await response).toMatchObject({ status: 201 });
        expect((await app.clientFeatures()).features).toMatchObject([{ name: 'last' }]);
        const { rows } = await client.query(`select from events where feature_name = 'last'`);
        expect(rows).toHaveLength(1);
    });

    test('a change that was lost during its commit is looked up, and rejected', async () => {
        const { app, url } = await throughOwnProxy();
        const client = await clientOf(url);
        await atCommit(client, 'pg_terminate_backend(pg_backend_pid())');

        const response = await create(app, 'last');

        expect(response).toMatchObject({
            status: 503,
            body: { message: expect.stringContaining('nothing was changed') },
        });
        expect(response.headers.get('retry-after')).not.toBeNull();
        expect((await app.clientFeatures()).features).toEqual([]);
    });
}

const MESSAGES: Record<string, RegExp> = {
    away: /cannot be reached/,
    'read-only': /read-only/,
    full: /disk of the database is full/,
    slow: /too busy|takes too long/,
};
