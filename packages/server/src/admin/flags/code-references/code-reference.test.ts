import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const PROJECT = '/api/admin/projects/default';
const PATH = `${PROJECT}/code-references`;
const DAY = 86_400_000;

const at = (flag: string, path = 'src/app.ts', line = 1) => ({ flag, path, line });

const upload = (app: TestApp, references: object[], more: object = {}) =>
    app.put(PATH, { repository: 'acme/shop', branch: 'main', revision: 'abc123', references, ...more });

const referencesOf = async (app: TestApp, flag: string) =>
    (await app.get(`${PROJECT}/features/${flag}/code-references`)).body;

const searchFlags = async (app: TestApp, query: string) =>
    (await app.get(`/api/admin/search/features?sortBy=name&${query}`)).body.features;

test('an upload stores the code references of a flag, and the next upload of the branch replaces them', async () => {
    const app = await testApp();
    for (const name of ['anchor', 'buoy']) await app.has.flag({ name });

    const first = await upload(
        app,
        [
            { ...at('anchor', 'src/b.ts', 9), kind: 'call', symbol: 'isEnabled', hash: 'c0ffee' },
            at('anchor', 'src/a {line}.ts', 3),
            at('buoy'),
            at('nothing-here'),
        ],
        { linkTemplate: 'https://github.com/acme/shop/blob/{revision}/{path}#L{line}', files: 7 },
    );

    expect(first).toMatchObject({ status: 200, body: { references: 3, flags: 2, leftOut: ['nothing-here'] } });
    expect(await referencesOf(app, 'anchor')).toEqual({
        total: 2,
        isScanned: true,
        branches: [
            {
                repository: 'acme/shop',
                branch: 'main',
                isDefault: true,
                revision: 'abc123',
                uploadedAt: expect.any(String),
                count: 2,
                places: [
                    {
                        path: 'src/a {line}.ts',
                        line: 3,
                        kind: 'text',
                        // Placeholders within a path are escaped, not expanded.
                        url: 'https://github.com/acme/shop/blob/abc123/src/a%20%7Bline%7D.ts#L3',
                    },
                    {
                        path: 'src/b.ts',
                        line: 9,
                        kind: 'call',
                        symbol: 'isEnabled',
                        url: 'https://github.com/acme/shop/blob/abc123/src/b.ts#L9',
                    },
                ],
            },
        ],
    });
    expect((await app.get(PATH)).body.scans).toEqual([
        expect.objectContaining({ repository: 'acme/shop', branch: 'main', files: 7, flags: 2, references: 3 }),
    ]);
    expect((await searchFlags(app, 'query=anchor'))[0].codeReferences).toBe(2);

    await upload(app, [at('buoy')], { revision: 'def456', committedAt: '2026-03-01T10:00:00+02:00' });

    expect(await referencesOf(app, 'anchor')).toMatchObject({
        total: 0,
        branches: [{ count: 0, places: [], gone: { at: '2026-03-01T08:00:00.000Z', revision: 'def456' } }],
    });
    expect((await searchFlags(app, 'query=anchor'))[0]).not.toHaveProperty('codeReferences');

    // Dates from the history take precedence, and stay until another date is reported.
    const gone = [{ flag: 'anchor', revision: 'cafe01', at: '2026-02-01T00:00:00.000Z' }];
    await upload(app, [at('buoy')], { revision: 'def457', gone });
    await upload(app, [at('buoy')], { revision: 'def458' });
    expect((await referencesOf(app, 'anchor')).branches[0].gone).toEqual({
        at: '2026-02-01T00:00:00.000Z',
        revision: 'cafe01',
    });
    // A flag that is used again is no longer reported as gone.
    await upload(app, [at('anchor')], { revision: 'def459' });
    expect((await referencesOf(app, 'anchor')).branches[0]).not.toHaveProperty('gone');
});

test('branches are stored separately, and a repository that is no longer scanned is removed', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'anchor' });
    await upload(app, [at('anchor')]);
    await upload(app, [at('anchor'), at('anchor', 'src/new.ts')], { branch: 'feature/x', isDefault: false });
    await upload(app, [at('anchor')], { repository: 'acme/app' });

    expect(await referencesOf(app, 'anchor')).toMatchObject({
        total: 4,
        branches: [{ repository: 'acme/app' }, { branch: 'main' }, { branch: 'feature/x', isDefault: false }],
    });

    const branch = `${PATH}?repository=acme%2Fshop&branch=feature%2Fx`;
    expect(await app.delete(branch)).toMatchObject({ status: 200 });
    expect(await app.delete(branch)).toMatchObject({ status: 404 });
    expect((await searchFlags(app, 'query=anchor'))[0].codeReferences).toBe(2);
    await app.delete(`${PATH}?repository=acme%2Fshop`);
    await app.delete(`${PATH}?repository=acme%2Fapp`);
    expect(await referencesOf(app, 'anchor')).toEqual({ total: 0, isScanned: false, branches: [] });
});

test('a flag is safe to remove if no code uses it, it was not evaluated recently, and all users got the same value', async () => {
    const app = await testApp();
    const { body: token } = await app.post('/api/admin/api-tokens', {
        tokenName: 'shop',
        type: 'client',
        environment: 'production',
        projects: ['*'],
    });
    const report = async (toggles: Record<string, object>) => {
        const now = app.services.clock().toISOString();
        const bucket = { start: now, stop: now, toggles };
        await app.post('/api/client/metrics', { appName: 'shop', bucket }, { token: token.secret });
        await app.services.reports.store();
        await app.services.flagIndex.followMeasurements();
    };
    const verdictOf = async (flag: string) => {
        const { body } = await app.get(`${PROJECT}/features/${flag}/removal`);
        const against = body.reasons.filter(({ speaks }: { speaks: string }) => speaks !== 'for');
        return [body.verdict, ...against.map(({ about }: { about: string }) => about)];
    };
    for (const name of ['asked', 'child', 'finished', 'mixed', 'parent', 'unused', 'used'])
        await app.has.flag({ name });
    await app.post(`${PROJECT}/features/child/dependencies`, { feature: 'parent' });
    await report({ finished: { yes: 5, no: 0 }, mixed: { yes: 2, no: 3 }, asked: { yes: 1, no: 0 } });

    expect(await verdictOf('unused')).toEqual(['not-yet', 'code', 'traffic']);
    app.passTime(31 * DAY);
    expect(await verdictOf('unused')).toEqual(['unknown', 'code']);
    expect(await searchFlags(app, 'safeToRemove=30')).toEqual([]);
    await upload(app, [at('used')]);
    await report({ asked: { yes: 1, no: 0 } });

    expect(await verdictOf('finished')).toEqual(['safe']);
    expect(await verdictOf('unused')).toEqual(['safe']);
    expect(await verdictOf('used')).toEqual(['not-yet', 'code']);
    expect(await verdictOf('asked')).toEqual(['not-yet', 'traffic']);
    expect(await verdictOf('mixed')).toEqual(['not-yet', 'answers']);
    expect(await verdictOf('parent')).toEqual(['not-yet', 'dependants']);
    expect((await searchFlags(app, 'safeToRemove=30')).map(({ name }: { name: string }) => name)).toEqual([
        'child',
        'finished',
        'unused',
    ]);
    expect(await searchFlags(app, 'safeToRemove=32')).toEqual([]);
    expect((await app.get(`${PROJECT}/features/finished/removal`)).body.reasons).toContainEqual({
        about: 'answers',
        speaks: 'for',
        says: expect.stringContaining('All users in production have received on since'),
    });

    // A scan that is too old does not prove anything.
    app.passTime(31 * DAY);
    expect(await verdictOf('unused')).toEqual(['unknown', 'code']);
    expect(await app.get(`${PROJECT}/features/nowhere/removal`)).toMatchObject({ status: 404 });
});

test('an upload stores no references of flags in other projects', async () => {
    const app = await testApp();
    await app.has.project({ id: 'covert', mode: 'private' });
    await app.has.flag({ name: 'covert-flag', project: 'covert' });
    const member = await app.has.user({ projectRoles: { default: 'member' } });
    const body = {
        repository: 'acme/shop',
        branch: 'main',
        revision: 'abc',
        references: [at('covert-flag'), at('no-flag')],
        gone: [{ flag: 'covert-flag', revision: 'abc', at: '2026-01-01T00:00:00.000Z' }],
    };

    const response = await app.put(PATH, body, member);

    expect(response.body).toEqual({ references: 0, flags: 0, leftOut: ['covert-flag', 'no-flag'] });
    expect((await app.get('/api/admin/projects/covert/features/covert-flag/code-references')).body.branches).toEqual(
        [],
    );
    expect(await app.put('/api/admin/projects/covert/code-references', body, member)).toMatchObject({ status: 403 });

    // A flag that moves to another project loses the references of its former project.
    await app.has.flag({ name: 'mover', project: 'covert' });
    await app.put('/api/admin/projects/covert/code-references', { ...body, references: [at('mover')] });
    await app.post('/api/admin/projects/covert/features/mover/changeProject', { newProjectId: 'default' });
    expect((await referencesOf(app, 'mover')).branches).toEqual([]);
    expect((await searchFlags(app, 'query=mover'))[0]).not.toHaveProperty('codeReferences');
});

test('a role with only the upload permission can upload references, but cannot change flags', async () => {
    const app = await testApp();
    const { body: role } = await app.post('/api/admin/roles', {
        name: 'Pipeline',
        type: 'custom',
        permissions: [{ name: 'UPDATE_CODE_REFERENCES' }],
    });
    await app.has.flag({ name: 'anchor' });
    const pipeline = await app.has.user();
    await app.post(`${PROJECT}/access`, { roles: [role.roles.id], users: [pipeline.id], groups: [] });
    const body = { repository: 'r', branch: 'b', revision: 'abc', references: [at('anchor')] };

    expect(await app.put(PATH, body, pipeline)).toMatchObject({ status: 200 });
    expect(await app.post(`${PROJECT}/features`, { name: 'mine' }, pipeline)).toMatchObject({ status: 403 });
    expect(await app.put(PATH, body, await app.has.user())).toMatchObject({ status: 403 });
});

test('uploads that exceed a limit are refused, and the message names the limit', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'anchor' });
    for (let branch = 0; branch < 20; branch++) await upload(app, [], { branch: `b${branch}` });

    expect(await upload(app, [], { branch: 'b20' })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('limit of 20 branches of a repository') },
    });
    expect(await upload(app, [at('anchor')], { branch: 'b19' })).toMatchObject({ status: 200 });
    const many = Array.from({ length: 20_000 }, (_, index) => at('anchor', 'src/generated.ts', index + 1));
    expect(await upload(app, many, { branch: 'b19' })).toMatchObject({ status: 200, body: { references: 20_000 } });
    const { total, branches } = await referencesOf(app, 'anchor');
    expect([total, branches[0].places.length]).toEqual([20_000, 500]);
    expect(await upload(app, [...many, at('anchor')])).toMatchObject({ status: 400 });
    for (const branch of ['b0', 'b1']) await upload(app, [at('anchor')], { branch });
    await app.services.recordObservation((tx) =>
        tx.updateTable('code_references').set({ count: 499_998 }).where('count', '>', 1).execute(),
    );
    // The row of a flag that is no longer used counts towards the limit, too.
    await upload(app, [], { branch: 'b0' });
    expect(await upload(app, [at('anchor'), at('anchor')], { branch: 'b1' })).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('500001 code references of all projects') },
    });
});

test('all branches are returned with their number of references, but only the first ones with locations', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'anchor' });
    await upload(app, [at('anchor')]);
    for (let branch = 0; branch < 20; branch++) {
        await upload(app, [at('anchor')], { repository: 'acme/app', branch: `b${branch}`, isDefault: false });
    }

    const { total, branches } = await referencesOf(app, 'anchor');

    expect([total, branches.length]).toEqual([21, 21]);
    expect(branches[0]).toMatchObject({ branch: 'main', places: [{ path: 'src/app.ts' }] });
    expect(branches.at(-1)).toMatchObject({ count: 1, places: [] });
});

test.each([
    ['source text', { references: [{ ...at('anchor'), text: 'if (isEnabled("anchor"))' }] }],
    ['a path with a line break', { references: [at('anchor', 'a\nb')] }],
    ['line number 0', { references: [at('anchor', 'a', 0)] }],
    ['a link that runs code', { linkTemplate: 'javascript:alert({path})' }],
    ['a malformed revision', { revision: '../../x' }],
    ['an unknown kind', { references: [{ ...at('anchor'), kind: 'rumour' }] }],
])('an upload with %s is refused', async (_what, body) => {
    const app = await testApp();

    expect(await upload(app, [], body)).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
});
