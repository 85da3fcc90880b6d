import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const FEATURES = '/api/admin/projects/default/features';

async function appWithFlags(...names: string[]): Promise<TestApp> {
    const app = await testApp();
    for (const name of names) await app.has.flag({ name });
    return app;
}

const depend = (app: TestApp, child: string, body: unknown, options = {}) =>
    app.post(`${FEATURES}/${child}/dependencies`, body, options);

const dependenciesOf = async (app: TestApp, name: string) => (await app.get(`${FEATURES}/${name}`)).body.dependencies;

test('a dependency is shown by the parent, by the child and in the SDK response', async () => {
    const app = await appWithFlags('parent', 'child');

    expect(await depend(app, 'child', { feature: 'parent' })).toMatchObject({ status: 200, body: '' });

    expect(await dependenciesOf(app, 'child')).toEqual([{ feature: 'parent', enabled: true }]);
    expect((await app.get(`${FEATURES}/parent`)).body.children).toEqual(['child']);
    expect((await app.clientFeatures()).features).toMatchObject([
        { name: 'child', dependencies: [{ feature: 'parent', enabled: true }] },
        { name: 'parent' },
    ]);
    const { body } = await app.get('/api/admin/events/child');
    expect(body.events[0]).toMatchObject({
        type: 'feature-dependency-added',
        project: 'default',
        data: { feature: 'parent', enabled: true },
    });
});

test('a flag can have several parents', async () => {
    const app = await appWithFlags('a', 'b', 'child');
    await depend(app, 'child', { feature: 'b', enabled: false });
    await depend(app, 'child', { feature: 'a', variants: ['red', 'blue', 'red'] });

    expect(await dependenciesOf(app, 'child')).toEqual([
        { feature: 'a', enabled: true, variants: ['red', 'blue'] },
        { feature: 'b', enabled: false },
    ]);
});

test('adding a dependency again changes its condition; adding the same condition changes nothing', async () => {
    const app = await appWithFlags('parent', 'child');
    await depend(app, 'child', { feature: 'parent', variants: ['red'] });

    await depend(app, 'child', { feature: 'parent', enabled: true });
    expect(await dependenciesOf(app, 'child')).toEqual([{ feature: 'parent', enabled: true }]);
    expect(await depend(app, 'child', { feature: 'parent' }, { changesNothing: true })).toMatchObject({ status: 200 });
});

test('variants are dropped when the parent must be off', async () => {
    const app = await appWithFlags('parent', 'child');

    await depend(app, 'child', { feature: 'parent', enabled: false, variants: ['red'] });

    expect(await dependenciesOf(app, 'child')).toEqual([{ feature: 'parent', enabled: false }]);
});

test.each([
    ['itself', 'b', 'b'],
    ['a flag that depends on another', 'c', 'b'],
    ['a parent while others depend on it', 'a', 'c'],
    ['its own child', 'a', 'b'],
    ['a flag that does not exist', 'b', 'nothing'],
    ['an archived flag', 'c', 'archived'],
])('a flag cannot depend on %s', async (_what, child, feature) => {
    const app = await appWithFlags('a', 'b', 'c', 'archived');
    await app.delete(`${FEATURES}/archived`);
    await depend(app, 'b', { feature: 'a' });

    expect(await depend(app, child, { feature })).toMatchObject({
        status: 403,
        body: { name: 'InvalidOperationError' },
    });
});

test('parent and child must be in the same project', async () => {
    const app = await appWithFlags('child');
    const { id } = await app.has.project();
    await app.has.flag({ name: 'foreign', project: id });

    expect(await depend(app, 'child', { feature: 'foreign' })).toMatchObject({ status: 404 });
    expect(await depend(app, 'foreign', { feature: 'child' })).toMatchObject({ status: 404 });
    expect(await depend(app, 'nothing', { feature: 'child' })).toMatchObject({ status: 404 });
});

test.each([
    ['no parent', {}],
    ['a parent that is not text', { feature: 7 }],
    ['enabled that is not a boolean', { feature: 'a', enabled: 'yes' }],
    ['variants that are not a list', { feature: 'a', variants: 'red' }],
    ['too many variants', { feature: 'a', variants: Array.from({ length: 1_001 }, (_, index) => `v${index}`) }],
    ['an unknown property', { feature: 'a', when: 'always' }],
])('a dependency with %s is refused', async (_what, body) => {
    const app = await appWithFlags('a', 'child');

    expect(await depend(app, 'child', body)).toMatchObject({ status: 400, body: { name: 'ValidationError' } });
});

test('one parent or all parents can be removed; removing a missing dependency returns 404', async () => {
    const app = await appWithFlags('a', 'b', 'c', 'child');
    for (const feature of ['a', 'b', 'c']) await depend(app, 'child', { feature });
    const dependencies = `${FEATURES}/child/dependencies`;

    expect(await app.delete(`${dependencies}/a`)).toMatchObject({ status: 200 });
    expect(await app.delete(`${dependencies}/a`)).toMatchObject({ status: 404 });
    expect(await dependenciesOf(app, 'child')).toMatchObject([{ feature: 'b' }, { feature: 'c' }]);
    expect(await app.delete(dependencies)).toMatchObject({ status: 200 });
    expect(await app.delete(dependencies)).toMatchObject({ status: 404 });
    const { body } = await app.get('/api/admin/events/child');
    expect(body.events.slice(0, 2)).toMatchObject([
        {
            type: 'feature-dependencies-removed',
            preData: {
                dependencies: [
                    { feature: 'b', enabled: true },
                    { feature: 'c', enabled: true },
                ],
            },
        },
        { type: 'feature-dependency-removed', data: { feature: 'a' } },
    ]);
    expect(
        (await app.clientFeatures()).features.find(({ name }: { name: string }) => name === 'child'),
    ).not.toHaveProperty('dependencies');
});

test('possible parents are the other active flags of the project that depend on nothing', async () => {
    const app = await appWithFlags('a', 'b', 'child', 'archived');
    const { id } = await app.has.project();
    await app.has.flag({ name: 'foreign', project: id });
    await app.delete(`${FEATURES}/archived`);
    await depend(app, 'b', { feature: 'a' });

    expect(await app.get(`${FEATURES}/child/parents`)).toMatchObject({ status: 200, body: ['a'] });
    expect(await app.get(`${FEATURES}/nothing/parents`)).toMatchObject({ status: 404 });
});

test('the variants of a parent are those of all its environments and strategies', async () => {
    const app = await appWithFlags('parent');
    const variant = (name: string) => ({ name, weight: 1000, weightType: 'variable', stickiness: 'default' });
    await app.put(`${FEATURES}/parent/environments/production/variants`, [variant('red')]);
    await app.has.strategy({ flag: 'parent', variants: [variant('blue'), variant('red')] });

    expect(await app.get(`${FEATURES}/parent/parent-variants`)).toMatchObject({ status: 200, body: ['blue', 'red'] });
    expect(await app.get(`${FEATURES}/nothing/parent-variants`)).toMatchObject({ status: 404 });
});

test('a project reports whether any of its flags depends on another flag', async () => {
    const app = await appWithFlags('parent', 'child');
    const { id } = await app.has.project();

    expect(await app.get('/api/admin/projects/default/dependencies')).toMatchObject({ status: 200, body: false });
    await depend(app, 'child', { feature: 'parent' });
    expect(await app.get('/api/admin/projects/default/dependencies')).toMatchObject({ body: true });
    expect(await app.get(`/api/admin/projects/${id}/dependencies`)).toMatchObject({ body: false });
});

test('a flag of a private project is reported as missing to users without access', async () => {
    const app = await appWithFlags('child');
    await app.has.project({ id: 'covert', mode: 'private' });
    await app.has.flag({ name: 'hidden', project: 'covert' });
    const editor = await app.has.user({ rootRole: 'editor' });
    const responseFor = async (feature: string) => {
        const { status, body } = await depend(app, 'child', { feature }, editor);
        return { status, message: body.message.replace(feature, '') };
    };

    expect(await responseFor('hidden')).toEqual(await responseFor('nothing'));
});
