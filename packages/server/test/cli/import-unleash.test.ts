import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startUnleash } from 'unleash-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../support/in-process.ts';
import { environmentOf, newTemplate, rollout, servedRollouts, step } from '../support/releases.ts';
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
    // Each flag counts once, although it has settings in two environments.
    expect(json.imported).toMatchObject({ flags: 40, 'archived flags': 2 });
    expect(status).toBe(0);
    expect(await app.revision()).toBe(before);
    expect(unleash.writes).toEqual([]);
});

test('the import waits as long as Unleash asks for, and the progress line says so', async () => {
    const { unleash, environment } = await moving();
    const search = '/api/admin/search/features';
    unleash.limit(search, '58');
    unleash.limit(search, new Date(Date.UTC(2026, 0, 1, 0, 1)).toUTCString());
    const waits: number[] = [];

    const { status, json, stderr } = await run(['import', 'unleash'], {
        environment,
        clock: () => new Date(Date.UTC(2026, 0, 1)),
        wait: async (ms) => void waits.push(ms),
    });

    expect(waits).toEqual([58_000, 60_000]);
    expect(stderr).toMatch(/^Reading the source: \d+ % waiting 58 s, because http:\S+ limits requests$/m);
    expect(json.imported.flags).toBe(40);
    expect(status).toBe(0);
});

test('a request that is limited for longer than five minutes fails with the time to wait', async () => {
    const { unleash, environment } = await moving();
    unleash.limit('/api/admin/search/features', '3600');

    const { status, stderr } = await run(['import', 'unleash'], { environment });

    expect(status).toBe(1);
    expect(stderr).toContain(`${unleash.url} limits the number of requests and asks to wait 3600 s.`);
});

test('the import is verified to be equal, and an SDK continues with its token at the new URL', async () => {
    const { app, unleash, move } = await moving();

    const { status, json } = await move('--apply');

    expect(json.failures).toEqual([]);
    expect(json.verification.tokens.flatMap((each: { payload: unknown[] }) => each.payload)).toEqual([]);
    expect(json.verification).toMatchObject({
        isExact: true,
        differences: 0,
        judge: expect.stringMatching(/^unleash-client \d/),
    });
    expect(json.verification.tokens.length).toBeGreaterThanOrEqual(3);
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
    expect(again.json).toMatchObject({ failures: [], conflicts: [], imported: {} });
    expect(again.json.imported).toEqual({});
    expect(again.json.same.tokens).toBe(json.imported.tokens);
});

test('a token with the name of an existing token and another secret is imported, and reported', async () => {
    const { app, move } = await moving();
    const { json } = await move();
    await app.post('/api/admin/api-tokens', {
        tokenName: 'client of development',
        type: 'client',
        environment: 'development',
        projects: ['default'],
    });

    const applied = await move('--apply');

    expect(applied.json.notes.join()).toContain('client of development (development) exists here with another secret');
    expect(applied.json.imported.tokens).toBe(json.imported.tokens);
    expect(applied.json.verification.isExact).toBe(true);
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
    expect(rest.json).toMatchObject({ failures: [], conflicts: [], verification: { isExact: true } });
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

    expect(await move('--apply', '--overwrite')).toMatchObject({
        status: 0,
        json: { verification: { isExact: true } },
    });
});

test('a change after the import is found by field and by evaluation', async () => {
    const { app, unleash, move } = await moving();
    await move('--apply');
    const name = unleash.someFlag;
    const isOn = (await app.clientFeatures()).features.find((flag: { name: string }) => flag.name === name).enabled;
    await app.post(`/api/admin/projects/default/features/${name}/environments/development/${isOn ? 'off' : 'on'}`);

    const { status, json } = await move('--prove');

    expect(status).toBe(2);
    expect(json.verification.isExact).toBe(false);
    const ofToken = json.verification.tokens.find(
        (each: { environment: string }) => each.environment === 'development',
    );
    expect(ofToken.payload).toMatchObject([{ flag: name, field: 'enabled' }]);
    expect(ofToken.evaluated[0]).toMatchObject({ flag: name });
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

test.each([
    ['a wrong token', () => 'wrong', '(status 401): the server does not know it, or it has expired'],
    ['a token of an SDK', (token: string) => token, '(status 403): it is a client or frontend token'],
])('%s of Unleash is reported with its variable and the next step', async (_what, tokenOf, reason) => {
    const { environment, unleash } = await moving();
    const token = tokenOf(unleash.clientToken);

    const { status, stderr } = await run(['import', 'unleash'], {
        environment: { ...environment, UNLEASH_TOKEN: token },
    });

    expect(status).toBe(1);
    expect(stderr).toContain(`${unleash.url} rejects the token in UNLEASH_TOKEN ${reason}`);
    expect(stderr).toContain('Create an admin token or a personal token of an administrator in Unleash');
    expect(stderr).not.toContain('halyard login');
});

test('a missing token of Unleash is an error that names the variable', async () => {
    const { environment } = await moving();

    expect(await run(['import', 'unleash'], { environment: { ...environment, UNLEASH_TOKEN: '' } })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('UNLEASH_TOKEN'),
    });
});

const EVERYBODY = { constraints: [], parameters: {} };

/** A state file with one enabled flag per entry, in the environment development. */
const stateOf = (flags: { name: string; strategies: object[] }[], members: object = {}) => ({
    version: 4,
    features: flags.map(({ name }) => ({ name, project: 'default', type: 'release' })),
    featureEnvironments: flags.map(({ name }) => ({ featureName: name, environment: 'development', enabled: true })),
    featureStrategies: flags.flatMap(({ name, strategies }) =>
        strategies.map((strategy, index) => ({
            id: `${name}-${index}`,
            featureName: name,
            environment: 'development',
            ...EVERYBODY,
            ...strategy,
        })),
    ),
    ...members,
});

test('strategy types that flags use are created before the flags, and the old rollouts are evaluated', async () => {
    const { app, environment } = await withFiles();
    const used = {
        gradualRolloutUserId: { percentage: '100', groupId: 'g' },
        gradualRolloutSessionId: { percentage: '100', groupId: 'g' },
        gradualRolloutRandom: { percentage: '100' },
        userWithId: { userIds: 'ada' },
        remoteAddress: { IPs: '10.0.0.7' },
        applicationHostname: { hostNames: 'web-1' },
        byPlan: { plan: 'pro' },
        undeclared: { level: 'high' },
    };
    const flags = Object.entries(used).map(([name, parameters]) => ({ name, strategies: [{ name, parameters }] }));
    const byPlan = { name: 'byPlan', deprecated: true, parameters: [{ name: 'plan', type: 'string', required: true }] };
    const file = await inFile(stateOf(flags, { strategies: [byPlan] }));

    const preview = await run(['import', 'unleash', file], { environment });
    const done = await run(['import', 'unleash', file, '--apply'], { environment });

    expect(preview.json).toMatchObject({ failures: [], imported: { 'strategy types': 5, flags: 8 } });
    expect(done.json).toMatchObject({ failures: [], imported: { 'strategy types': 5, flags: 8 } });
    expect(done.json.notes.join()).toContain('Strategy type undeclared is not defined in the source');
    const { strategies } = (await app.get('/api/admin/strategies')).body;
    const typeOf = (name: string) => strategies.find((type: { name: string }) => type.name === name);
    expect(typeOf('gradualRolloutUserId')).toMatchObject({ editable: false, deprecated: true });
    expect(typeOf('byPlan')).toMatchObject({ editable: true, deprecated: true, parameters: [{ name: 'plan' }] });
    expect(typeOf('undeclared')).toMatchObject({ parameters: [{ name: 'level', type: 'string' }] });
    const { body } = await app.post('/api/admin/playground', {
        environment: 'development',
        context: { appName: 'shop', userId: 'ada', sessionId: 's', remoteAddress: '10.0.0.7' },
    });
    const on = body.features
        .filter((each: { isEnabled: boolean }) => each.isEnabled)
        .map(({ name }: { name: string }) => name);
    expect(on.toSorted()).toEqual([
        'gradualRolloutRandom',
        'gradualRolloutSessionId',
        'gradualRolloutUserId',
        'remoteAddress',
        'userWithId',
    ]);
});

test('the preview lists everything that the service would refuse, and writes nothing', async () => {
    const { app, environment } = await withFiles();
    const constraint = { contextName: 'age', operator: 'NUM_GT', value: 'many' };
    const state = stateOf(
        [
            { name: 'fine', strategies: [{ name: 'default', constraints: [] }] },
            { name: 'name with spaces', strategies: [] },
            { name: 'wrong-number', strategies: [{ name: 'default', constraints: [constraint] }] },
        ],
        {
            strategies: [{ name: 'my type', parameters: [] }],
            segments: [{ id: 1, name: 'old', constraints: [{ ...constraint, operator: 'NO_SUCH_OPERATOR' }] }],
        },
    );
    const before = await app.revision();

    const { status, json } = await run(['import', 'unleash', await inFile(state)], { environment });

    expect(status).toBe(1);
    expect(json).toMatchObject({
        applied: false,
        imported: { flags: 1 },
        refused: { flags: 2, 'strategy types': 1, segments: 1 },
    });
    expect(json.failures).toEqual([
        expect.stringMatching(/^strategy types: my type: /),
        expect.stringMatching(/^segments: old: /),
        expect.stringMatching(/^flags: name with spaces in development: /),
        expect.stringMatching(/^flags: wrong-number in development: .*many/),
    ]);
    expect(await app.revision()).toBe(before);

    const stopped = await run(['import', 'unleash', await inFile(state), '--apply'], { environment });
    expect(stopped).toMatchObject({ status: 1, json: { applied: false, refused: json.refused } });
    expect(await app.revision()).toBe(before);

    const applied = await run(['import', 'unleash', await inFile(state), '--apply', '--skip-refused'], { environment });
    expect(applied).toMatchObject({ status: 1, json: { applied: true, refused: json.refused } });
    expect((await app.clientFeatures()).features).toMatchObject([{ name: 'fine' }]);
});

test('an import that stops before the first write names the option that imports everything else', async () => {
    const { environment } = await withFiles();
    const file = await inFile(stateOf([{ name: 'name with spaces', strategies: [] }], {}));

    const { stdout } = await run(['import', 'unleash', file, '--apply'], { environment, isTerminal: true });

    expect(stdout).toContain('Nothing was imported. Correct these objects in the source, or add --skip-refused');
});

test('creation times, archived strategies and disabled environments are imported', async () => {
    const { app, unleash, move } = await moving();

    const { json } = await move('--apply');

    expect(json.failures).toEqual([]);
    const query = 'archived=IS%3Afalse&sortBy=name&limit=100&offset=0';
    const [first] = unleash.recorded(`/api/admin/search/features?${query}`).features;
    expect((await app.get(`/api/admin/projects/default/features/${first.name}`)).body.createdAt).toBe(first.createdAt);
    expect((await app.get('/api/admin/environments/production')).body.enabled).toBe(false);
    expect((await app.get('/api/admin/environments/development')).body.enabled).toBe(true);
    await app.post('/api/admin/projects/default/revive', { features: ['gone-1'] });
    const { environments } = (await app.get('/api/admin/projects/default/features/gone-1')).body;
    expect(environments).toMatchObject([
        {
            name: 'development',
            enabled: false,
            strategies: [{ name: 'flexibleRollout', parameters: { rollout: '30' } }],
        },
        { name: 'production', enabled: false, strategies: [] },
    ]);
});

test('an archived flag that was on when it was archived is never on for SDKs', async () => {
    const { app, unleash, move } = await moving();
    unleash.editExports('gone-1', ({ featureEnvironments }) => {
        for (const each of featureEnvironments) each.enabled = true;
    });

    expect((await move('--apply')).json.failures).toEqual([]);

    const { events } = (await app.get('/api/admin/events/gone-1')).body;
    const types = events.map(({ type }: { type: string }) => type);
    expect(types).toContain('feature-archived');
    expect(types).not.toContain('feature-environment-enabled');
});

test('favourites of the owner of both tokens are imported', async () => {
    const { app, environment, unleash } = await moving();
    const user = await app.has.user({ rootRole: 'admin' });
    const personal = { description: 'import', expiresAt: '2099-01-01T00:00:00.000Z' };
    const { body } = await app.post('/api/admin/user/tokens', personal, user);

    const withoutUser = await run(['import', 'unleash'], { environment });
    const own = { ...environment, HALYARD_TOKEN: body.secret };
    const { json } = await run(['import', 'unleash', '--apply'], { environment: own });

    expect(withoutUser.json.imported.favourites).toBeUndefined();
    expect(withoutUser.json.notes.join()).toContain('Your 2 favourites are not imported, because the token of Halyard');
    expect(json).toMatchObject({ failures: [], imported: { favourites: 2 } });
    const found = await app.get('/api/admin/search/features?limit=1000', user);
    const favorites = found.body.features.filter((flag: { favorite: boolean }) => flag.favorite);
    expect(favorites).toMatchObject([{ name: 'flag-0003' }]);
    expect(unleash.writes).toEqual([]);
});

/** Unleash after production was removed from the project: SDKs receive its flags, off. */
async function withoutProduction({ areOff }: { areOff: boolean }) {
    const stage = await moving();
    const { unleash } = stage;
    const path = '/api/admin/environments/project/default';
    const { environments } = unleash.recorded(path);
    unleash.respond(path, { environments: environments.filter(({ name }: { name: string }) => name !== 'production') });
    const isOfProduction = (asked: string) => asked.includes(':production.');
    if (areOff) {
        unleash.editResponses(isOfProduction, (body) => {
            for (const flag of body.features ?? []) flag.enabled = false;
            body.toggles &&= [];
        });
    }
    return stage;
}

test('settings of environments that a project does not use are listed and not imported', async () => {
    const { app, move } = await withoutProduction({ areOff: true });

    const { json } = await move('--apply');

    expect(json.failures).toEqual([]);
    expect(json.notes.join()).toContain('Project default does not use environment production');
    const { body } = await app.get('/api/admin/projects/default/features/flag-0002');
    expect(body.environments).toMatchObject([{ name: 'development' }]);
});

test('flags that are off in an environment that their project does not use are explained, with exit status 0', async () => {
    const { move } = await withoutProduction({ areOff: true });

    const { status, json } = await move('--apply');

    const { explained, differences, tokens } = json.verification;
    expect({ status, differences }).toEqual({ status: 0, differences: 0 });
    const ofProduction = explained.filter(({ environment }: { environment: string }) => environment === 'production');
    expect(ofProduction).toHaveLength(40);
    expect(ofProduction[0].reason).toMatch(/^Project default of flag-\d+ does not use production\. /);
    const token = tokens.find(({ token }: { token: string }) => token === 'client of production');
    expect(token).toMatchObject({ explained: 40, differences: 0 });
});

test('flags that Unleash serves in an environment that their project does not use are differences', async () => {
    const { move } = await withoutProduction({ areOff: false });

    const { status, json } = await move('--apply');

    expect(status).toBe(2);
    expect(json.verification.differences).toBeGreaterThan(0);
    expect(json.notes.join()).toContain(
        'does not use environment production, but Unleash serves these flags there. Add',
    );
});

test('the fast verification finds a difference in a single value, prints it when found, and needs no random contexts', async () => {
    const { app, environment } = await moving();
    await run(['import', 'unleash', '--apply'], { environment });
    const { segments } = (await app.get('/api/admin/segments')).body;
    const nordics = segments.find(({ name }: { name: string }) => name === 'nordics');
    const constraints = [{ contextName: 'country', operator: 'IN', values: ['NO', 'SE', 'DK', 'FI'] }];
    await app.put(`/api/admin/segments/${nordics.id}`, { name: 'nordics', constraints });

    const { status, json, stderr } = await run(['import', 'unleash', '--prove'], { environment });

    expect(status).toBe(2);
    expect(json.verification).toMatchObject({ isExact: false, contexts: 0 });
    const { evaluated } = json.verification.tokens[0];
    expect(evaluated.length).toBeGreaterThan(0);
    for (const { context } of evaluated) expect(context.properties.country).toBe('IS');
    expect(stderr).toMatch(
        new RegExp(
            `^difference: ${evaluated[0].flag} in development, token client of development, for \\{.*\\}: Unleash: on.*; Halyard: off`,
            'm',
        ),
    );
});

test('a flag that differs for many contexts is reported once per token, so that other flags are listed, too', async () => {
    const { app, environment } = await moving();
    await run(['import', 'unleash', '--apply'], { environment });
    const names = ['flag-0002', 'flag-0005'];
    for (const name of names) await app.delete(`/api/admin/projects/default/features/${name}`);

    const { json, stderr } = await run(['import', 'unleash', '--prove', '--contexts', '200'], { environment });

    const [token] = json.verification.tokens;
    expect(token.evaluated.map(({ flag }: { flag: string }) => flag).sort()).toEqual(names);
    expect(token.evaluated[0].contexts).toBeGreaterThan(50);
    const lines = stderr.match(/^difference: flag-0002 in development, token client of development, for /gm);
    expect(lines).toHaveLength(1);
});

test('a full verification can continue at a context', async () => {
    const { move } = await moving();
    await move('--apply');

    const evaluations = async (...args: string[]) => {
        const { json } = await move('--prove', ...args);
        expect(json.verification.isExact).toBe(true);
        return json.verification.tokens[0].evaluations as number;
    };
    const fast = await evaluations('--contexts', '0');

    expect(await evaluations('--contexts', '50')).toBe(fast + 50 * 40);
    expect(await evaluations('--contexts', '50', '--from-context', '30')).toBe(fast + 20 * 40);
});

test('the known difference of the frontend API of Unleash is explained for each flag', async () => {
    const { move, environment } = await moving();

    const { status, json } = await move('--apply');
    const { stdout } = await run(['import', 'unleash', '--prove'], { environment, isTerminal: true });

    expect(stdout).toContain(
        'Known differences, which do not change the exit status:\n  development: flag-0014 requires',
    );
    expect(stdout).not.toContain('Add --apply to import');
    expect(status).toBe(0);
    expect(json.verification.differences).toBe(0);
    expect(json.verification.explained).toEqual([
        {
            flag: 'flag-0014',
            environment: 'development',
            reason: expect.stringMatching(
                /^flag-0014 requires flag-0012 to be off, and flag-0012 is off\..*unleash-client/,
            ),
        },
    ]);
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

    const preview = await run(['import', 'unleash'], { environment });
    expect(preview).toMatchObject({ status: 0, json: { failures: [], imported: { groups: 1 } } });

    const { status, json } = await run(['import', 'unleash', '--apply'], { environment });

    expect(json).toMatchObject({
        failures: [],
        conflicts: [],
        imported: { roles: 1, groups: 1, users: 1, projects: 1 },
    });
    // Only the beginning of its own tokens is shown.
    expect(json.notes.join()).toContain('cannot be read');
    expect(json.verification).toMatchObject({ isExact: false, differences: 0 });
    expect(status).toBe(0);
    const { body: access } = await app.get('/api/admin/projects/web/access');
    const held = access.roles.find(({ name }: { name: string }) => name === 'Describer');
    expect(access.users).toMatchObject([{ email: 'eve@example.com', roles: [held.id] }]);
    expect(access.groups).toMatchObject([{ name: 'Web team', userCount: 1, roles: [held.id] }]);
    const { body: importedRole } = await app.get(`/api/admin/roles/${held.id}`);
    expect(importedRole.permissions).toMatchObject([
        { name: 'CREATE_FEATURE_STRATEGY', environment: 'staging' },
        { name: 'UPDATE_FEATURE' },
    ]);
    const again = await run(['import', 'unleash', '--apply'], { environment });
    expect(again.json).toMatchObject({ imported: {}, failures: [], conflicts: [] });
});

test('release templates, running plans at their milestones and safeguards are imported, once', async () => {
    const [source, app] = [await testApp(), await testApp()];
    // The target has a segment more, so that ids differ.
    await app.has.segment();
    const segment = await source.has.segment({ name: 'crew' });
    const milestones = [
        step('few', '10', { intervalMinutes: 60 }),
        { name: 'half', strategies: [rollout('50', { segments: [segment.id] })] },
        step('all', '100'),
    ];
    const { id: templateId } = await newTemplate(source, { milestones });
    await source.has.flag({ name: 'checkout' });
    const at = environmentOf('checkout', 'production');
    const threshold = {
        impactMetric: { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
        triggerCondition: { operator: '>', threshold: 5 },
    };
    const { body: plan } = await source.post(`${at}/release-plans`, { templateId, safeguards: [threshold] });
    await source.put(`${at}/safeguards`, threshold);
    await source.post(`${at}/on`);
    await source.post(`${at}/release-plans/${plan.id}/milestones/${plan.milestones[1].id}/start`);
    const environment = {
        ...{ HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN },
        ...{ UNLEASH_URL: `${source.url}/api/`, UNLEASH_TOKEN: ADMIN_TOKEN },
    };
    const move = (...args: string[]) => run(['import', 'unleash', ...args], { environment });

    const preview = await move();
    expect(preview.json.imported).toMatchObject({ 'release templates': 1, 'release plans': 1 });
    const { status, json } = await move('--apply');

    expect(json.failures).toEqual([]);
    expect(status, JSON.stringify(json.notes)).toBe(0);
    const { secret } = await app.has.token({ environment: 'production' });
    expect(await servedRollouts(app, 'checkout', secret)).toEqual(['50']);
    const [imported] = (await app.get(`${at}/release-plans`)).body;
    expect(imported.milestones).toMatchObject([
        { name: 'few', transitionCondition: { intervalMinutes: 60 }, startedAt: null },
        { id: imported.activeMilestoneId, name: 'half' },
        { name: 'all' },
    ]);
    const crew = (await app.get('/api/admin/segments')).body.segments.find(
        ({ name }: { name: string }) => name === 'crew',
    );
    expect(imported.milestones[1].strategies[0].segments).toEqual([crew.id]);
    for (const path of [`${at}/release-plans/${imported.id}/safeguards`, `${at}/safeguards`]) {
        expect((await app.get(path)).body.safeguards).toMatchObject([threshold]);
    }
    expect((await app.get('/api/admin/release-plan-templates')).body).toMatchObject([{ name: 'steps' }]);
    expect((await move('--apply')).json).toMatchObject({ imported: {}, failures: [], conflicts: [] });
});

test('projects of flags that Unleash does not list are imported, and so is a note', async () => {
    const { app, unleash, move } = await moving();
    unleash.editResponses(
        (asked) => asked === 'GET /api/admin/projects',
        (body: { projects: object[] }) => body.projects.splice(0),
    );

    const { status, json } = await move('--apply');

    expect({ status, failures: json.failures }).toEqual({ status: 0, failures: [] });
    expect(json.notes).toContain(
        'Unleash does not list these projects of flags. They are imported without members: default.',
    );
    expect((await app.clientFeatures()).features).toHaveLength(40);
});

test('objects that cannot be read are listed with the reason: roles, groups, templates, reviewers', async () => {
    const { unleash, move } = await moving();
    unleash.respond('/api/admin/projects/default/change-requests/config', [
        { environment: 'production', type: 'production', changeRequestEnabled: true, requiredApprovals: 2 },
        { environment: 'development', type: 'development', changeRequestEnabled: false, requiredApprovals: null },
    ]);

    const { json } = await move();

    expect(json.notes).toEqual(
        expect.arrayContaining([
            'Custom roles are not imported: this edition of Unleash has no API for them. Users keep their root roles.',
            'Groups and members of projects are not imported: this edition of Unleash has no API for them.',
            'Release templates and plans are not imported: this edition of Unleash has no API for them.',
            'Change requests and reviewers of project default are not imported, because roles decide here who may approve. Set the number of required approvals in the settings of the project: production (2).',
        ]),
    );
});
