import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const P = '/api/admin/projects/default';
const HERE = `${P}/features/checkout/environments/development`;

const ask = (app: TestApp, query: Record<string, string | number>, as = {}) =>
    app.get(
        `/api/admin/compare?${new URLSearchParams({ project: 'default', ...query } as Record<string, string>)}`,
        as,
    );

// biome-ignore lint/suspicious/noExplicitAny: the body of a response
const namesIn = (body: any) => body.changes.map(({ environment, name }: any) => `${environment} ${name}`);

test('two moments of a project are compared in sentences and as JSON', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });
    await app.has.flag({ name: 'untouched', enabled: true });
    const from = await app.revision();
    await app.post(`${HERE}/off`);
    await app.has.flag({ name: 'new' });
    const to = await app.revision();
    await app.delete(`${P}/features/checkout`);

    const { status, body } = await ask(app, { from, to, environment: 'development' });

    expect(status).toBe(200);
    expect(body).toMatchObject({
        from: { revision: from },
        to: { revision: to },
        changes: [
            {
                environment: 'development',
                kind: 'flag',
                name: 'checkout',
                before: { definition: { enabled: true }, sentences: expect.arrayContaining([expect.any(String)]) },
                after: { definition: { enabled: false } },
            },
            { name: 'new', before: { definition: null }, after: { definition: { name: 'new' } } },
        ],
    });
    expect(body).not.toHaveProperty('who');
    expect(namesIn((await ask(app, { from, to })).body)).toEqual([
        'development checkout',
        'development new',
        'production new',
    ]);
    expect(namesIn((await ask(app, { from })).body)).toEqual([
        'development checkout',
        'development new',
        'production checkout',
        'production new',
    ]);
    expect((await ask(app, { from: to, to })).body.changes).toEqual([]);
});

test('members that SDKs do not receive are compared, and changes after the second moment do not count', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });
    const strategy = await app.post(`${HERE}/strategies`, { name: 'default', title: 'first' });
    const from = await app.revision();
    const rename = async (title: string) => {
        await app.put(`${HERE}/strategies/${strategy.body.id}`, { name: 'default', title });
        return app.revision();
    };
    const to = await rename('second');
    const titled = (title: string) => ({ definition: { strategies: [{}, { title }] } });

    const renamed = [{ name: 'checkout', before: titled('first'), after: titled('second') }];
    expect((await ask(app, { from })).body.changes).toMatchObject(renamed);
    await rename('third');

    expect((await ask(app, { from })).body.changes).toMatchObject([
        { before: titled('first'), after: titled('third') },
    ]);
    expect((await ask(app, { from, to })).body.changes).toMatchObject(renamed);
});

test('segments used by flags of the project count, and the affected users of those flags are determined', async () => {
    const app = await testApp();
    await app.has.project({ id: 'other' });
    const [used, foreign] = [await app.has.segment({ name: 'used' }), await app.has.segment({ name: 'foreign' })];
    for (const [name, project, segment] of [
        ['checkout', 'default', used],
        ['elsewhere', 'other', foreign],
    ] as const) {
        await app.has.flag({ name, project });
        await app.has.strategy({ flag: name, project, segments: [segment.id] });
        await app.post(`/api/admin/projects/${project}/features/${name}/environments/development/on`);
    }
    const from = String(await app.revision());
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
    for (const { id, name } of [used, foreign]) await app.put(`/api/admin/segments/${id}`, { name, constraints });

    const { body } = await app.post('/api/admin/compare', {
        project: 'default',
        environment: 'development',
        from,
        contexts: [{ userId: '7' }, { userId: '8' }],
    });

    expect(namesIn(body)).toEqual(['* used']);
    expect(body.who).toMatchObject([
        { environment: 'development', population: 'given', evaluated: 2, flags: [{ name: 'checkout', onToOff: 1 }] },
    ]);
    const crowd = await ask(app, { from, environment: 'development', population: 'made-up' });
    expect(crowd.body.who).toMatchObject([{ population: 'made-up', flags: [{ name: 'checkout' }] }]);
});

test('flags that entered, left or were archived are compared, and unchanged flags and flags of other projects are not', async () => {
    const app = await testApp();
    await app.has.project({ id: 'other' });
    const segment = await app.has.segment({ name: 'beta' });
    for (const name of ['archived', 'leaves', 'repeated', 'same']) await app.has.flag({ name, enabled: true });
    for (const name of ['arrives', 'elsewhere']) await app.has.flag({ name, project: 'other', enabled: true });
    await app.has.strategy({ flag: 'same', segments: [segment.id] });
    const from = await app.revision();
    const move = (name: string, project: string, newProjectId: string) =>
        app.post(`/api/admin/projects/${project}/features/${name}/changeProject`, { newProjectId });
    await move('arrives', 'other', 'default');
    await move('leaves', 'default', 'other');
    await app.delete(`${P}/features/archived`);
    for (const state of ['off', 'on']) await app.post(`${P}/features/repeated/environments/development/${state}`);
    await app.post('/api/admin/projects/other/features/elsewhere/environments/development/off');
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
    await app.put(`/api/admin/segments/${segment.id}`, { name: 'pioneers', constraints });
    const to = await app.revision();
    await move('arrives', 'default', 'other');
    await move('leaves', 'other', 'default');

    const { body } = await ask(app, { from, to, environment: 'development' });

    const side = (project: string | null) => ({ definition: project === null ? null : { project } });
    expect(body.changes).toMatchObject([
        { name: 'archived', project: 'default', before: side('default'), after: side(null) },
        { name: 'arrives', project: 'default', before: side('other'), after: side('default') },
        { name: 'leaves', project: 'other', before: side('default'), after: side('other') },
        {
            environment: '*',
            kind: 'segment',
            id: segment.id,
            name: 'pioneers',
            before: { definition: { name: 'beta', constraints: [] } },
            after: { definition: { name: 'pioneers', constraints: [{ contextName: 'userId' }] } },
        },
    ]);
    expect(body.changes).toHaveLength(4);
});

test('a comparison names segments as they were called at each moment', async () => {
    const app = await testApp();
    const [renamed, unchanged] = [await app.has.segment({ name: 'beta' }), await app.has.segment({ name: 'staff' })];
    await app.has.flag({ name: 'checkout', enabled: true });
    await app.has.strategy({ flag: 'checkout', segments: [renamed.id, unchanged.id] });
    const from = await app.revision();
    await app.put(`/api/admin/segments/${renamed.id}`, { name: 'pioneers', constraints: [] });
    await app.post(`${HERE}/off`);

    const { body } = await ask(app, { from, environment: 'development' });

    const [{ before, after }] = body.changes;
    expect(before.sentences.join(' ')).toMatch(/beta.*staff/);
    expect(after.sentences.join(' ')).toMatch(/pioneers.*staff/);
});

test('comparisons of moments and of environments, and past lists, do not compile flags', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', enabled: true });
    const from = await app.revision();
    await app.post(`${HERE}/off`);

    expect(namesIn((await ask(app, { from })).body)).toEqual(['development checkout']);
    const differences = `${P}/environments/production/differences?source=development`;
    expect((await app.get(differences)).body.changes).toMatchObject([{ name: 'checkout' }]);
    expect((await app.get(`${P}/features?asOf=${from}`)).body.features).toMatchObject([
        { name: 'checkout', environments: [{ name: 'development', enabled: true }, { name: 'production' }] },
    ]);
    expect((await app.get(`${P}/overview?asOf=${from}`)).body.featureTypeCounts).toEqual([
        { type: 'release', count: 1 },
    ]);

    // Compiled flags would be returned at once.
    for (const snapshot of app.services.snapshots.all()) expect(snapshot.compiled(undefined)).toBeInstanceOf(Promise);
});

test('moments in the wrong order, invalid moments and missing projects return clear errors', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const now = await app.revision();

    expect(await ask(app, { from: now, to: now - 1 })).toMatchObject({
        status: 400,
        body: { details: [{ path: '/query/from', message: expect.stringContaining('comes after') }] },
    });
    expect(await ask(app, { from: 'soon' })).toMatchObject({
        status: 400,
        body: { details: [{ path: '/query/from' }] },
    });
    expect(await ask(app, { from: now, to: '9999-01-01T00:00:00Z' })).toMatchObject({
        status: 400,
        body: { details: [{ path: '/query/to' }] },
    });
    expect(await ask(app, { from: now, project: 'nowhere' })).toMatchObject({ status: 404 });
});

test('private projects, and flags that moved to one, are hidden from non-members', async () => {
    const app = await testApp();
    await app.has.project({ id: 'secret', mode: 'private' });
    const outsider = await app.has.user({ rootRole: 'editor' });
    const from = await app.revision();
    await app.has.flag({ name: 'moved' });
    await app.has.flag({ name: 'stays' });
    const to = await app.revision();
    await app.post(`${P}/features/moved/changeProject`, { newProjectId: 'secret' });

    expect(namesIn((await ask(app, { from, to, environment: 'development' }, outsider)).body)).toEqual([
        'development stays',
    ]);
    expect(namesIn((await ask(app, { from, to, environment: 'development' })).body)).toEqual([
        'development moved',
        'development stays',
    ]);
    const hidden = await ask(app, { from, project: 'secret' }, outsider);
    const never = await ask(app, { from, project: 'never' }, outsider);
    expect({ status: hidden.status, message: hidden.body.message }).toEqual({
        status: never.status,
        message: never.body.message.replace('never', 'secret'),
    });
});
