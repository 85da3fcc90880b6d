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
        { environment: 'development', population: 'given', asked: 2, flags: [{ name: 'checkout', onToOff: 1 }] },
    ]);
    const crowd = await ask(app, { from, environment: 'development', population: 'made-up' });
    expect(crowd.body.who).toMatchObject([{ population: 'made-up', flags: [{ name: 'checkout' }] }]);
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
