import { describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const addons = '/api/admin/addons';
const PUBLIC = '93.184.215.14';

/** All host names resolve to a public address, except those that start with `internal`. */
const start = () => testApp({ resolve: async (host) => (host.startsWith('internal') ? ['10.0.0.1'] : [PUBLIC]) });

const webhook = (input: Record<string, unknown> = {}) => ({
    provider: 'webhook',
    enabled: true,
    parameters: { url: 'https://example.com/hook' },
    events: ['feature-created'],
    ...input,
});

const stored = (app: TestApp) => app.services.db.selectFrom('integrations').selectAll().execute();
const newest = async (app: TestApp) => (await app.get('/api/admin/events')).body.events[0];

test('an integration is created, listed and read with masked secrets', async () => {
    const app = await start();
    const input = webhook({
        description: 'Tells the build',
        parameters: {
            url: 'https://example.com/hook',
            authorization: 'Bearer 123',
            contentType: 'text/plain',
            secret: 's',
        },
        projects: ['default'],
        environments: ['production'],
    });

    const response = await app.post(addons, input);

    const shown = {
        ...input,
        id: 1,
        parameters: { url: '*****', authorization: '*****', contentType: 'text/plain', secret: '*****' },
    };
    expect(response).toMatchObject({ status: 201, body: shown });
    expect((await app.get(`${addons}/1`)).body).toEqual(shown);
    expect((await app.get(addons)).body.addons).toEqual([{ ...shown, deliveries: { failing: 0, lastAt: null } }]);
});

test('omitted members are empty', async () => {
    const app = await start();

    const { body } = await app.post(addons, webhook());

    expect(body).toMatchObject({ description: null, projects: [], environments: [] });
});

test('the providers are listed with their parameters and supported events', async () => {
    const app = await start();

    const { providers } = (await app.get(addons)).body;

    expect(providers.map(({ name }: { name: string }) => name)).toEqual([
        'webhook',
        'slack',
        'teams',
        'teamsworkflow',
        'datadog',
        'new-relic',
    ]);
    expect(providers[0].parameters).toContainEqual(
        expect.objectContaining({ name: 'url', type: 'url', required: true, sensitive: true }),
    );
    expect(providers[0].events).toContain('feature-environment-enabled');
});

test('a viewer can list integrations but not deliveries', async () => {
    const app = await start();
    await app.post(addons, webhook());
    const viewer = await app.has.user();

    expect((await app.get(addons, viewer)).body.addons).toHaveLength(1);
    expect(await app.get(`${addons}/1/events`, viewer)).toMatchObject({ status: 403 });
    expect(await app.post(addons, webhook(), viewer)).toMatchObject({
        status: 403,
        body: { permissions: ['CREATE_ADDON'] },
    });
    expect(await app.post(`${addons}/1/test`, undefined, viewer)).toMatchObject({ status: 403 });
});

describe('a change', () => {
    test('keeps secrets that are sent masked, and replaces other parameters', async () => {
        const app = await start();
        const parameters = {
            url: 'https://example.com/hook',
            authorization: 'old',
            secret: 'kept',
            contentType: 'text/plain',
        };
        await app.post(addons, webhook({ parameters }));

        const response = await app.put(
            `${addons}/1`,
            webhook({ id: 1, parameters: { url: '*****', authorization: 'new', secret: '*****' } }),
        );

        expect(response).toMatchObject({
            status: 200,
            body: { parameters: { url: '*****', authorization: '*****', secret: '*****' } },
        });
        expect(await stored(app)).toMatchObject([
            { parameters: { url: 'https://example.com/hook', authorization: 'new', secret: 'kept' } },
        ]);
    });

    test.each([
        [
            'webhook',
            { url: 'https://example.com/hook', authorization: 'a', secret: 'b', customHeaders: '{"x-key":"c"}' },
        ],
        ['slack', { url: 'https://hooks.slack.com/a', customHeaders: '{"x-key":"c"}' }],
        ['teams', { url: 'https://example.com/a', customHeaders: '{"x-key":"c"}' }],
        ['teamsworkflow', { url: 'https://example.com/a', customHeaders: '{"x-key":"c"}' }],
        ['datadog', { apiKey: 'a', customHeaders: '{"x-key":"c"}' }],
        ['new-relic', { url: 'https://example.com/a', licenseKey: 'a', customHeaders: '{"x-key":"c"}' }],
    ])('of the URL of %s requires its secrets again', async (provider, secrets) => {
        const app = await start();
        const editor = await app.has.user({ rootRole: 'editor' });
        const { body: created } = await app.post(addons, webhook({ provider, parameters: secrets }));
        const url = 'https://evil.example/hook';

        for (const name of Object.keys(secrets).filter((name) => name !== 'url')) {
            const parameters = { ...secrets, url, [name]: '*****' };
            const response = await app.put(`${addons}/${created.id}`, webhook({ provider, parameters }), editor);
            expect(response, name).toMatchObject({
                status: 400,
                body: {
                    details: [{ path: `/body/parameters/${name}`, message: expect.stringContaining('again') }],
                },
            });
        }
        expect(await stored(app)).toMatchObject([{ parameters: secrets }]);
        const given = webhook({ provider, parameters: { ...secrets, url } });
        expect(await app.put(`${addons}/${created.id}`, given, editor)).toMatchObject({ status: 200 });
    });

    test('of a secret alone records an event without the secret', async () => {
        const app = await start();
        await app.post(addons, webhook());
        app.passTime(1000);

        await app.put(`${addons}/1`, webhook({ parameters: { url: '*****', secret: 'very-secret' } }));

        const event = await newest(app);
        expect(event).toMatchObject({ type: 'addon-config-updated', data: { id: 1 }, preData: { id: 1 } });
        expect(event.data.parametersChangedAt > event.preData.parametersChangedAt).toBe(true);
        expect(JSON.stringify(event)).not.toContain('very-secret');
    });

    test('without differences records no event', async () => {
        const app = await start();
        await app.post(addons, webhook());

        await app.put(`${addons}/1`, webhook({ parameters: { url: '*****' } }), { changesNothing: true });
    });

    test('of the provider is refused', async () => {
        const app = await start();
        await app.post(addons, webhook());

        expect(await app.put(`${addons}/1`, webhook({ provider: 'slack' }))).toMatchObject({
            status: 400,
            body: { details: [{ path: '/body/provider' }] },
        });
    });
});

test('events of integrations contain everything except the parameters', async () => {
    const app = await start();
    await app.post(addons, webhook({ description: 'first' }));
    const data = {
        id: 1,
        provider: 'webhook',
        description: 'first',
        enabled: true,
        events: ['feature-created'],
        projects: [],
        environments: [],
        parametersChangedAt: expect.any(String),
    };
    expect(await newest(app)).toMatchObject({ type: 'addon-config-created', data, preData: null });

    await app.put(`${addons}/1`, webhook({ description: 'second', enabled: false, parameters: { url: '*****' } }));
    const after = { ...data, description: 'second', enabled: false };
    expect(await newest(app)).toMatchObject({ type: 'addon-config-updated', data: after, preData: data });

    expect(await app.delete(`${addons}/1`)).toMatchObject({ status: 200 });
    expect(await newest(app)).toMatchObject({ type: 'addon-config-deleted', data: null, preData: after });
    const { events } = (await app.get('/api/admin/events')).body;
    expect(JSON.stringify(events)).not.toContain('example.com/hook');
});

test('requests for an unknown integration return 404', async () => {
    const app = await start();

    for (const id of ['7', '2147483647']) {
        expect(await app.get(`${addons}/${id}`)).toMatchObject({ status: 404 });
        expect(await app.put(`${addons}/${id}`, webhook())).toMatchObject({ status: 404 });
        expect(await app.post(`${addons}/${id}/test`)).toMatchObject({ status: 404 });
        expect(await app.get(`${addons}/${id}/events`)).toMatchObject({ status: 404 });
        expect(await app.delete(`${addons}/${id}`)).toMatchObject({ status: 404 });
    }
    expect(await app.get(`${addons}/2147483648`)).toMatchObject({ status: 400 });
});

test.each([
    ['an unknown provider', { provider: 'carrier-pigeon' }, '/body/provider'],
    ['a provider that is a member of every object', { provider: '__proto__' }, '/body/provider'],
    ['no url', { parameters: {} }, '/body/parameters/url'],
    ['an empty url', { parameters: { url: '' } }, '/body/parameters/url'],
    ['a mask where nothing is stored', { parameters: { url: '*****' } }, '/body/parameters/url'],
    ['a url without a scheme', { parameters: { url: 'example.com' } }, '/body/parameters/url'],
    ['a url of a file', { parameters: { url: 'file:///etc/passwd' } }, '/body/parameters/url'],
    ['a url on this machine', { parameters: { url: 'http://localhost:1@127.1/' } }, '/body/parameters/url'],
    ['a url of a cloud’s metadata', { parameters: { url: 'http://169.254.169.254/' } }, '/body/parameters/url'],
    ['a url whose name leads inside', { parameters: { url: 'https://internal.example/' } }, '/body/parameters/url'],
    ['an unknown parameter', { parameters: { url: 'https://example.com', uri: 'x' } }, '/body/parameters'],
    ['an unknown project', { projects: ['nowhere'] }, '/body/projects'],
])('an integration with %s is refused', async (_what, input, path) => {
    const app = await start();

    expect(await app.post(addons, webhook(input))).toMatchObject({ status: 400, body: { details: [{ path }] } });
});

test.each([
    ['customHeaders that are no JSON', { customHeaders: 'x-team: payments' }],
    ['customHeaders that are a list', { customHeaders: '["x"]' }],
    ['customHeaders with a number', { customHeaders: '{"x-count": 1}' }],
    ['customHeaders with a line break', { customHeaders: '{"x": "a\\r\\nx-other: b"}' }],
    ['customHeaders with a name that is none', { customHeaders: '{"x team": "a"}' }],
    ['customHeaders that name the host', { customHeaders: '{"Host": "internal"}' }],
    ['customHeaders that forge our signature', { customHeaders: '{"X-Halyard-Signature": "sha256=0"}' }],
    ['an authorization with a line break', { authorization: 'a\r\nb' }],
    ['a contentType with a line break', { contentType: 'a\nb' }],
    ['a bodyTemplate that wants more than there is', { bodyTemplate: '{"a": "{{#each event}}"}' }],
    ['a bodyTemplate with an unknown name', { bodyTemplate: '{{password}}' }],
])('a webhook with %s is refused', async (_what, parameters) => {
    const app = await start();

    const response = await app.post(addons, webhook({ parameters: { url: 'https://example.com', ...parameters } }));

    const path = `/body/parameters/${Object.keys(parameters)[0]}`;
    expect(response).toMatchObject({ status: 400, body: { details: [{ path }] } });
});

test.each([
    ['slack', { url: 'http://10.0.0.1/' }],
    ['teams', { url: 'http://10.0.0.1/' }],
    ['teamsworkflow', { url: 'http://10.0.0.1/' }],
    ['datadog', { url: 'http://10.0.0.1/', apiKey: 'key' }],
    ['new-relic', { url: 'http://10.0.0.1/', licenseKey: 'key' }],
])(
    '%s cannot have a URL in the internal network, neither when created nor when updated',
    async (provider, parameters) => {
        const app = await start();
        const refused = { status: 400, body: { details: [{ path: '/body/parameters/url' }] } };

        expect(await app.post(addons, webhook({ provider, parameters }))).toMatchObject(refused);
        const outside = { ...parameters, url: 'https://example.com' };
        expect(await app.post(addons, webhook({ provider, parameters: outside }))).toMatchObject({ status: 201 });
        expect(await app.put(`${addons}/1`, webhook({ provider, parameters }))).toMatchObject(refused);
    },
);

test('the number of integrations is limited', async () => {
    const app = await start();
    for (let count = 0; count < 100; count += 1) {
        await app.send('POST', addons, {
            rawBody: JSON.stringify(webhook({ enabled: false })),
            headers: { 'content-type': 'application/json' },
        });
    }

    expect(await app.post(addons, webhook())).toMatchObject({ status: 400 });
    expect((await app.get(addons)).body.addons).toHaveLength(100);
});

test('an integration of a private project returns 404 to users who cannot see the project', async () => {
    const app = await start();
    await app.has.project({ id: 'secret', mode: 'private' });
    await app.post(addons, webhook({ projects: ['secret', 'default'] }));
    const editor = await app.has.user({ rootRole: 'editor' });

    expect((await app.get(addons, editor)).body.addons).toEqual([]);
    expect(await app.get(`${addons}/1`, editor)).toMatchObject({ status: 404 });
    expect(await app.put(`${addons}/1`, webhook(), editor)).toMatchObject({ status: 404 });
    expect(await app.delete(`${addons}/1`, editor)).toMatchObject({ status: 404 });
    expect(await app.post(`${addons}/1/test`, undefined, editor)).toMatchObject({ status: 404 });
    expect(await app.post(addons, webhook({ projects: ['secret'] }), editor)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('There is no project secret') },
    });
});
