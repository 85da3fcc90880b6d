import { describe, expect, test } from 'vitest';
import { launchDarklyShare } from '../../../../test/support/launchdarkly.ts';
import { testApp } from '../../../../test/support/test-app.ts';

const PATH = '/api/admin/projects/default/foreign-import';

const document = {
    flags: {
        checkout: {
            ...launchDarklyShare(25_000),
            rules: [{ id: 'r', variation: 1, clauses: [{ attribute: 'country', op: 'in', values: ['NO'] }] }],
        },
        colour: {
            on: true,
            salt: 's1',
            variations: ['red', 'green'],
            offVariation: 1,
            fallthrough: { variation: 1 },
            rules: [{ id: 'r', variation: 0, clauses: [{ attribute: '', op: 'segmentMatch', values: ['payers'] }] }],
        },
    },
    segments: { payers: { rules: [{ clauses: [{ attribute: 'plan', op: 'in', values: ['pro'] }] }] } },
};
const asked = { source: 'launchdarkly', document, environments: { '*': 'development' } };
const lossy = {
    flags: {
        odd: {
            ...document.flags.colour,
            rules: [{ variation: 0, clauses: [{ attribute: 'kind', op: 'in', values: ['org'] }] }],
        },
    },
};

test('a rehearsal reports the result for every rule, and changes nothing', async () => {
    const app = await testApp();

    const { status, body } = await app.post(`${PATH}/rehearsal`, asked, { changesNothing: true });

    expect(status).toBe(200);
    expect(body).toMatchObject({
        product: 'LaunchDarkly',
        counts: { 'exact when present': 1, 're-bucketed': 1, lost: 0 },
        proof: { differences: [] },
    });
    expect(body.problem).toBeUndefined();
    expect(
        body.flags[0].environments[0].rules.map(({ path, verdict }: { path: string; verdict: string }) => [
            path,
            verdict,
        ]),
    ).toEqual([
        ['flags.checkout.rules[0]', 'exact when present'],
        ['flags.checkout.fallthrough', 're-bucketed'],
    ]);
    expect(body.markdown).toContain('## `checkout`: re-bucketed');
    expect(await app.get('/api/admin/projects/default/features/checkout')).toMatchObject({ status: 404 });
});

test('an import is one change, and SDKs get the same results', async () => {
    const app = await testApp();

    expect(await app.post(PATH, { ...asked, percentages: 'people' })).toMatchObject({
        status: 200,
        body: { counts: { 'server-only': 1 } },
    });

    const { body } = await app.get('/api/admin/projects/default/features/checkout');
    const { strategies } = body.environments.find(({ name }: { name: string }) => name === 'development');
    expect(strategies).toMatchObject([
        {
            name: 'importedRollout',
            parameters: { algorithm: 'launchdarkly', prefix: 'checkout.s1.', ranges: '0..0.25' },
        },
    ]);
    const frontend = await app.has.token({ type: 'frontend', environment: 'development' });
    const ask = async (query: string) => {
        const { body: response } = await app.get(`/api/frontend?${query}`, { token: frontend.secret });
        return response.toggles.map(({ name, variant }: { name: string; variant: { payload?: { value: string } } }) => [
            name,
            variant.payload?.value,
        ]);
    };
    expect(await ask('userId=alice&properties[plan]=pro')).toEqual([['colour', 'red']]);
});

test('Flagsmith: an identity override precedes segment overrides, which follow their priority', async () => {
    const app = await testApp();
    const state = (id: number, value: string, more: object = {}) => ({
        feature: { id: 1, name: 'colour', type: 'STANDARD' },
        enabled: true,
        feature_state_value: value,
        django_id: id,
        ...more,
    });
    const isNorwegian = { type: 'ALL', conditions: [{ operator: 'EQUAL', property_: 'country', value: 'NO' }] };
    const segment = (id: number, value: string, priority: number) => ({
        id,
        name: `segment ${id}`,
        rules: [{ ...isNorwegian, rules: [] }],
        feature_states: [state(id, value, { feature_segment: { priority } })],
    });
    const imported = await app.post(PATH, {
        source: 'flagsmith',
        document: {
            api_key: 'envkey',
            name: 'Production',
            project: { segments: [segment(7, 'of the second segment', 1), segment(8, 'of the first segment', 0)] },
            feature_states: [state(1, 'of the environment')],
            identity_overrides: [{ identifier: 'alice', identity_features: [state(2, 'of the identity')] }],
        },
        environments: { '*': 'development' },
    });
    expect(imported.status, JSON.stringify(imported.body)).toBe(200);
    const { secret } = await app.has.token({ type: 'frontend', environment: 'development' });
    const valueFor = async (query: string) =>
        (await app.get(`/api/frontend?${query}`, { token: secret })).body.toggles[0].variant.payload.value;

    expect(await valueFor('userId=alice&properties[country]=NO')).toBe('of the identity');
    expect(await valueFor('userId=alice')).toBe('of the identity');
    expect(await valueFor('userId=bob&properties[country]=NO')).toBe('of the first segment');
    expect(await valueFor('userId=bob')).toBe('of the environment');
});

test('flags that lose a part are refused until they are accepted by name', async () => {
    const app = await testApp();
    const lost = { ...asked, document: lossy };

    const refused = await app.post(PATH, lost, { changesNothing: true });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.message).toContain('odd');
    expect(await app.post(PATH, { ...lost, accept: ['odd'] })).toMatchObject({ status: 200 });
});

test('flags that are left out are not imported, nor segments that only they use', async () => {
    const app = await testApp();

    expect(await app.post(PATH, { ...asked, leaveOut: ['colour'] })).toMatchObject({ status: 200 });

    expect(await app.get('/api/admin/projects/default/features/checkout')).toMatchObject({ status: 200 });
    expect(await app.get('/api/admin/projects/default/features/colour')).toMatchObject({ status: 404 });
    expect((await app.get('/api/admin/segments')).body.segments).toEqual([]);
    expect(await app.post(PATH, { ...asked, document: lossy, leaveOut: ['odd'] })).toMatchObject({ status: 200 });
});

test('the content of a document is listed before a target is chosen', async () => {
    const app = await testApp({ until: 'file' });
    const contents = (document: unknown) =>
        app.post(`${PATH}/contents`, { source: 'launchdarkly', document }, { changesNothing: true });
    const state = { on: true, salt: 's', fallthrough: { variation: 0 }, offVariation: 1 };
    const item = {
        key: 'f',
        variations: [{ value: true }, { value: false }],
        environments: { test: state, live: state },
    };

    expect(await contents(document)).toMatchObject({
        body: { product: 'LaunchDarkly', flags: 2, environments: ['*'] },
    });
    expect(await contents({ items: [item] })).toMatchObject({ body: { flags: 1, environments: ['test', 'live'] } });
    expect(await contents({ some: 'thing' })).toMatchObject({ status: 400 });
});

function aliasBomb(): string {
    const levels = Array.from(
        { length: 12 },
        (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(', ')}]`,
    );
    return ['a0: &a0 x', ...levels].join('\n');
}

describe('a document that cannot be read', () => {
    test.each([
        ['is not what the product exports', { some: 'thing' }, 'neither "flags" nor "items"'],
        [
            'has something else where a list must be',
            { flags: { f: { variations: 7 } } },
            'flags.f.variations is not a list',
        ],
        ['is text in no known form', '{]', 'neither JSON nor YAML'],
        ['is YAML with a mistake', 'flags:\n  f: {on: true}\n g: 1', '(line 3)'],
        ['is YAML that takes long to read', `flags: {} # ${'long '.repeat(60_000)}`, 'Convert it to JSON'],
        ['is nothing', null, 'neither "flags" nor "items"'],
        ['has what no database keeps, within a text', '{"flags": {"f": {"description": "a\\u0000b"}}}', 'NUL'],
        ['has that in YAML', 'flags: {f: {description: "a\\0b"}}', 'NUL'],
        ['has half of a character', 'flags: {f: {description: "a\\uD800b"}}', 'half of a character'],
        ['is nested without end, within a text', `{"flags": ${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'levels deep'],
        ['names itself', 'flags: &f {f: *f}', 'neither JSON nor YAML'],
    ])('%s: the error contains the location', async (_, given, message) => {
        const app = await testApp({ until: 'file' });

        const response = await app.post(`${PATH}/rehearsal`, { ...asked, document: given }, { changesNothing: true });

        expect(response.status).toBe(400);
        expect(response.body.message).toContain(message);
    });

    describe('has references that multiply', () => {
        const flagd = (evaluators: object, targeting: object = { if: [{ $ref: 'e0' }, 'on', 'off'] }) => ({
            flags: {
                f: {
                    variants: { on: true, off: false },
                    defaultVariant: 'off',
                    targeting,
                },
            },
            $evaluators: evaluators,
        });
        const chain = (length: number, each: (next: object) => object) =>
            Object.fromEntries(
                Array.from({ length }, (_, i) => [`e${i}`, i === length - 1 ? true : each({ $ref: `e${i + 1}` })]),
            );

        test.each([
            [
                'each evaluator refers to the next one twice',
                flagd(
                    chain(60, (next) => ({ and: [next, next] })),
                    { $ref: 'e0' },
                ),
                'steps',
            ],
            [
                'each evaluator refers to the next one in two results',
                flagd(
                    chain(60, (next) => ({ if: [{ '==': [{ var: 'a' }, 1] }, next, next] })),
                    { $ref: 'e0' },
                ),
                'more than',
            ],
            ['an evaluator refers to itself', flagd({ e0: { '!': [{ $ref: 'e0' }] } }), 'e0 → e0'],
            ['an evaluator is itself', flagd({ e0: { $ref: 'e0' } }), 'e0 → e0'],
            [
                'evaluators refer to each other',
                flagd({ e0: { $ref: 'e1' }, e1: { or: [{ $ref: 'e0' }] } }),
                'e0 → e1 → e0',
            ],
            [
                'a chain of evaluators is very long',
                flagd(chain(5_000, (next) => ({ '!': [next] }))),
                'more than 64 evaluators',
            ],
        ])('%s', async (_, given, message) => {
            const app = await testApp({ until: 'file' });

            const response = await app.post(
                `${PATH}/rehearsal`,
                { ...asked, source: 'flagd', document: given },
                { changesNothing: true },
            );

            expect(response.status).toBe(400);
            expect(response.body.message).toContain(message);
        });

        test('an evaluator that several flags use is read once and works for all of them', async () => {
            const app = await testApp({ until: 'file' });
            const shared = flagd({
                e0: { and: [{ $ref: 'e1' }, { $ref: 'e1' }] },
                e1: { '==': [{ var: 'plan' }, 'pro'] },
            });
            const given = { ...shared, flags: { f: shared.flags.f, g: shared.flags.f } };

            const { body } = await app.post(
                `${PATH}/rehearsal`,
                { ...asked, source: 'flagd', document: given },
                { changesNothing: true },
            );

            expect(body.counts).toMatchObject({ exact: 2 });
            expect(body.proof.differences).toEqual([]);
        });
    });

    test.each([
        ['is YAML of opened brackets', '['.repeat(64_000), 'nested more than 32 levels deep'],
        ['is YAML of opened lists', '- '.repeat(64_000), 'nested more than 32 levels deep'],
        ['is YAML of closed brackets', ']'.repeat(64_000), '(line 1)'],
        ['is YAML of commas', `[${','.repeat(200_000)}`, 'Convert it to JSON'],
        ['is YAML of keys without end', '? a\n'.repeat(60_000), 'Convert it to JSON'],
        ['is YAML of aliases of aliases', aliasBomb(), 'neither JSON nor YAML'],
        ['is several YAML documents', 'flags: {}\n---\nflags: {}', 'several documents'],
    ])('%s: the request is rejected before it is built', async (_, given, message) => {
        const app = await testApp({ until: 'file' });

        const response = await app.post(`${PATH}/rehearsal`, { ...asked, document: given }, { changesNothing: true });

        expect(response.status).toBe(400);
        expect(response.body.message).toContain(message);
    });

    test('the error for a missing environment lists the existing ones', async () => {
        const app = await testApp({ until: 'file' });

        const response = await app.post(
            `${PATH}/rehearsal`,
            { ...asked, environments: { production: 'development' } },
            { changesNothing: true },
        );

        expect(response).toMatchObject({
            status: 400,
            body: { message: 'The document has no environment production. It has: *.' },
        });
    });
});

test('an existing segment with different content stays unchanged', async () => {
    const app = await testApp();
    await app.post('/api/admin/segments', {
        name: 'payers',
        constraints: [{ contextName: 'plan', operator: 'IN', values: ['free'] }],
    });

    await app.post(PATH, asked);

    const { body } = await app.get('/api/admin/projects/default/features/colour');
    const { strategies } = body.environments.find(({ name }: { name: string }) => name === 'development');
    expect(strategies[0]).toMatchObject({ segments: [], constraints: [{ contextName: 'plan', values: ['pro'] }] });
});

test('an import without permission is refused, and the rehearsal reports it', async () => {
    const app = await testApp();
    const viewer = await app.has.user({ rootRole: 'viewer' });

    expect(await app.post(PATH, asked, { ...viewer, changesNothing: true })).toMatchObject({ status: 403 });
    expect(await app.post(`${PATH}/rehearsal`, asked, { ...viewer, changesNothing: true })).toMatchObject({
        status: 403,
    });
});
