import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const FLAG = '/api/admin/projects/default/features/checkout';

/** An app with a flag called checkout, described as "before". */
async function appWithFlag(): Promise<TestApp> {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', description: 'before', type: 'experiment', impressionData: true });
    return app;
}

test('PUT replaces the settings: omitted members get their defaults', async () => {
    const app = await appWithFlag();
    await app.patch(FLAG, [{ op: 'replace', path: '/stale', value: true }]);

    expect(await app.put(FLAG, { description: 'after', stale: true })).toMatchObject({
        status: 200,
        body: { name: 'checkout', description: 'after', type: 'release', impressionData: false, stale: true },
    });
    expect(await app.put(FLAG, {})).toMatchObject({
        status: 200,
        body: { description: null, type: 'release', impressionData: false, stale: false, archived: false },
    });
});

test('PUT accepts the response of GET and ignores members that are not settings', async () => {
    const app = await appWithFlag();
    const { body } = await app.get(FLAG);

    const same = await app.put(FLAG, body, { changesNothing: true });
    const other = await app.put(FLAG, { ...body, name: 'other', project: 'other', tags: [], description: 'after' });

    expect(same).toMatchObject({ status: 200, body: { name: 'checkout', description: 'before' } });
    expect(other).toMatchObject({ status: 200, body: { name: 'checkout', project: 'default', description: 'after' } });
});

test('PUT archives and revives a flag only if `archived` is sent', async () => {
    const app = await appWithFlag();

    expect(await app.put(FLAG, { archived: true })).toMatchObject({ status: 200, body: { archived: true } });
    expect(await app.put(FLAG, { description: 'still archived' })).toMatchObject({ body: { archived: true } });
    expect(await app.put(FLAG, { archived: false })).toMatchObject({ body: { archived: false } });
});

test.each([
    ['a type that does not exist', { type: 'holiday' }],
    ['a type that is null', { type: null }],
    ['stale that is not a boolean', { stale: 'yes' }],
    ['an unknown property', { colour: 'red' }],
    ['an array', []],
])('PUT with %s returns 400', async (_what, body) => {
    const app = await appWithFlag();

    expect(await app.put(FLAG, body)).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
});

test('PUT on a flag of another project returns 404', async () => {
    const app = await appWithFlag();
    const other = await app.has.project();

    expect(await app.put(`/api/admin/projects/${other.id}/features/checkout`, {})).toMatchObject({ status: 404 });
});
