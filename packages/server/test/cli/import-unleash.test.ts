import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startUnleash } from 'unleash-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../support/in-process.ts';
import { replayUnleash } from '../support/replayed-unleash.ts';
import { ADMIN_TOKEN, testApp } from '../support/test-app.ts';

// Whole instances are read, written and compared.
vi.setConfig({ testTimeout: 120_000 });

/** The command line of someone who moves to `app`, from a server that answers as an Unleash 8.2 once did. */
async function moving() {
    const [app, unleash] = [await testApp(), await replayUnleash()];
    onTestFinished(() => unleash.close());
    const environment = {
        HALYARD_URL: app.url,
        HALYARD_TOKEN: ADMIN_TOKEN,
        UNLEASH_URL: `${unleash.url}/api/`,
        UNLEASH_TOKEN: unleash.adminToken,
    };
    const move = (...words: string[]) => run(['import', 'unleash', '--contexts', '100', ...words], { environment });
    return { app, unleash, move, environment };
}

const inFile = async (content: unknown) => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'halyard-import-')), 'file.json');
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
};

/** The command line of someone who has a file, and no Unleash any more. */
async function withFiles() {
    const app = await testApp();
    return { app, environment: { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN } };
}

test('a dry run says what would be brought and writes nothing, there or here', async () => {
    const { app, unleash, move } = await moving();
    const before = await app.revision();

    const { status, json } = await move();

    expect(json.failures).toEqual([]);
    expect(json).toMatchObject({ applied: false, conflicts: [] });
    expect(json.brought.flags).toBeGreaterThan(10);
    expect(status).toBe(0);
    expect(await app.revision()).toBe(before);
    expect(unleash.writes).toEqual([]);
});

test('what was imported is proven to be the same, and an SDK goes on with its token at another address', async () => {
    const { app, unleash, move } = await moving();

    const { status, json } = await move('--apply');

    expect(json.failures).toEqual([]);
    expect(json.proof.tokens.flatMap((each: { payload: unknown[] }) => each.payload)).toEqual([]);
    expect(json.proof).toMatchObject({
        isExact: true,
        differences: 0,
        judge: expect.stringMatching(/^unleash-client \d/),
    });
    expect(json.proof.tokens.length).toBeGreaterThanOrEqual(3);
    expect(status).toBe(0);

    const sdk = await startUnleash({
        url: `${app.url}/api`,
        appName: 'moved',
        customHeaders: { Authorization: unleash.clientToken },
        disableMetrics: true,
        skipInstanceCountWarning: true,
    });
    onTestFinished(() => sdk.destroy());
    expect(sdk.getFeatureToggleDefinitions().length).toBeGreaterThan(10);

    const again = await move('--apply');
    expect(again.json).toMatchObject({ failures: [], conflicts: [], brought: { tokens: expect.any(Number) } });
    expect(again.json.brought.flags).toBeUndefined();
});

test('an import that was cut short goes on where it stopped', async () => {
    const { app, move } = await moving();
    // Two batches and the rest: the service goes away in the middle.
    let imports = 0;
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
        const isImport = String(input).endsWith('/features-batch/import');
        if (isImport && ++imports > 1) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
        return fetch(input, init);
    };
    const cut = await move('--apply');
    globalThis.fetch = fetch;

    expect(cut.status).toBe(1);
    expect(cut.json.failures.length).toBeGreaterThan(0);
    const there = (await app.clientFeatures()).features.length;
    const rest = await move('--apply');

    expect(there).toBeGreaterThan(0);
    expect(rest.json).toMatchObject({ failures: [], conflicts: [], proof: { isExact: true } });
    expect(rest.status).toBe(0);
});

test('what is there and different is not overwritten unaskedly; differences end with status 2', async () => {
    const { app, unleash, move } = await moving();
    const name = unleash.someFlag;
    await app.has.flag({ name, description: 'of somebody else', enabled: true });

    const refused = await move('--apply');
    expect(refused).toMatchObject({
        status: 2,
        json: { applied: false, conflicts: [`Flag ${name} is there and different.`] },
    });
    expect((await app.clientFeatures()).features).toHaveLength(1);

    expect(await move('--apply', '--overwrite')).toMatchObject({ status: 0, json: { proof: { isExact: true } } });
});

test('a change after the import is found by field and by evaluation', async () => {
    const { app, unleash, move } = await moving();
    await move('--apply');
    const name = unleash.someFlag;
    const isOn = (await app.clientFeatures()).features.find((flag: { name: string }) => flag.name === name).enabled;
    await app.post(`/api/admin/projects/default/features/${name}/environments/development/${isOn ? 'off' : 'on'}`);

    const { status, json } = await move('--prove');

    expect(status).toBe(2);
    expect(json.proof.isExact).toBe(false);
    const found = json.proof.tokens.find((each: { environment: string }) => each.environment === 'development');
    expect(found.payload).toMatchObject([{ flag: name, field: 'enabled' }]);
    expect(found.evaluated[0]).toMatchObject({ flag: name });
});

test('a state of version 4 brings projects, segments of strategies and all environments', async () => {
    const { app, environment } = await withFiles();
    const state = {
        version: 4,
        projects: [{ id: 'web', name: 'Web' }],
        environments: [{ name: 'staging', type: 'test', enabled: true, sortOrder: 5 }],
        tagTypes: [{ name: 'team', description: 'Who', icon: null }],
        strategies: [],
        segments: [{ id: 9, name: 'beta', constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] }],
        features: [{ name: 'from-state', project: 'web', type: 'experiment', description: 'x', stale: false }],
        featureEnvironments: [
            {
                featureName: 'from-state',
                environment: 'staging',
                enabled: true,
                variants: [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }],
            },
        ],
        featureStrategies: [
            {
                id: 's1',
                featureName: 'from-state',
                projectId: 'web',
                environment: 'staging',
                strategyName: 'flexibleRollout',
                parameters: { rollout: '50', stickiness: 'default', groupId: 'g' },
                constraints: [],
            },
        ],
        featureStrategySegments: [{ featureStrategyId: 's1', segmentId: 9 }],
        featureTags: [{ featureName: 'from-state', type: 'team', value: 'core' }],
    };

    const done = await run(['import', 'unleash', await inFile(state), '--apply'], { environment });

    expect(done.json).toMatchObject({ failures: [], conflicts: [] });
    expect(done.status).toBe(0);
    const { body } = await app.get('/api/admin/projects/web/features/from-state?variantEnvironments=true');
    expect(body).toMatchObject({ type: 'experiment', tags: [{ type: 'team', value: 'core' }] });
    expect(body.environments).toMatchObject([
        {
            name: 'staging',
            enabled: true,
            variants: [{ name: 'a' }],
            strategies: [{ name: 'flexibleRollout', segments: [expect.any(Number)] }],
        },
    ]);

    for (const version of [1, 2, 3]) {
        const old = await run(['import', 'unleash', await inFile({ ...state, version })], { environment });
        expect(old).toMatchObject({
            status: 1,
            stdout: '',
            stderr: expect.stringContaining(`version ${version}; 4 is read`),
        });
    }
});

test('what an SDK keeps on disk can be imported, once its environment is named', async () => {
    const { app, environment } = await withFiles();
    const backup = {
        version: 2,
        features: [
            {
                name: 'kept',
                enabled: true,
                project: 'default',
                type: 'release',
                strategies: [{ name: 'default', constraints: [], parameters: {}, segments: [3] }],
                variants: [],
            },
        ],
        segments: [{ id: 3, name: 'beta', constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] }],
    };
    const file = await inFile(backup);

    expect(await run(['import', 'unleash', file], { environment })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('--environment'),
    });
    expect(await run(['import', 'unleash', file, '-e', 'development', '--apply'], { environment })).toMatchObject({
        status: 0,
        json: { failures: [] },
    });
    const { features, segments } = await app.clientFeatures();
    expect(features).toMatchObject([{ name: 'kept', enabled: true, strategies: [{ segments: [segments[0].id] }] }]);
});

test('an export says which segments it only names, and files that are none are refused', async () => {
    const { app, environment } = await withFiles();
    const exported = {
        features: [{ name: 'exported', project: 'default', type: 'release' }],
        featureStrategies: [
            { featureName: 'exported', name: 'default', segments: [4], parameters: {}, constraints: [] },
        ],
        featureEnvironments: [{ name: 'exported', featureName: 'exported', environment: 'development', enabled: true }],
        segments: [{ id: 4, name: 'named only' }],
    };
    const file = await inFile(exported);

    expect(await run(['import', 'unleash', file, '--apply'], { environment })).toMatchObject({
        status: 2,
        json: { conflicts: [expect.stringContaining('Segment named only is only named')] },
    });
    await app.has.segment({
        name: 'named only',
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
    });
    expect(await run(['import', 'unleash', file, '--apply'], { environment })).toMatchObject({ status: 0 });
    for (const [content, says] of [
        ['no: json', 'format=json'],
        [{ flags: [] }, 'no list of features'],
    ] as const) {
        expect(await run(['import', 'unleash', await inFile(content)], { environment })).toMatchObject({
            status: 1,
            stderr: expect.stringContaining(says),
        });
    }
});

test('a credential without read access gets an error, and secrets are never taken from the command line', async () => {
    const { environment } = await moving();

    expect(await run(['import', 'unleash'], { environment: { ...environment, UNLEASH_TOKEN: 'wrong' } })).toMatchObject(
        {
            status: 1,
            stderr: expect.stringContaining('does not know this token'),
        },
    );
    expect(await run(['import', 'unleash'], { environment: { ...environment, UNLEASH_TOKEN: '' } })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('UNLEASH_TOKEN'),
    });
});

test('roles, groups, members of projects, projects and environments come along from who has them', async () => {
    const [app, source] = [await testApp(), await testApp()];
    await source.has.environment({ name: 'staging' });
    await source.has.project({ id: 'web', environments: ['staging'] });
    await source.has.flag({ name: 'checkout', project: 'web' });
    const user = await source.post('/api/admin/user-admin', {
        name: 'Eve',
        email: 'eve@example.com',
        rootRole: 'Editor',
        sendEmail: false,
    });
    const { body: role } = await source.post('/api/admin/roles', {
        name: 'Describer',
        description: 'Only words',
        type: 'custom',
        permissions: [{ name: 'UPDATE_FEATURE' }, { name: 'CREATE_FEATURE_STRATEGY', environment: 'staging' }],
    });
    const { body: group } = await source.post('/api/admin/groups', {
        name: 'Web team',
        users: [{ user: { id: user.body.id } }],
    });
    await source.post('/api/admin/projects/web/access', {
        roles: [role.roles.id],
        users: [user.body.id],
        groups: [group.id],
    });
    const environment = {
        HALYARD_URL: app.url,
        HALYARD_TOKEN: ADMIN_TOKEN,
        UNLEASH_URL: source.url,
        UNLEASH_TOKEN: ADMIN_TOKEN,
    };

    const { status, json } = await run(['import', 'unleash', '--apply'], { environment });

    expect(json).toMatchObject({
        failures: [],
        conflicts: [],
        brought: { roles: 1, groups: 1, users: 1, projects: 1 },
    });
    // Of its own tokens only the beginning is shown.
    expect(json.notes.join()).toContain('cannot be read');
    expect(json.proof).toMatchObject({ isExact: false, differences: 0 });
    expect(status).toBe(0);
    const { body: access } = await app.get('/api/admin/projects/web/access');
    const held = access.roles.find(({ name }: { name: string }) => name === 'Describer');
    expect(access.users).toMatchObject([{ email: 'eve@example.com', roles: [held.id] }]);
    expect(access.groups).toMatchObject([{ name: 'Web team', userCount: 1, roles: [held.id] }]);
    const { body: brought } = await app.get(`/api/admin/roles/${held.id}`);
    expect(brought.permissions).toMatchObject([
        { name: 'CREATE_FEATURE_STRATEGY', environment: 'staging' },
        { name: 'UPDATE_FEATURE' },
    ]);
    const again = await run(['import', 'unleash', '--apply'], { environment });
    expect(again.json).toMatchObject({ brought: {}, failures: [], conflicts: [] });
});
