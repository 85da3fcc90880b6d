import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../support/test-app.ts';

const FEATURES = '/api/admin/projects/default/features';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const isOn = async (name: string): Promise<boolean> => {
    const { body } = await app.post('/api/admin/playground', {
        environment: 'development',
        context: { appName: 'spec' },
    });
    return body.features.find((feature: { name: string }) => feature.name === name)?.isEnabled;
};

describe('States and transitions', () => {
    test('a flag is archived and revived, with archivedAt only in between', async () => {
        await app.has.flag({ name: 'phoenix' });
        await app.delete(`${FEATURES}/phoenix`);
        const archived = (await app.get(`${FEATURES}/phoenix?archived=true`)).body;
        await app.post('/api/admin/archive/revive/phoenix');
        const revived = (await app.get(`${FEATURES}/phoenix`)).body;

        expect(archived).toMatchObject({ archived: true, archivedAt: expect.any(String) });
        expect(revived.archived).toBe(false);
        expect(revived).not.toHaveProperty('archivedAt');
    });

    test('an archived flag is not sent to SDKs', async () => {
        await app.has.flag({ name: 'leaving', enabled: true });
        const before = (await app.clientFeatures()).features.map(({ name }: { name: string }) => name);
        await app.delete(`${FEATURES}/leaving`);
        const after = (await app.clientFeatures()).features.map(({ name }: { name: string }) => name);

        expect(before).toContain('leaving');
        expect(after).not.toContain('leaving');
    });

    test('a flag is disabled if enabled is false, independent of its strategies', async () => {
        await app.has.flag({ name: 'switched', enabled: true });
        expect(await isOn('switched')).toBe(true);

        await app.post(`${FEATURES}/switched/environments/development/off`);
        expect(await isOn('switched')).toBe(false);
    });

    test.each(['development', 'production'])('a flag is on in %s alone', async (environment) => {
        const { name } = await app.has.flag({ enabled: [environment] });
        const { environments } = (await app.get(`${FEATURES}/${name}`)).body;

        expect(environments.filter((each: { enabled: boolean }) => each.enabled)).toMatchObject([
            { name: environment },
        ]);
    });

    test('a protected environment can be deleted only after its protection is removed', async () => {
        await app.has.environment({ name: 'precious', protected: true });

        expect(await app.delete('/api/admin/environments/precious')).toMatchObject({ status: 400 });
        await app.put('/api/admin/environments/update/precious', { protected: false });
        expect(await app.delete('/api/admin/environments/precious')).toMatchObject({ status: 200 });
    });

    test('a project can change from any mode to any other', async () => {
        await app.has.project({ id: 'moody' });
        for (const mode of ['private', 'protected', 'open', 'private', 'open']) {
            await app.put('/api/admin/projects/moody/settings', { mode });
            expect((await app.get('/api/admin/projects/moody')).body.mode).toBe(mode);
        }
    });

    test('an expired signup token becomes disabled automatically', async () => {
        const own = await testApp();
        const expiresAt = new Date(own.services.clock().getTime() + 3_600_000).toISOString();
        const { body: link } = await own.post('/api/admin/invite-link/tokens', { name: 'team', expiresAt });
        const read = async () => (await own.get(`/api/admin/invite-link/tokens/${link.secret}`)).body.enabled;

        expect(await read()).toBe(true);
        own.passTime(3_600_001);
        expect(await read()).toBe(false);
    });

    test('a disabled signup token does not allow a sign-up', async () => {
        const expiresAt = new Date(app.services.clock().getTime() + 3_600_000).toISOString();
        const { body: link } = await app.post('/api/admin/invite-link/tokens', { name: 'team', expiresAt });
        await app.put(`/api/admin/invite-link/tokens/${link.secret}`, { enabled: false });

        expect(await app.get(`/invite/${link.secret}/validate`, { token: null })).toMatchObject({ status: 400 });
    });
});
