import { beforeAll, describe, expect, test } from 'vitest';
import { reconsiderStaleFlags } from '../../src/admin/flags/flags/flag-staleness.commands.ts';
import { SYSTEM_ACTOR } from '../../src/core/access/actor.ts';
import { type TestApp, testApp } from '../support/test-app.ts';
import { kindOf } from './kinds.ts';

const FEATURES = '/api/admin/projects/default/features';
const DAY = 86_400_000;

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
    await app.has.flag({ name: 'bare' });
    await app.has.flag({ name: 'parent', enabled: true });
    await app.has.flag({
        name: 'full',
        type: 'experiment',
        description: 'All there is',
        impressionData: true,
        tags: [{ type: 'simple', value: 'team-a' }],
        enabled: true,
    });
    await app.post(`${FEATURES}/full/dependencies`, { feature: 'parent', enabled: true, variants: ['a'] });
    await app.put(`${FEATURES}/full/environments/development/variants`, [{ name: 'a', weight: 1000 }]);
});

const read = async (name: string) => (await app.get(`${FEATURES}/${name}?variantEnvironments=true`)).body;

describe('Feature', () => {
    test.each([
        ['name', 'string'],
        ['type', 'string'],
        ['description', 'string'],
        ['archived', 'boolean'],
        ['project', 'string'],
        ['stale', 'boolean'],
        ['favorite', 'boolean'],
        ['impressionData', 'boolean'],
        ['createdAt', 'date-time'],
        ['environments', 'list'],
        ['tags', 'list'],
        ['children', 'list'],
        ['lifecycle', 'object'],
        ['dependencies', 'list'],
    ])('%s is of the kind %s', async (member, kind) => {
        expect(kindOf((await read('full'))[member])).toBe(kind);
    });

    test.each([
        ['description', 'null'],
        ['lastSeenAt', 'null'],
    ])('%s, which is nullable, is null by default', async (member, kind) => {
        expect(kindOf((await read('bare'))[member])).toBe(kind);
    });

    test.each(['enabled', 'variants', 'strategies', 'archivedAt'])(
        '%s, which is optional, is absent: environments contain it, or it does not apply',
        async (member) => {
            expect(kindOf((await read('bare'))[member])).toBe('absent');
        },
    );

    test('name is unique in the instance', async () => {
        await app.has.project({ id: 'elsewhere' });

        expect(await app.post('/api/admin/projects/elsewhere/features', { name: 'bare' })).toMatchObject({
            status: 409,
            body: { name: 'NameExistsError' },
        });
    });

    test.each(['experiment', 'kill-switch', 'release', 'operational', 'permission'])('type may be %s', async (type) => {
        const { name } = await app.has.flag({ type });

        expect(await read(name)).toMatchObject({ type });
    });

    test('type defaults to release, and a type that does not exist returns 400', async () => {
        expect(await read('bare')).toMatchObject({ type: 'release' });
        expect(await app.post(FEATURES, { name: 'odd', type: 'odd' })).toMatchObject({ status: 400 });
    });

    describe('stale', () => {
        const seen: Record<string, boolean> = {};
        beforeAll(async () => {
            const aging = await testApp({ until: 'file' });
            for (const type of ['operational', 'release', 'permission']) await aging.has.flag({ name: type, type });
            let today = 0;
            for (const day of [8, 39, 41, 1000]) {
                aging.passTime((day - today) * DAY);
                today = day;
                // The job that runs every minute.
                await aging.services.write(SYSTEM_ACTOR, reconsiderStaleFlags, undefined);
                for (const { name, stale } of (await aging.get(FEATURES)).body.features) seen[`${name} ${day}`] = stale;
            }
        });

        test.each([
            ['operational', 8, true],
            ['release', 8, false],
            ['release', 39, false],
            ['release', 41, true],
            ['permission', 1000, false],
        ])('is derived from age and type: for a flag of type %s after %i days it is %s', (type, days, stale) => {
            expect(seen[`${type} ${days}`]).toBe(stale);
        });
    });

    test('archived and archivedAt show that a flag is archived', async () => {
        await app.has.flag({ name: 'gone' });
        await app.delete(`${FEATURES}/gone`);
        const { body } = await app.get(`${FEATURES}/gone?archived=true`);

        expect(body.archived).toBe(true);
        expect(kindOf(body.archivedAt)).toBe('date-time');
    });

    test('tags have a value of 2 to 50 characters and a type', async () => {
        expect((await read('full')).tags).toEqual([{ type: 'simple', value: 'team-a' }]);
    });

    test('children are the names of flags that depend on it', async () => {
        expect((await read('parent')).children).toEqual(['full']);
    });

    test('dependencies name the parent, its state, and variants only if it is enabled', async () => {
        expect((await read('full')).dependencies).toEqual([{ feature: 'parent', enabled: true, variants: ['a'] }]);
        await app.post(`${FEATURES}/bare/dependencies`, { feature: 'parent', enabled: false, variants: ['a'] });

        expect((await read('bare')).dependencies).toEqual([{ feature: 'parent', enabled: false }]);
        await app.delete(`${FEATURES}/bare/dependencies`);
    });

    test('lifecycle has a stage and its start time', async () => {
        const { lifecycle, createdAt } = await read('bare');

        expect(lifecycle).toEqual({ stage: 'initial', enteredStageAt: createdAt });
    });

    test('favorite depends on the caller', async () => {
        const ada = await app.has.user();
        await app.post(`${FEATURES}/bare/favorites`, undefined, ada);

        expect((await app.get(`${FEATURES}/bare`, ada)).body.favorite).toBe(true);
        expect((await read('bare')).favorite).toBe(false);
    });
});

describe('Feature environment', () => {
    const environmentOf = async (name: string, environment: string) =>
        (await read(name)).environments.find((each: { name: string }) => each.name === environment);

    test.each([
        ['name', 'string'],
        ['featureName', 'string'],
        ['environment', 'string'],
        ['type', 'string'],
        ['enabled', 'boolean'],
        ['sortOrder', 'integer'],
        ['variantCount', 'integer'],
        ['strategies', 'list'],
        ['variants', 'list'],
        ['hasStrategies', 'boolean'],
        ['hasEnabledStrategies', 'boolean'],
    ])('%s is of the kind %s', async (member, kind) => {
        expect(kindOf((await environmentOf('full', 'development'))[member])).toBe(kind);
    });

    test('lastSeenAt is null until metrics were collected, then their time', async () => {
        expect((await environmentOf('bare', 'development')).lastSeenAt).toBeNull();

        const sdk = { token: '*:development.client-token-of-the-tests' };
        const now = new Date().toISOString();
        const bucket = { start: now, stop: now, toggles: { full: { yes: 1, no: 0 } } };
        await app.post('/api/client/metrics', { appName: 'shop', bucket }, sdk);
        await app.services.reports.store();

        expect(kindOf((await environmentOf('full', 'development')).lastSeenAt)).toBe('date-time');
    });

    test('a flag is configured in each environment of its project', async () => {
        expect(await environmentOf('full', 'development')).toMatchObject({ type: 'development', enabled: true });
        expect(await environmentOf('full', 'production')).toMatchObject({ type: 'production', enabled: false });
    });

    test('variantCount, hasStrategies and hasEnabledStrategies reflect the existing variants and strategies', async () => {
        expect(await environmentOf('full', 'development')).toMatchObject({
            variantCount: 1,
            hasStrategies: true,
            hasEnabledStrategies: true,
        });
        expect(await environmentOf('bare', 'production')).toMatchObject({
            variantCount: 0,
            hasStrategies: false,
            hasEnabledStrategies: false,
        });
    });

    test('a disabled strategy counts for hasStrategies, not for hasEnabledStrategies', async () => {
        await app.has.flag({ name: 'paused' });
        await app.has.strategy({ flag: 'paused', disabled: true });

        expect(await environmentOf('paused', 'development')).toMatchObject({
            hasStrategies: true,
            hasEnabledStrategies: false,
        });
    });
});

describe('Lifecycle', () => {
    test('the stages are initial, pre-live, live, completed and archived', async () => {
        await app.has.flag({ name: 'living', enabled: ['production'] });
        const isUsedIn = async (environment: string) => {
            const { secret: token } = await app.has.token({ environment });
            const now = app.services.clock().toISOString();
            const bucket = { start: now, stop: now, toggles: { living: { yes: 1, no: 0 } } };
            await app.post('/api/client/metrics', { appName: 'shop', bucket }, { token });
            await app.services.reports.store();
        };
        const stage = async () => (await app.get(`${FEATURES}/living?archived=true`)).body.lifecycle.stage;
        const seen = [await stage()];

        await isUsedIn('development');
        seen.push(await stage());
        await isUsedIn('production');
        seen.push(await stage());
        await app.post(`${FEATURES}/living/lifecycle/complete`, { status: 'kept' });
        seen.push(await stage());
        await app.delete(`${FEATURES}/living`);
        seen.push(await stage());

        expect(seen).toEqual(['initial', 'pre-live', 'live', 'completed', 'archived']);
    });
});
