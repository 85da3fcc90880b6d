import { createHash } from 'node:crypto';
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { listenTo } from '../../test/support/event-source.ts';
import { freePort } from '../../test/support/free-port.ts';
import { halyard } from '../../test/support/halyard.ts';
import { run } from '../../test/support/in-process.ts';
import { startSdk, until } from '../../test/support/sdk.ts';
import { CLIENT_TOKEN, ownFreshInstall, type TestApp, testApp } from '../../test/support/test-app.ts';
import { UNPUBLISHED_MIGRATIONS } from '../storage/unpublished-builds.ts';

/** A service with its own database, which can be stopped and started again on the same port. */
async function ownService() {
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    const HTTP_PORT = String(await freePort());
    // Commands do not know the application name of the service.
    const start = () => testApp({ database, environment: { HTTP_PORT, DATABASE_APPLICATION_NAME: 'flags-of-europe' } });
    const { environment } = database;
    const command = (...args: string[]) => run(args, { environment });
    const asProcess = (...args: string[]) => halyard(args, { environment });
    const onTerminal = (...args: string[]) => run(args, { environment, isTerminal: true });
    return { app: await start(), command, asProcess, onTerminal, startAgain: start, url: environment['DATABASE_URL'] };
}

async function newFile(): Promise<string> {
    return path.join(await mkdtemp(path.join(tmpdir(), 'halyard-backup-')), 'flags.jsonl.gz');
}

const delta = (app: TestApp, known?: string) =>
    app.get('/api/client/delta', {
        token: CLIENT_TOKEN,
        headers: known === undefined ? {} : { 'if-none-match': known },
    });

const evaluate = (app: TestApp, known?: string) =>
    app.post(
        '/ofrep/v1/evaluate/flags',
        { context: { targetingKey: 'someone' } },
        { token: CLIENT_TOKEN, headers: known === undefined ? {} : { 'if-none-match': known } },
    );

const turn = (app: TestApp, flag: string, to: 'on' | 'off') =>
    app.post(`/api/admin/projects/default/features/${flag}/environments/development/${to}`);

test('after a restore, SDKs with newer state than the backup fetch all flags again, even at an equal revision', async () => {
    const { app, command, asProcess, startAgain } = await ownService();
    await app.has.flag({ name: 'kept', enabled: true });
    await app.has.flag({ name: 'deleted-later', enabled: true });
    const file = await newFile();
    const made = await asProcess('backup', file);
    expect(made).toMatchObject({ status: 0, json: { file, revision: await app.revision() } });

    await turn(app, 'kept', 'off');
    await app.delete('/api/admin/projects/default/features/deleted-later');
    const streaming = await startSdk(app.url, { experimentalMode: { type: 'streaming' } });
    const polling = await startSdk(app.url);
    const later = await delta(app);
    const ofrep = await evaluate(app);
    const stream = await listenTo(app.url + ofrep.body.eventStreams[0].endpoint.requestUri);
    const { id } = await stream.next();
    expect([streaming.isEnabled('kept'), polling.isEnabled('kept')]).toEqual([false, false]);
    expect(await command('restore', file, '--replace')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('Stop it first'),
    });

    await app.close();
    expect(await command('restore', file)).toMatchObject({ status: 1, stderr: expect.stringContaining('--replace') });
    expect(await asProcess('restore', file, '--replace')).toMatchObject({
        status: 0,
        json: { revision: made.json.revision, chain: { valid: true }, publicationsThatDisagree: 0 },
    });
    const restored = await startAgain();
    // Other changes lead to the same revision that the SDKs know.
    await turn(restored, 'deleted-later', 'off');
    await turn(restored, 'deleted-later', 'on');
    const again = await delta(restored, later.headers.get('etag')!);
    const reevaluated = await evaluate(restored, ofrep.headers.get('etag')!);
    const restoredStream = await listenTo(restored.url + ofrep.body.eventStreams[0].endpoint.requestUri, {
        'last-event-id': id!,
    });

    expect(await restored.revision()).toBe(made.json.revision + 2);
    expect(again.body.events).toMatchObject([
        {
            type: 'hydration',
            features: [
                { name: 'deleted-later', enabled: true },
                { name: 'kept', enabled: true },
            ],
        },
    ]);
    expect(reevaluated).toMatchObject({
        status: 200,
        body: { flags: [{ key: 'deleted-later' }, { key: 'kept', value: true }] },
    });
    expect((await restoredStream.next()).id).not.toBe(id);
    await until(streaming, () => streaming.isEnabled('kept') && streaming.isEnabled('deleted-later'));
    await until(polling, () => polling.isEnabled('kept') && polling.isEnabled('deleted-later'));
}, 120_000);

/** The same backup as a build from before the first release would have written it. */
async function withMigrations(file: string, steps: readonly string[]): Promise<string> {
    const [header, ...lines] = gunzipSync(await readFile(file))
        .toString()
        .trimEnd()
        .split('\n');
    const { end } = JSON.parse(lines.pop()!);
    const written = JSON.parse(header!) as { steps: string[] };
    const old = { ...written, steps: [...steps, ...written.steps.filter((step) => step !== '0001-schema')] };
    const content = [JSON.stringify(old), ...lines].map((line) => `${line}\n`).join('');
    const sha256 = createHash('sha256').update(content).digest('hex');
    const oldFile = `${file}.${steps.length}`;
    await writeFile(oldFile, gzipSync(`${content}${JSON.stringify({ end: { ...end, sha256 } })}\n`));
    return oldFile;
}

test('a backup of the last unpublished build is restored, and one of an earlier build is refused', async () => {
    const { app, command, startAgain } = await ownService();
    await app.has.flag({ name: 'kept', enabled: true });
    const file = await newFile();
    await command('backup', file);
    const last = await withMigrations(file, UNPUBLISHED_MIGRATIONS);
    const earlier = await withMigrations(file, UNPUBLISHED_MIGRATIONS.slice(0, -1));
    await turn(app, 'kept', 'off');
    await app.close();

    expect(await command('restore', earlier, '--replace')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('from before its first release'),
    });
    expect(await command('restore', last, '--replace')).toMatchObject({ status: 0, json: { chain: { valid: true } } });
    expect(await (await startAgain()).clientFeatures()).toMatchObject({
        features: [{ name: 'kept', enabled: true }],
    });
}, 60_000);

test('a backup is readable by its owner only, overwrites no file, and cannot be restored if a byte differs', async () => {
    const { app, command, onTerminal } = await ownService();
    await app.has.flag({ name: 'kept', description: 'first\u2028second' });
    const file = await newFile();
    const created = await onTerminal('backup', file);
    expect(stripVTControlCharacters(created.stdout)).toMatch(`✓ ${file}\n`);
    expect(created.stdout).toMatch(/ kB, \d+ rows, as of revision \d+\n {2}Hash of the newest event: [0-9a-f]{64}\n$/);
    // The progress bar is redrawn in place and removed at the end.
    const [nothing, bar, ...more] = created.stderr.split('\r\u001b[2K');
    expect(stripVTControlCharacters(bar!)).toMatch(/^Backup [█░]{24} +\d+ % /);
    expect([nothing, more.at(-1)]).toEqual(['', '']);
    const whole = gunzipSync(await readFile(file)).toString();
    const [changed, cut] = [`${file}.changed`, `${file}.cut`];
    await writeFile(changed, gzipSync(whole.replace('first', 'wurst')));
    await writeFile(cut, gzipSync(whole.slice(0, -300)));
    await app.close();

    const notWhole = { status: 1, stderr: expect.stringContaining('not whole') };
    expect(await command('restore', changed, '--replace')).toMatchObject(notWhole);
    expect(await command('restore', cut, '--replace')).toMatchObject(notWhole);
    expect(await Promise.all([command('backup', file), command('restore', `${file}.none`)])).toMatchObject([
        { status: 1, stderr: expect.stringContaining('exists') },
        { status: 1, stderr: expect.stringContaining('There is no file') },
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await command('restore', cut, '--replace', '--dry-run')).toMatchObject(notWhole);
    const tried = await onTerminal('restore', file, '--replace', '--dry-run');
    expect(tried).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+ rows would be restored, as of /) });
    // The rejected restores changed nothing, and restoring the intact file results in the same data.
    expect(await command('restore', file, '--replace')).toMatchObject({ status: 0 });
    await command('backup', `${file}.again`);
    const rows = (text: string) => text.split('\n').filter((line) => line.startsWith('['));
    const again = rows(gunzipSync(await readFile(`${file}.again`)).toString());
    const [epoch] = again.filter((row) => !rows(whole).includes(row));
    expect(again).toHaveLength(rows(whole).length);
    expect(JSON.parse(epoch!)).toEqual([
        expect.stringMatching(/^[0-9a-f]{10}$/),
        expect.any(String),
        expect.any(Number),
        1,
        expect.any(Number),
    ]);
}, 120_000);

test('after a restore with database tools the epoch is renewed, and SDKs start over', async () => {
    const { app, command, asProcess, startAgain, url } = await ownService();
    await app.has.flag({ name: 'kept' });
    const known = (await delta(app)).headers.get('etag')!;
    // The ETag without an epoch, which is valid as long as there was only one epoch.
    const bare = `"${await app.revision()}"`;
    for (const each of [known, bare]) expect((await delta(app, each)).status).toBe(304);

    const refused = { status: 1, stderr: expect.stringContaining('Stop it first') };
    expect(await command('begin-epoch')).toMatchObject(refused);
    const client = url === undefined ? undefined : new pg.Client({ connectionString: url });
    await client?.connect();
    if (client) {
        // The service has no connection for a moment.
        await client.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where application_name = 'flags-of-europe' and datname = current_database()`,
        );
        expect((await command('begin-epoch')).stderr).toMatch(/\(flags-of-europe at .+\)\. Stop it first/);
    }
    await app.close();
    // Services of the previous release do not report that they run: they only listen.
    await client?.query('listen halyard_changes');
    if (client) expect(await command('begin-epoch')).toMatchObject(refused);
    await client?.end();
    expect(await command('begin-epoch', '--dry-run')).toMatchObject({ status: 0, json: { dryRun: true } });
    expect(await asProcess('begin-epoch')).toMatchObject({ status: 0, json: { epoch: expect.any(String) } });

    const again = await startAgain();
    for (const each of [known, bare]) {
        expect(await delta(again, each)).toMatchObject({
            status: 200,
            body: { events: [{ type: 'hydration', features: [{ name: 'kept' }] }] },
        });
    }
}, 120_000);
