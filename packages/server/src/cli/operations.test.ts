import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { halyard, type Ran } from '../../test/support/halyard.ts';
import { run as inProcess } from '../../test/support/in-process.ts';
import { enrolTotp, sessionIn } from '../../test/support/second-factor.ts';
import { ADMIN_PASSWORD, ownFreshInstall, testApp } from '../../test/support/test-app.ts';
import { startApp } from '../app/app.ts';
import { ARCHIVE_FORMAT } from '../changes/archive/archive-format.ts';
import { selectEvents, toEvent } from '../changes/event-log.ts';
import { readConfig } from '../config/config.ts';
import { contentFindings } from './database-findings.ts';

async function ownService(environment: Record<string, string> = {}) {
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    const app = await testApp({ database, environment });
    const variables = { ...database.environment, ...environment };
    const run = (args: string[], { input = '', ...more }: Record<string, string> = {}) =>
        inProcess(args, { environment: { ...variables, ...more }, input });
    const asProcess = (args: string[], input = '') => halyard(args, { environment: variables, input });
    const onTerminal = (args: string[], input = '') =>
        inProcess(args, { environment: variables, isTerminal: true, isTyped: true, input });
    return {
        app,
        run,
        asProcess,
        onTerminal,
        environment: database.environment,
        folder: await mkdtemp(path.join(tmpdir(), 'halyard-operations-')),
    };
}

test('verify-log shows the first broken event in the database, in a backup and in an archive', async () => {
    const { app, run, asProcess, folder } = await ownService();
    for (const name of ['one', 'two']) await app.has.flag({ name });
    const revision = await app.revision();
    const [backup, archive] = [path.join(folder, 'whole.jsonl.gz'), path.join(folder, 'archive.jsonl')];
    const rows = await selectEvents(app.services.db).select(['hash']).orderBy('id').execute();
    const lines = [
        {
            format: ARCHIVE_FORMAT,
            version: 1,
            instance: 'here',
            from: 1,
            through: revision,
            previousHash: '',
            hash: rows.at(-1)!.hash,
            writtenAt: new Date().toISOString(),
        },
        ...rows.map((row) => ({ hash: row.hash, event: toEvent(row) })),
    ].map((line) => JSON.stringify(line));
    await writeFile(archive, `${lines.join('\n')}\n`);
    await run(['backup', backup]);

    const whole = await asProcess(['verify-log', backup, archive]);
    expect(whole).toMatchObject({
        status: 0,
        json: { valid: true, verdicts: [{ verified: revision }, { verified: revision }] },
    });
    expect(await run(['verify-log'])).toMatchObject({ status: 0, json: { verdicts: [{ verified: revision }] } });

    await app.services.recordObservation((tx) =>
        tx.updateTable('events').set({ created_by: 'nobody' }).where('id', '=', 2).execute(),
    );
    await writeFile(archive, `${lines.toSpliced(2, 1).join('\n')}\n`);
    await run(['backup', `${backup}.2`]);
    expect(await run(['verify-log'])).toMatchObject({
        status: 1,
        json: { valid: false, verdicts: [{ verified: 1, reason: 'event 2 was changed' }] },
    });
    expect(await run(['verify-log', `${backup}.2`, archive])).toMatchObject({
        status: 1,
        json: { verdicts: [{ reason: 'event 2 was changed' }, { reason: 'event 2 is missing' }] },
    });
}, 120_000);

test('verify-log continues from its checkpoint file, and detects changes before and after it', async () => {
    const { app, onTerminal, run, folder } = await ownService();
    await app.has.flag({ name: 'one' });
    const revision = await app.revision();
    const file = path.join(folder, 'checkpoint');
    const verify = () => run(['verify-log', '--checkpoint', file]);
    const changeAuthor = (id: number, author: string) =>
        app.services.recordObservation((tx) =>
            tx.updateTable('events').set({ created_by: author }).where('id', '=', id).execute(),
        );
    const authorOf = async (id: number) =>
        (await selectEvents(app.services.db).where('id', '=', id).executeTakeFirstOrThrow()).created_by;

    const first = await verify();
    expect(first).toMatchObject({ status: 0, json: { verdicts: [{ verified: revision }] } });
    const { id, hash } = first.json.verdicts[0].head;
    const stored = await readFile(file, 'utf8');
    expect(stored).toBe(`${id}:${hash}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await app.has.flag({ name: 'two' });
    const added = (await app.revision()) - revision;

    // After the checkpoint: reported, and the checkpoint stays where it was.
    const author = await authorOf(revision + 1);
    await changeAuthor(revision + 1, 'mallory');
    expect(await verify()).toMatchObject({ status: 1, json: { verdicts: [{ verified: 0, valid: false }] } });
    expect(await readFile(file, 'utf8')).toBe(stored);
    await changeAuthor(revision + 1, author);
    expect(await verify()).toMatchObject({ status: 0, json: { verdicts: [{ verified: added }] } });

    // Before the checkpoint: reported by a run without it.
    await changeAuthor(2, 'mallory');
    expect(await verify()).toMatchObject({ status: 0, json: { verdicts: [{ verified: 0 }] } });
    expect(await run(['verify-log'])).toMatchObject({
        status: 1,
        json: { verdicts: [{ reason: 'event 2 was changed' }] },
    });

    const said = await onTerminal(['verify-log', '--checkpoint', file, '--after', `${id}:${hash}`]);
    expect(said).toMatchObject({ status: 1, stderr: expect.stringContaining('omit --after') });
    await writeFile(file, 'something else');
    expect(await onTerminal(['verify-log', '--checkpoint', file])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('does not contain id:hash'),
    });
}, 120_000);

test('verify-log notices that the newest events are missing, though the rest is a valid chain', async () => {
    const { app, run } = await ownService();
    await app.has.flag({ name: 'one', enabled: true });
    const id = await app.revision();
    const head = (await run(['verify-log'])).json.verdicts[0].head;
    expect(head).toEqual({ id, hash: expect.any(String) });
    const proof = `${head.id}:${head.hash}`;
    expect(await run(['verify-log', '--after', proof])).toMatchObject({
        status: 0,
        json: { verdicts: [{ valid: true, verified: 0, head }] },
    });
    const { db, recordObservation } = app.services;
    const { hash } = await db
        .selectFrom('events')
        .select('hash')
        .where('id', '=', id - 1)
        .executeTakeFirstOrThrow();

    const missing = {
        status: 1,
        json: { valid: false, verdicts: [{ reason: expect.stringContaining(`event ${id} is missing`) }] },
    };
    await recordObservation(async (tx) => {
        await tx.deleteFrom('events').where('id', '=', id).execute();
        await tx
            .updateTable('event_head')
            .set({ revision: id - 1, hash })
            .execute();
    });
    expect(await run(['verify-log'])).toMatchObject(missing);

    // Even if the stored head is adjusted too, the publications reveal the removed events.
    await recordObservation((tx) =>
        tx
            .updateTable('event_head')
            .set({ highest_revision: id - 1 })
            .execute(),
    );
    expect(await run(['verify-log'])).toMatchObject(missing);

    // The database no longer contains a trace of the event; only a proof stored outside reveals the removal.
    await recordObservation(async (tx) => {
        await tx.deleteFrom('publications').where('revision', '>=', id).execute();
        await tx.updateTable('publications').set({ superseded_by: null }).where('superseded_by', '>=', id).execute();
    });
    expect(await run(['verify-log'])).toMatchObject({ status: 0 });
    expect(await run(['verify-log', '--after', proof])).toMatchObject(missing);
    expect(await run(['verify-log', '--after', 'nonsense'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('--after must be the id and the hash'),
    });
}, 120_000);

test('a password is reset from stdin while the service runs; it creates an event and ends all sessions of the user', async () => {
    const { app, run, asProcess, onTerminal } = await ownService();
    const session = await app.send('POST', '/auth/simple/login', {
        token: null,
        headers: { 'content-type': 'application/json' },
        rawBody: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
    });
    const cookie = session.headers.get('set-cookie')!.split(';')[0]!;
    const me = () => app.send('GET', '/api/admin/user', { token: null, headers: { cookie } });
    const signIn = async (password: string) => {
        const response = await app.send('POST', '/auth/simple/login', {
            token: null,
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({ username: 'admin', password }),
        });
        return response.status;
    };
    expect((await me()).status).toBe(200);

    const [weak, missing, unknown] = await Promise.all([
        run(['user', 'reset-password', 'admin'], { input: 'short\n' }),
        run(['user', 'reset-password', 'admin']),
        run(['user', 'reset-password', 'nobody'], { input: 'Other-horse-8\n' }),
    ]);
    expect(weak).toMatchObject({ status: 1, stderr: expect.stringContaining('too weak') });
    expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('stdin') });
    expect(unknown).toMatchObject({ status: 1, stderr: expect.stringContaining('no user nobody') });
    const silent = await onTerminal(['user', 'reset-password', 'admin', '--no-input']);
    expect(silent).toMatchObject({ status: 1, stderr: expect.stringContaining('Pass the new password on stdin') });
    const tried = await run(['user', 'reset-password', 'admin', '--dry-run'], { input: 'Other-horse-8\n' });
    expect(tried).toMatchObject({ status: 0, json: { dryRun: true, username: 'admin', passwordChanged: false } });
    expect((await me()).status).toBe(200);

    const done = await asProcess(['user', 'reset-password', 'admin'], 'Other-horse-8\n');
    expect(done).toMatchObject({ status: 0, json: { username: 'admin', passwordChanged: true } });
    expect(done.stdout + done.stderr).not.toContain('Other-horse-8');
    expect((await me()).status).toBe(401);
    expect([await signIn(ADMIN_PASSWORD), await signIn('Other-horse-8')]).toEqual([401, 200]);
    // The service notices changes by another process to the embedded database at its next check.
    await expect
        .poll(async () => (await app.get('/api/admin/events')).body.events[0], { timeout: 60_000 })
        .toMatchObject({ type: 'user-password-changed', data: { username: 'admin' } });
}, 120_000);

test('second factors of a user are removed while the service runs, and all sessions of the user end', async () => {
    const { app, run } = await ownService();
    const account = { username: 'admin', password: ADMIN_PASSWORD };
    const admin = sessionIn(await app.post('/auth/simple/login', account, { token: null }));
    await enrolTotp(app, admin);

    const command = ['user', 'reset-second-factor', 'admin'];
    expect(await run([...command, '--dry-run'])).toMatchObject({ status: 0, json: { secondFactorsRemoved: false } });
    expect(await app.get('/api/admin/user', admin)).toMatchObject({ status: 200 });
    expect(await run(command)).toMatchObject({ status: 0, json: { username: 'admin', secondFactorsRemoved: true } });
    expect((await app.send('GET', '/api/admin/user', admin)).status).toBe(401);
    expect(await run(command)).toMatchObject({ status: 1, stderr: expect.stringContaining('no second factor') });
    expect(await run(['user', 'reset-second-factor', 'nobody'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('no user nobody'),
    });
    await expect
        .poll(async () => (await app.get('/api/admin/events')).body.events[0], { timeout: 60_000 })
        .toMatchObject({ type: 'user-second-factor-reset', preData: { username: 'admin' } });
}, 120_000);

interface DoctorFinding {
    about: string;
    state: string;
    says: string;
}

/** The findings of the doctor, by subject. */
function diagnosis({ status, json }: Ran) {
    const findings: DoctorFinding[] = json.findings;
    return {
        status,
        found: new Map(findings.map(({ about, state, says }) => [about, `${state}: ${says}`])),
        all: findings.map(({ state, says }) => `${state}: ${says}`),
    };
}

/** Responds to a connection like PostgreSQL 11, which does not know one of Halyard's settings. */
async function tooOldPostgres(): Promise<string> {
    const fields = ['SFATAL', 'VFATAL', 'C42704', 'Munrecognized configuration parameter "tcp_user_timeout"', ''];
    const content = Buffer.from(fields.map((field) => `${field}\0`).join(''));
    const length = Buffer.alloc(4);
    length.writeInt32BE(content.length + 4);
    const server = createServer((socket) =>
        socket.once('data', () => socket.end(Buffer.concat([Buffer.from('E'), length, content]))),
    );
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`;
}

const starting = (environment: Record<string, string>) =>
    startApp(readConfig({ LOG_LEVEL: 'silent', ...environment }), { version: '0.0.0-test' });

test('the doctor prints each problem with the next step, one line each', async () => {
    const { app, run, asProcess, environment } = await ownService({
        SECRET_KEY: 'a-key-of-at-least-thirty-two-characters',
    });
    const diagnose = async (words: string[], environment: Record<string, string>) =>
        diagnosis(await run(['doctor', ...words], environment));
    await app.post('/api/admin/addons', {
        provider: 'webhook',
        enabled: true,
        parameters: { url: 'https://hooks.example.com/x', authorization: 'Bearer hidden' },
        events: ['feature-created'],
    });

    // Commands run as processes have the version of package.json; the service under test has another one.
    const healthy = diagnosis(await asProcess(['doctor', '--url', app.url]));
    const unhealthy = await diagnose(['--url', 'http://127.0.0.1:1'], {
        SECRET_KEY: 'another-key-of-at-least-thirty-two-characters',
        TRUSTED_PROXIES: '0.0.0.0/0',
        EMAIL_HOST: '127.0.0.1',
        EMAIL_PORT: '1',
    });
    const away = await diagnose([], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    const unreadable = await diagnose([], { HTTP_PORT: 'abc' });
    const old = { DATABASE_URL: await tooOldPostgres() };
    const tooOld = await diagnose([], old);
    const ahead = diagnosis(
        await inProcess(['doctor', '--url', app.url], {
            environment: { ...environment, SECRET_KEY: 'a-key-of-at-least-thirty-two-characters' },
            clock: () => new Date(Date.now() + 3_600_000),
        }),
    );

    const { recordObservation } = app.services;
    // Another clock, a newer release and a careless operator leave a database in this state.
    await recordObservation(async (tx) => {
        await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '')`.execute(tx);
        await sql`update events set created_at = '2999-01-01T00:00:00.000Z' where id = (select max(id) from events)`.execute(
            tx,
        );
    });
    const { DATA_DIR } = environment;
    if (DATA_DIR) await chmod(path.join(DATA_DIR, 'halyard.db'), 0o644);
    const aged = diagnosis(
        await inProcess(['doctor', '--url', app.url], {
            environment: {
                ...environment,
                // A file system without free space that nobody can write to.
                ARCHIVE_DIR: '/proc/halyard',
                DATABASE_POOL_MAX: '1000',
            },
        }),
    );
    await recordObservation(async (tx) => {
        await sql`delete from kysely_migration`.execute(tx);
        await sql`insert into kysely_migration (name, timestamp) values ('0001-foundation', '')`.execute(tx);
    });
    const older = await diagnose([], {});
    const content = { revision: 1, newestEventAt: undefined, isOfUnpublishedBuild: false, unknownSteps: 0 };
    const [pending] = contentFindings({ ...content, missingSteps: 1 }, new Date());

    expect(aged.found.get('Schema')).toMatch(/^wrong: a newer version of Halyard wrote this database/);
    expect(aged.found.get('Events')).toMatch(/^wrong: the newest event is \d+ s ahead of this machine/);
    expect(aged.found.get('Service')).toBe(`fine: responds at ${app.url}`);
    expect(aged.all).toContainEqual(expect.stringMatching(/^wrong: 0 bytes free at \/proc\. Free up space/));
    expect(older.found.get('Schema')).toMatch(/^wrong: A build of Halyard from before its first release wrote this/);
    expect(pending).toMatchObject({ state: 'doubtful', says: expect.stringMatching(/^1 migrations are pending/) });
    expect(ahead.status).toBe(1);
    expect(ahead.found.get('Service')).toMatch(/^wrong: its clock is 3[56]\d\d s behind this machine/);
    if (DATA_DIR) expect(aged.all).toContainEqual(expect.stringMatching(/^wrong: other users can read .*chmod 600/));
    else {
        expect(aged.found.get('Connections')).toMatch(
            /^doubtful: PostgreSQL has \d+ connections left, but a node uses up to 1000/,
        );
        expect(ahead.found.get('Clock')).toMatch(
            /^wrong: the clock of the database is 3[56]\d\d s behind this machine/,
        );
    }
    expect([...healthy.found].filter(([, message]) => message.startsWith('wrong'))).toEqual([]);
    expect(healthy.status).toBe(0);
    expect(healthy.found.get('Schema')).toBe('fine: up to date');
    expect(healthy.found.get('Service')).toMatch(
        /^doubtful: version 0\.0\.0-test responds at \S+, but this command has version \d+\.\d+\.\d+:/,
    );
    expect(unhealthy.status).toBe(1);
    expect(unhealthy.found.get('Stored secrets')).toMatch(/^wrong: SECRET_KEY cannot decrypt them/);
    expect(unhealthy.found.get('Proxies')).toMatch(/^wrong: TRUSTED_PROXIES/);
    expect(unhealthy.found.get('Mail')).toMatch(/^wrong: 127.0.0.1:1: .*ECONNREFUSED/);
    expect(unhealthy.found.get('Service')).toMatch(/^wrong: no service responds/);
    expect(away).toMatchObject({ status: 1 });
    expect(away.found.get('Database')).toMatch(/^wrong: .*DATABASE_URL/);
    expect(tooOld.found.get('Database')).toMatch(/^wrong: This PostgreSQL is too old: Halyard needs 12 or newer\./);
    await expect(starting(old)).rejects.toThrow('This PostgreSQL is too old: Halyard needs 12 or newer.');
    expect(unreadable).toMatchObject({ status: 1 });
    expect(unreadable.found.get('Configuration')).toBe('wrong: HTTP_PORT must be a whole number from 0 to 65535.');
}, 120_000);

if (process.env['TEST_DATABASE'] === 'postgres') {
    test('the doctor and the start report missing privileges of the PostgreSQL user', async () => {
        const { app, environment } = await ownService();
        const role = `halyard_${randomUUID().replaceAll('-', '')}`;
        const asRole = Object.assign(new URL(environment['DATABASE_URL']!), { username: role, password: role }).href;
        const permissions = async (more: Record<string, string> = {}) => {
            const ran = await inProcess(['doctor'], { environment: { DATABASE_URL: asRole, ...more } });
            return diagnosis(ran).found.get('Permissions');
        };
        const grant = async (...statements: string[]) => {
            await app.services.recordObservation(async (tx) => {
                for (const statement of statements) await sql.raw(statement).execute(tx);
            });
        };

        await grant(`create role ${role} login password '${role}'`, 'revoke create on schema public from public');
        expect(await permissions()).toBe(
            `wrong: ${role} may not create tables. Run: GRANT CREATE ON SCHEMA public TO ${role}`,
        );
        await expect(starting({ DATABASE_URL: asRole })).rejects.toThrow(
            /^PostgreSQL cannot be used: permission denied .*\. Let the user of DATABASE_URL create tables in the schema/,
        );
        expect(await permissions({ DATABASE_SCHEMA: 'elsewhere' })).toMatch(
            /^wrong: there is no schema elsewhere, or .* Run: CREATE SCHEMA elsewhere AUTHORIZATION halyard_/,
        );
        await grant(
            `grant create on schema public to ${role}`,
            `grant select, insert, update, delete on all tables in schema public to ${role}`,
        );
        expect(await permissions()).toMatch(/^wrong: \d+ tables do not belong to halyard_\w+, so an upgrade/);
        await grant(`drop owned by ${role}`, `drop role ${role}`);
    });
}
