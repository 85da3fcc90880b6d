import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../../../test/support/in-process.ts';
import { ownFreshInstall, type TestApp, testApp } from '../../../test/support/test-app.ts';

const SECRET_KEY = 'a-key-of-at-least-thirty-two-characters';
const TRAFFIC = '/api/admin/traffic';
const HOUR_MS = 3_600_000;
const isPostgres = process.env['TEST_DATABASE'] === 'postgres';

/** An installation whose node can be stopped and started again. */
async function installation(environment: Record<string, string> = { SECRET_KEY }) {
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    return {
        folder: database.environment['DATA_DIR']!,
        database,
        start: (more = {}) => testApp({ database, environment: { ...environment, ...more } }),
    };
}

async function visit(app: TestApp, userIds: string[], projects = ['*']): Promise<void> {
    const { secret: token } = await app.has.token({ type: 'frontend', environment: 'development', projects });
    for (const userId of userIds) await app.send('GET', `/api/frontend?userId=${userId}`, { token });
}

const usersIn = async (app: TestApp) => {
    const samples = await app.services.trafficSamples.of('development', () => true);
    return samples.map(({ context }) => context.userId).sort();
};

const rowsIn = (app: TestApp) => app.services.db.selectFrom('traffic_samples').selectAll().execute();

/** Stores rows of a node that has ended. */
const leaveBehind = (app: TestApp, rows: Awaited<ReturnType<typeof rowsIn>>) =>
    app.services.recordObservation(async (tx) => {
        await tx.deleteFrom('traffic_samples').execute();
        await tx
            .insertInto('traffic_samples')
            .values(rows.map((row) => ({ ...row, owner: '' })))
            .execute();
    });

const countsIn = async (app: TestApp) => (await app.get(TRAFFIC)).body.samples;

test('samples and their access rules survive a restart', async () => {
    const { start } = await installation();
    const app = await start();
    await app.has.project({ id: 'shop' });
    await app.has.flag({ name: 'checkout', project: 'shop', enabled: true });
    await visit(app, ['ada', 'bob'], ['shop']);
    await app.close();

    const restarted = await start();
    const member = await restarted.has.user({ projectRoles: { shop: 'member' } });
    const outsider = await restarted.has.user({ rootRole: 'editor' });
    expect((await restarted.get(TRAFFIC)).body.samples).toEqual([{ environment: 'development', samples: 2 }]);
    expect(await usersIn(restarted)).toEqual(['ada', 'bob']);
    const whatIf = async (project: string, by = {}) => {
        const step = {
            feature: 'checkout',
            environment: 'development',
            action: 'updateEnabled',
            payload: { enabled: false },
        };
        const body = { project, population: 'traffic', steps: [step] };
        return (await restarted.post('/api/admin/what-if', body, by)).body;
    };
    const [exact] = (await whatIf('shop')).who;
    expect(exact).toMatchObject({ evaluated: 2, flags: [{ onToOff: 2, examples: [{}, {}] }] });
    const [rounded] = (await whatIf('shop', member)).who;
    expect(rounded).toMatchObject({
        evaluated: 0,
        evaluatedBounds: { below: 10 },
        flags: [{ onToOff: 0, examples: [] }],
    });
    // A project that is younger than the samples cannot use them, also after the restart.
    await restarted.post('/api/admin/projects', { id: 'mine', name: 'mine' }, outsider);
    await restarted.has.flag({ name: 'own', project: 'mine', enabled: true });
    const step = { feature: 'own', environment: 'development', action: 'updateEnabled', payload: { enabled: false } };
    const own = await restarted.post(
        '/api/admin/what-if',
        { project: 'mine', population: 'traffic', steps: [step] },
        outsider,
    );
    expect(own.body.who).toMatchObject([{ evaluated: 0, missingTraffic: 'none' }]);
});

test('a dump of the database does not reveal samples', async () => {
    const { start, folder } = await installation({});
    const app = await start();
    await visit(app, ['somebody-in-particular']);
    await app.services.trafficSamples.store();

    const rows = await rowsIn(app);
    expect(JSON.stringify(rows)).not.toContain('somebody');
    // Without SECRET_KEY, an embedded database has its own key in a file, and PostgreSQL stores nothing.
    expect(rows).toHaveLength(isPostgres ? 0 : 1);
    if (!isPostgres) expect((await stat(path.join(folder, 'halyard.samples-key'))).mode & 0o777).toBe(0o600);
    await app.close();
    expect(await usersIn(await start())).toEqual(isPostgres ? [] : ['somebody-in-particular']);
});

test('samples are encrypted with SECRET_KEY, and lost if it is replaced', async () => {
    const { start } = await installation();
    const app = await start();
    await visit(app, ['somebody-in-particular']);
    await app.services.trafficSamples.store();
    const [row] = await rowsIn(app);
    expect(row!.content).toMatch(/^sealed:v1:/);
    expect(JSON.stringify(row)).not.toContain('somebody');
    await app.close();

    const other = await start({ SECRET_KEY: 'another-key-of-at-least-thirty-two-characters' });
    expect(await usersIn(other)).toEqual([]);
    expect(await rowsIn(other)).toEqual([]);
});

test('turning sampling off deletes the stored samples at once, and a node with the earlier setting stores none', async () => {
    const { start } = await installation();
    const app = await start();
    await visit(app, ['ada']);
    await app.services.trafficSamples.store();
    expect(await rowsIn(app)).toHaveLength(1);

    await app.put(TRAFFIC, { mode: 'off' });
    expect(await rowsIn(app)).toEqual([]);
    await app.services.trafficSamples.store();
    expect(await rowsIn(app)).toEqual([]);
    await app.put(TRAFFIC, { mode: 'on' });
    await visit(app, ['bob']);
    // Another node has changed the setting, and this one has not read it yet.
    await app.services.recordObservation((tx) =>
        tx
            .updateTable('settings')
            .set({ content: JSON.stringify({ mode: 'off', fields: [] }) })
            .where('name', '=', 'traffic')
            .execute(),
    );
    await app.services.trafficSamples.store();
    expect(await rowsIn(app)).toEqual([]);
});

test('the operator can turn storing off with sampling, which deletes stored samples', async () => {
    const { start } = await installation();
    const app = await start();
    await visit(app, ['ada']);
    await app.close();

    const off = await start({ TRAFFIC_SAMPLES: '0' });
    expect(await rowsIn(off)).toEqual([]);
});

test('deleting a project deletes its samples in memory and in the database, and the others stay', async () => {
    const { start } = await installation();
    const app = await start();
    for (const id of ['shop', 'bank']) await app.has.project({ id });
    await visit(app, ['ada'], ['shop']);
    await visit(app, ['bob'], ['shop', 'bank']);
    await visit(app, ['eve'], ['bank']);
    await app.services.trafficSamples.store();

    await app.delete('/api/admin/projects/shop');
    expect(await rowsIn(app)).toEqual([]);
    expect(await usersIn(app)).toEqual(['eve']);
    await app.close();
    expect(await usersIn(await start())).toEqual(['eve']);
});

test.each([
    ['deleted', false],
    ['deleted and created again', true],
])('samples of a project that was %s while another node stored them are not loaded', async (_case, isRecreated) => {
    const { start } = await installation();
    const app = await start();
    await app.has.project({ id: 'shop' });
    await visit(app, ['ada'], ['shop']);
    await visit(app, ['eve'], ['default']);
    await app.services.trafficSamples.store();
    const rows = await rowsIn(app);
    await app.delete('/api/admin/projects/shop');
    if (isRecreated) await app.has.project({ id: 'shop' });
    expect(await countsIn(app)).toEqual([{ environment: 'development', samples: 1 }]);
    await leaveBehind(app, rows);

    await app.services.trafficSamples.store();
    expect(await countsIn(app)).toEqual([{ environment: 'development', samples: 2 }]);
    expect(await usersIn(app)).toEqual(['eve', 'eve']);
});

test('stored samples are deleted after a day at the latest', async () => {
    const { start } = await installation();
    const app = await start();
    await visit(app, ['ada']);
    app.passTime(HOUR_MS);
    await app.services.trafficSamples.store();
    await visit(app, ['bob']);
    await app.services.trafficSamples.store();
    expect(await rowsIn(app)).toHaveLength(2);

    app.passTime(23 * HOUR_MS + 60_000);
    await app.services.trafficSamples.store();
    expect(await rowsIn(app)).toHaveLength(1);
    app.passTime(HOUR_MS);
    await app.services.trafficSamples.store();
    expect(await rowsIn(app)).toEqual([]);
});

test('rows of samples that expired while no node was running are deleted at the start, and not loaded', async () => {
    const { start } = await installation();
    const app = await start();
    await visit(app, ['ada']);
    await app.services.trafficSamples.store();
    const [row] = await rowsIn(app);
    await app.close();
    const later = await start();
    await later.put(TRAFFIC, { mode: 'off' });
    await later.put(TRAFFIC, { mode: 'on' });
    await leaveBehind(later, [{ ...row!, since: new Date(Date.now() - 25 * HOUR_MS).toISOString() }]);

    await later.services.trafficSamples.store();
    expect(await countsIn(later)).toEqual([]);
    expect(await rowsIn(later)).toEqual([]);
    await leaveBehind(later, [row!]);
    await later.services.trafficSamples.store();
    expect(await countsIn(later)).toEqual([{ environment: 'development', samples: 1 }]);
});

test('samples that a node took under another setting are deleted, and not loaded', async () => {
    const { start } = await installation();
    const app = await start();
    await visit(app, ['somebody-in-particular']);
    await app.services.trafficSamples.store();
    const rows = await rowsIn(app);
    await app.put(TRAFFIC, { mode: 'fields', fields: ['country'] });
    await leaveBehind(app, rows);

    await app.services.trafficSamples.store();
    expect(await countsIn(app)).toEqual([]);
    expect(await rowsIn(app)).toEqual([]);
    expect(await usersIn(app)).toEqual([]);
});

test('a backup contains no samples', async () => {
    const { start, database } = await installation();
    const app = await start();
    await visit(app, ['ada']);
    await app.close();
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'halyard-samples-')), 'backup.jsonl.gz');

    expect(await run(['backup', file], { environment: database.environment })).toMatchObject({ status: 0 });
    expect(gunzipSync(await readFile(file)).toString()).not.toContain('traffic_samples"');
    expect(await run(['restore', file, '--replace'], { environment: database.environment })).toMatchObject({
        status: 0,
    });
    expect(await usersIn(await start())).toEqual([]);
});

if (isPostgres) {
    test('a node adopts the samples of nodes that have ended, and not those of running nodes', async () => {
        const { start } = await installation();
        const [one, two] = [await start(), await start()];
        await visit(one, ['ada']);
        await one.services.trafficSamples.store();

        await two.services.trafficSamples.store();
        expect(await usersIn(two)).toEqual([]);
        // A node that ends without warning is recognised after three minutes.
        two.passTime(181_000);
        await two.services.trafficSamples.store();
        expect(await usersIn(two)).toEqual(['ada']);
        await two.services.trafficSamples.store();
        expect(await usersIn(two)).toEqual(['ada']);
        await two.close();
        const three = await start();
        expect(await usersIn(three)).toEqual(['ada']);
    });
}
