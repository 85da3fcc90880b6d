import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startUnleash } from 'unleash-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../support/in-process.ts';
import { replayUnleash } from '../support/replayed-unleash.ts';
import { ADMIN_TOKEN, testApp } from '../support/test-app.ts';

// These tests read, write and compare whole instances.
vi.setConfig({ testTimeout: 120_000 });

/** The CLI of a user who migrates to `app`, from a server that responds like a recorded Unleash 8.2. */
async function moving() {
    const [app, unleash] = [await testApp(), await replayUnleash()];
    onTestFinished(() => unleash.close());
    const environment = {
        HALYARD_URL: app.url,
        HALYARD_TOKEN: ADMIN_TOKEN,
        UNLEASH_URL: `${unleash.url}/api/`,
        UNLEASH_TOKEN: unleash.adminToken,
    };
    const move = (...args: string[]) => run(['import', 'unleash', '--contexts', '100', ...args], { environment });
    return { app, unleash, move, environment };
}

const inFile = async (content: unknown) => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'halyard-import-')), 'file.json');
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return file;
};

/** The CLI of a user who has a file but no running Unleash. */
async function withFiles() {
    const app = await testApp();
    return { app, environment: { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN } };
}

test('a dry run lists what would be imported and writes nothing on either side', async () => {
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

test('the import is verified to be equal, and an SDK continues with its token at the new URL', async () => {
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

test('an interrupted import continues where it stopped', async () => {
    const { app, move } = await moving();
    // Two batches and the rest: the service becomes unavailable in between.
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

test('existing objects that differ are not overwritten without an option, and differences result in exit code 2', async () => {
    const { app, unleash, move } = await moving();
    const name = unleash.someFlag;
    await app.has.flag({ name, description: 'of somebody else', enabled: true });

    const refused = await move('--apply');
    expect(refused).toMatchObject({
        status: 2,
        json: { applied: false, conflicts: [`Flag ${name} exists and differs.`] },
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
    const tokenProof = json.proof.tokens.find((each: { environment: string }) => each.environment === 'development');
    expect(tokenProof.payload).toMatchObject([{ flag: name, field: 'enabled' }]);
    expect(tokenProof.evaluated[0]).toMatchObject({ flag: name });
});

test('a state of version 4 includes projects, segments of strategies and all environments', async () => {
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
            stderr: expect.stringContaining(`version ${version}; only version 4 can be read`),
        });
    }
});

test('the backup file of an SDK can be imported if its environment is specified', async () => {
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

test('an export reports segments without content, and unsupported files are rejected', async () => {
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
        json: { conflicts: [expect.stringContaining('Segment named only is in the file by name only')] },
    });
    await app.has.segment({
        name: 'named only',
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
    });
    expect(await run(['import', 'unleash', file, '--apply'], { environment })).toMatchObject({ status: 0 });
    for (const [content, message] of [
        ['no: json', 'format=json'],
        [{ flags: [] }, 'no list of features'],
    ] as const) {
        expect(await run(['import', 'unleash', await inFile(content)], { environment })).toMatchObject({
            status: 1,
            stderr: expect.stringContaining(message),
        });
    }
});

test('a credential without read access gets an error, and secrets are never taken from the command line', async () => {
    const { environment } = await moving();

    expect(await run(['import', 'unleash'], { environment: { ...environment, UNLEASH_TOKEN: 'wrong' } })).toMatchObject(
        {
            status: 1,
            stderr: expect.stringContaining('rejects this token'),
        },
    );
    expect(await run(['import', 'unleash'], { environment: { ...environment, UNLEASH_TOKEN: '' } })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('UNLEASH_TOKEN'),
    });
});

test('roles, groups, project members, projects and environments are imported if the source has them', async () => {
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
    // Only the beginning of its own tokens is shown.
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
