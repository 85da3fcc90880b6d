import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { ownCopyOf } from '../../test/support/databases.ts';
import { listenTo } from '../../test/support/event-source.ts';
import { startSdk, until } from '../../test/support/sdk.ts';
import { CLIENT_TOKEN, prepared, type TestApp, testApp } from '../../test/support/test-app.ts';

/** The tokens that see one project, the other one, both, and all. */
const SCOPES = { shop: ['shop'], bank: ['bank'], both: ['shop', 'bank'], all: ['*'] };
type ScopeName = keyof typeof SCOPES;
type Tokens = Record<ScopeName, { client: string; frontend: string }>;

const FLAGS = '/api/admin/projects/bank/features';
const CONSTRAINTS = [{ contextName: 'region', operator: 'IN', values: ['eu'] }];

interface Stage {
    app: TestApp;
    tokens: Tokens;
    segments: { shared: number; ofBank: number; unused: number };
}

/** Two projects with flags and segments, and SDK tokens for each scope. */
const { template, made } = await prepared(async (app) => {
    for (const id of ['shop', 'bank']) await app.has.project({ id });
    await app.has.flag({ name: 'cart', project: 'shop', enabled: true });
    await app.has.flag({ name: 'loan', project: 'bank', enabled: true });
    await app.has.flag({ name: 'interest', project: 'bank', enabled: true });
    const [shared, ofBank, unused] = [
        await app.has.segment({ name: 'shared', constraints: CONSTRAINTS }),
        await app.has.segment({ name: 'of-bank', constraints: CONSTRAINTS }),
        await app.has.segment({ name: 'unused', constraints: CONSTRAINTS }),
    ].map(({ id }) => id as number) as [number, number, number];
    await app.has.flag({ name: 'cart-of-segment', project: 'shop' });
    await app.has.strategy({ project: 'shop', flag: 'cart-of-segment', segments: [shared] });
    await app.has.flag({ name: 'loan-of-segment', project: 'bank' });
    await app.has.strategy({ project: 'bank', flag: 'loan-of-segment', segments: [shared, ofBank] });
    const tokens = {} as Tokens;
    for (const [scope, projects] of Object.entries(SCOPES)) {
        const input = { projects, environment: 'development' };
        const client = await app.has.token({ ...input, type: 'client' });
        const frontend = await app.has.token({ ...input, type: 'frontend' });
        tokens[scope as ScopeName] = { client: client.secret, frontend: frontend.secret };
    }
    return { tokens, segments: { shared, ofBank, unused } };
});

const stage = async (environment: Record<string, string> = {}): Promise<Stage> => ({
    ...made,
    app: await testApp({ template, environment }),
});

/** The same with a function that starts another node on the same database. */
async function stageWithNodes(): Promise<Stage & { newNode: () => Promise<TestApp> }> {
    const database = await ownCopyOf(template);
    onTestFinished(() => database.remove());
    const newNode = () => testApp({ database });
    return { ...made, app: await newNode(), newNode };
}

type Headers = Record<string, string>;

const SPEC = { 'unleash-client-spec': '5.2.0' };

const ENDPOINTS = {
    features: (app: TestApp, { client }: Tokens[ScopeName], headers: Headers) =>
        app.get('/api/client/features', { token: client, headers: { ...SPEC, ...headers } }),
    'features with inlined segments': (app: TestApp, { client }: Tokens[ScopeName], headers: Headers) =>
        app.get('/api/client/features', { token: client, headers }),
    delta: (app: TestApp, { client }: Tokens[ScopeName], headers: Headers) =>
        app.get('/api/client/delta', { token: client, headers }),
    frontend: (app: TestApp, { frontend }: Tokens[ScopeName], headers: Headers) =>
        app.get('/api/frontend?userId=7', { token: frontend, headers }),
    OFREP: (app: TestApp, { client }: Tokens[ScopeName], headers: Headers) =>
        app.post('/ofrep/v1/evaluate/flags', { context: { targetingKey: '7' } }, { token: client, headers }),
    'OFREP for browsers': (app: TestApp, { frontend }: Tokens[ScopeName], headers: Headers) =>
        app.post('/ofrep/v1/evaluate/flags', { context: { targetingKey: '7' } }, { token: frontend, headers }),
};
const SCOPE_NAMES = Object.keys(SCOPES) as ScopeName[];

/** The ETags of all endpoints, by scope. */
async function etagsOf(app: TestApp, tokens: Tokens, scopes: readonly ScopeName[] = SCOPE_NAMES) {
    const etags: Record<string, Record<string, string>> = {};
    for (const scope of scopes) {
        etags[scope] = {};
        for (const [endpoint, send] of Object.entries(ENDPOINTS)) {
            const { status, headers } = await send(app, tokens[scope], {});
            expect(status).toBe(200);
            // The part after the point is specific to one process.
            etags[scope][endpoint] = headers.get('etag')!.replace(/\.[\w-]{27}"$/, '"');
        }
    }
    return etags;
}

/** The statuses of all endpoints for clients that send these ETags back, without repetitions. */
async function statusesOf(app: TestApp, tokens: Tokens, scope: ScopeName, etags: Record<string, string>) {
    const statuses = new Set<number>();
    for (const [endpoint, send] of Object.entries(ENDPOINTS)) {
        statuses.add((await send(app, tokens[scope], { 'if-none-match': etags[endpoint]! })).status);
    }
    return [...statuses];
}

const revisionsOf = async (app: TestApp, tokens: Tokens, scopes: readonly ScopeName[] = SCOPE_NAMES) => {
    const revisions: Record<string, number> = {};
    for (const scope of scopes) {
        const { body } = await ENDPOINTS.features(app, tokens[scope], {});
        const [{ eventId }] = (await ENDPOINTS.delta(app, tokens[scope], {})).body.events;
        const ofrep = (await ENDPOINTS.OFREP(app, tokens[scope], {})).body.metadata.revision;
        expect([eventId, ofrep]).toEqual([body.meta.revisionId, body.meta.revisionId]);
        revisions[scope] = body.meta.revisionId;
    }
    return revisions;
};

const update = (id: number, name: string) => ({
    name,
    constraints: [{ contextName: 'region', operator: 'IN', values: ['eu', `${id}`] }],
});

const CHANGES: [name: string, affected: ScopeName[], change: (stage: Stage) => Promise<unknown>][] = [
    ['a toggle', ['bank', 'both', 'all'], ({ app }) => app.post(`${FLAGS}/loan/environments/development/off`)],
    ['a toggle in another environment', [], ({ app }) => app.post(`${FLAGS}/loan/environments/production/on`)],
    ['a new flag', ['bank', 'both', 'all'], ({ app }) => app.has.flag({ name: 'a-new-one', project: 'bank' })],
    ['an archived flag', ['bank', 'both', 'all'], ({ app }) => app.delete(`${FLAGS}/loan`)],
    [
        'a flag that moves to the other project',
        ['shop', 'bank', 'both', 'all'],
        ({ app }) => app.post(`${FLAGS}/loan/changeProject`, { newProjectId: 'shop' }),
    ],
    [
        'a flag that moves to a third project',
        ['bank', 'both', 'all'],
        async ({ app }) => {
            await app.has.project({ id: 'third' });
            await app.post(`${FLAGS}/interest/changeProject`, { newProjectId: 'third' });
        },
    ],
    [
        'a segment of one project',
        ['bank', 'both', 'all'],
        ({ app, segments: { ofBank } }) => app.put(`/api/admin/segments/${ofBank}`, { ...update(ofBank, 'of-bank') }),
    ],
    [
        'a segment of both projects',
        ['shop', 'bank', 'both', 'all'],
        ({ app, segments: { shared } }) => app.put(`/api/admin/segments/${shared}`, { ...update(shared, 'shared') }),
    ],
    [
        'a segment that no flag uses',
        [],
        ({ app, segments: { unused } }) => app.put(`/api/admin/segments/${unused}`, { ...update(unused, 'unused') }),
    ],
    [
        'an import',
        ['bank', 'both', 'all'],
        ({ app }) =>
            app.post('/api/admin/features-batch/import', {
                project: 'bank',
                environment: 'development',
                data: {
                    features: [{ name: 'imported' }, { name: 'loan' }],
                    featureStrategies: [{ name: 'default', featureName: 'imported' }],
                },
            }),
    ],
];

test.each(CHANGES)(
    '%s changes the ETags, revisions and content of %j only, on all nodes',
    async (_name, affected, change) => {
        const current = await stageWithNodes();
        const { app, tokens, newNode } = current;
        const other = await newNode();
        const before = { etags: await etagsOf(app, tokens), revisions: await revisionsOf(app, tokens) };

        await change(current);
        await other.services.changeFeed.catchUp();
        const after = { etags: await etagsOf(app, tokens), revisions: await revisionsOf(app, tokens) };
        for (const scope of SCOPE_NAMES) {
            const isAffected = affected.includes(scope);
            const statuses = await statusesOf(app, tokens, scope, before.etags[scope]!);
            expect([scope, statuses]).toEqual([scope, isAffected ? [200] : [304]]);
            if (isAffected) expect(after.revisions[scope]).toBeGreaterThan(before.revisions[scope]!);
            else expect(after.revisions[scope]).toBe(before.revisions[scope]);
        }
        for (const node of [other, await newNode()]) {
            expect(await etagsOf(node, tokens)).toEqual(after.etags);
            expect(await revisionsOf(node, tokens)).toEqual(after.revisions);
        }
    },
);

test('deleting a project changes nothing for SDKs of other projects', async () => {
    const { app, tokens, newNode } = await stageWithNodes();
    const etags = await etagsOf(app, tokens);

    for (const flag of ['loan', 'interest', 'loan-of-segment']) await app.delete(`${FLAGS}/${flag}`);
    await app.delete('/api/admin/projects/bank');

    for (const node of [app, await newNode()]) {
        expect(await statusesOf(node, tokens, 'shop', etags['shop']!)).toEqual([304]);
        expect(await statusesOf(node, tokens, 'all', etags['all']!)).toEqual([200]);
    }
});

test('content that returns to an earlier state has its earlier ETag again', async () => {
    const { app, tokens } = await stage();
    const { features, delta, ...evaluated } = (await etagsOf(app, tokens, ['bank']))['bank']!;

    await app.post(`${FLAGS}/loan/environments/development/off`);
    await app.post(`${FLAGS}/loan/environments/development/on`);

    const after = (await etagsOf(app, tokens, ['bank']))['bank']!;
    expect(after).toMatchObject({ features, ...evaluated });
    expect(after['delta']).not.toBe(delta);
});

test('streams of a project receive nothing about other projects', async () => {
    const { app, tokens } = await stage();
    const streamOf = ({ client }: Tokens[ScopeName]) =>
        listenTo(`${app.url}/api/client/streaming`, { authorization: client });
    const refetchOf = async (token: Tokens[ScopeName]) => {
        const { body } = await ENDPOINTS.OFREP(app, token, {});
        return listenTo(app.url + body.eventStreams[0].endpoint.requestUri);
    };
    const [ofShop, ofBank] = [await streamOf(tokens.shop), await streamOf(tokens.bank)];
    const [refetchShop, refetchBank] = [await refetchOf(tokens.shop), await refetchOf(tokens.bank)];
    for (const stream of [ofShop, ofBank, refetchShop, refetchBank]) await stream.next();

    await app.post(`${FLAGS}/loan/environments/development/off`);
    expect((await ofBank.next()).data.events).toMatchObject([{ type: 'feature-updated', feature: { name: 'loan' } }]);
    const { id } = await refetchBank.next();
    await app.post('/api/admin/projects/shop/features/cart/environments/development/off');

    expect((await ofShop.next()).data.events).toMatchObject([{ type: 'feature-updated', feature: { name: 'cart' } }]);
    const notified = await refetchShop.next();
    expect(Number.parseInt(notified.id!, 10)).toBeGreaterThan(Number.parseInt(id!, 10));
    expect([...ofShop.heard(), ...refetchShop.heard()]).toEqual([]);
});

test('an SDK of a quiet project gets 304 from the delta endpoint after any number of changes in other projects', async () => {
    const { app, tokens } = await stage();
    const { headers } = await ENDPOINTS.delta(app, tokens.shop, {});
    const { snapshots, changeFeed } = app.services;
    const { revision } = changeFeed;
    const { json } = snapshots.of('development').flags.get('loan')!;
    // As many changes as no node remembers, without a request for each.
    const publications = Array.from({ length: 2_500 }, (_, index) => ({
        ...{ environment: 'development', kind: 'flag' as const, name: 'loan', project: 'bank' },
        revision: revision + index + 1,
        definition: json.replace('"enabled":true', `"enabled":${index % 2 === 0}`),
    }));
    await snapshots.follow({ revision: revision + 2_500, events: [], publications });

    const same = await ENDPOINTS.delta(app, tokens.shop, { 'if-none-match': headers.get('etag')! });

    expect(same.status).toBe(304);
});

test('a real SDK of one project polls without updates while another project changes, and receives its own changes', async () => {
    const { app, tokens } = await stage({ STREAMING_HINT: 'false' });
    const sdk = await startSdk(app.url, { token: tokens.shop.client });
    const updates: string[] = [];
    sdk.on('changed', () => updates.push('changed'));
    const unchanged = () => new Promise((resolve) => sdk.once('unchanged', resolve));

    await unchanged();
    await app.post(`${FLAGS}/loan/environments/development/off`);
    await unchanged();
    await unchanged();
    expect(updates).toEqual([]);
    await app.post('/api/admin/projects/shop/features/cart/environments/development/off');
    await until(sdk, () => !sdk.isEnabled('cart'));
    expect(updates).toEqual(['changed']);
});

test('responses of many blocks are the same in every encoding, after changes, and for every scope', async () => {
    const { app, tokens } = await stage();
    const names = Array.from({ length: 120 }, (_, index) => `flag-${index}`);
    // Long definitions, so that the flags of each scope make several blocks.
    const values = Array.from({ length: 100 }, (_, index) => `${'ä€🎉'.repeat(15)}-${index}`);
    const constraints = [{ contextName: 'userId', operator: 'IN', values }];
    for (const project of ['shop', 'bank']) {
        const own = names.map((name) => `${name}-of-${project}`);
        await app.post('/api/admin/features-batch/import', {
            project,
            environment: 'development',
            data: {
                features: own.map((name) => ({ name })),
                featureStrategies: own.map((featureName) => ({ name: 'default', featureName, constraints })),
            },
        });
    }
    const bodyOf = async (scope: ScopeName, encoding: string) => {
        const headers = { ...SPEC, authorization: tokens[scope].client, 'accept-encoding': encoding };
        const response = await fetch(`${app.url}/api/client/features`, { headers });
        expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
        return response.json() as Promise<{ features: { name: string; enabled: boolean }[]; meta: unknown }>;
    };
    const check = async () => {
        for (const scope of SCOPE_NAMES) {
            const plain = await bodyOf(scope, 'identity');
            for (const encoding of ['gzip', 'br']) expect(await bodyOf(scope, encoding)).toEqual(plain);
            const sorted = plain.features.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1));
            expect(plain.features.map(({ name }) => name)).toEqual(sorted);
            const own = Object.values(SCOPES[scope]);
            const expected = names.flatMap((name) =>
                ['shop', 'bank'].filter((p) => own.includes('*') || own.includes(p)).map((p) => `${name}-of-${p}`),
            );
            expect(expected.filter((name) => !sorted.includes(name))).toEqual([]);
        }
    };

    await check();
    await app.post(`${FLAGS}/flag-50-of-bank/environments/development/on`);
    await app.delete(`${FLAGS}/flag-51-of-bank`);
    names.splice(51, 1);
    await app.delete('/api/admin/projects/shop/features/flag-51-of-shop');
    await app.has.flag({ name: 'flag-5-of-everyone', project: 'bank' });
    await check();

    const { features } = await bodyOf('bank', 'gzip');
    expect(features.find(({ name }) => name === 'flag-50-of-bank')).toMatchObject({ enabled: true });
});

test('a compressed response is one gzip member, which every client can decode', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'a', enabled: true });
    const { request } = await import('node:http');
    const bytes = await new Promise<Buffer>((resolve, reject) => {
        const headers = { ...SPEC, authorization: CLIENT_TOKEN, 'accept-encoding': 'gzip' };
        request(`${app.url}/api/client/features`, { headers }, (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () => resolve(Buffer.concat(chunks)));
        })
            .on('error', reject)
            .end();
    });

    // Browsers and some libraries ignore everything after the first member.
    const text = gunzipSync(bytes).toString();
    expect(JSON.parse(text).features).toMatchObject([{ name: 'a' }]);
    expect(bytes.readUInt32LE(bytes.length - 4)).toBe(Buffer.byteLength(text));
});
