import { describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';

const DAY = 24 * 60 * 60 * 1000;

test('figures of an unknown project return 404', async () => {
    const app = await testApp();

    for (const figure of ['overview', 'health-report', 'insights', 'status', 'dora', 'flag-creators']) {
        const response = await app.get(`/api/admin/projects/nowhere/${figure}`);
        expect(response, figure).toMatchObject({ status: 404, body: { name: 'NotFoundError' } });
    }
});

test('the overview counts flags by type instead of listing them', async () => {
    const app = await testApp();
    await app.has.flag({ type: 'release' });
    await app.has.flag({ type: 'release' });
    await app.has.flag({ type: 'experiment' });
    const archived = await app.has.flag({ type: 'sunset' });
    await app.delete(`/api/admin/projects/default/features/${archived.name}`);

    const { body } = await app.get('/api/admin/projects/default/overview');

    expect(body).toMatchObject({
        version: 1,
        name: 'Default',
        health: 100,
        technicalDebt: 0,
        members: 0,
        stats: { createdCurrentWindow: 4 },
        featureTypeCounts: [
            { type: 'experiment', count: 1 },
            { type: 'release', count: 2 },
        ],
        linkTemplates: [],
        reviewOptional: false,
        archivedAt: null,
    });
    expect(body).not.toHaveProperty('features');
});

test('onboarding status: no flag, first flag, flag used by an SDK', async () => {
    const app = await testApp();
    const status = async () => {
        const { onboardingStatus } = (await app.get('/api/admin/projects/default/overview')).body;
        const { projects } = (await app.get('/api/admin/projects')).body;
        expect(projects[0].onboardingStatus).toEqual(onboardingStatus);
        return onboardingStatus;
    };
    expect(await status()).toEqual({ status: 'onboarding-started' });

    const { name } = await app.has.flag();
    app.passTime(1000);
    await app.has.flag();
    expect(await status()).toEqual({ status: 'first-flag-created', feature: name });

    await app.services.recordObservation((tx) =>
        tx.updateTable('flag_environments').set({ last_seen_at: '2026-01-01T00:00:00.000Z' }).execute(),
    );
    expect(await status()).toEqual({ status: 'onboarded' });
});

test('the health report is the old overview with counts', async () => {
    const app = await testApp();
    const { name } = await app.has.flag();
    await app.has.flag();
    await app.post('/api/admin/projects/default/stale', { features: [name], stale: true });

    const report = (await app.get('/api/admin/projects/default/health-report')).body;

    const overview = (await app.get('/api/admin/projects/default')).body;
    expect(report).toEqual({ ...overview, activeCount: 1, staleCount: 1, potentiallyStaleCount: 0, technicalDebt: 50 });
});

test('insights contain activity, lead time, health and members', async () => {
    const app = await testApp();
    const released = await app.has.flag({ enabled: ['production'] });
    await app.has.flag({ type: 'kill-switch' });
    await app.has.user({ projectRoles: { default: 'member' } });
    app.passTime(31 * DAY);
    await app.has.user({ projectRoles: { default: 'member' } });

    const { body } = await app.get('/api/admin/projects/default/insights');

    expect(body).toMatchObject({
        stats: { createdPastWindow: 2, avgTimeToProdCurrentWindow: 0.1, projectMembersAddedCurrentWindow: 1 },
        featureTypeCounts: [
            { type: 'kill-switch', count: 1 },
            { type: 'release', count: 1 },
        ],
        leadTime: { features: [{ name: released.name, timeToProduction: 0 }], projectAverage: 0.1 },
        health: { rating: 100, activeCount: 2, potentiallyStaleCount: 0, staleCount: 0 },
        technicalDebt: { rating: 0, activeCount: 2, potentiallyStaleCount: 0, staleCount: 0 },
        members: { currentMembers: 2, change: 1 },
    });
});

test('flag creators are the users who created active flags, by name', async () => {
    const app = await testApp();
    const editor = await app.has.user({ rootRole: 'editor' });
    const former = await app.has.user({ rootRole: 'editor' });
    await app.post('/api/admin/projects/default/features', { name: 'first' }, editor);
    await app.post('/api/admin/projects/default/features', { name: 'second' }, editor);
    await app.post('/api/admin/projects/default/features', { name: 'gone' }, former);
    await app.delete('/api/admin/projects/default/features/gone');
    await app.has.flag();

    const { body } = await app.get('/api/admin/projects/default/flag-creators');

    expect(body).toEqual([{ id: editor.id, name: `Name of ${editor.username}` }]);
});

describe('the status of a project', () => {
    test('counts its resources', async () => {
        const app = await testApp();
        await app.has.project({ id: 'shop' });
        await app.has.token({ projects: ['shop', 'default'] });
        await app.has.token({ projects: ['*'] });
        await app.has.segment({ project: 'shop' });
        await app.has.segment();
        await app.has.user({ projectRoles: { shop: 'member' } });
        const { name } = await app.has.flag({ project: 'shop' });
        await app.post('/api/admin/projects/shop/stale', { features: [name], stale: true });

        const { body } = await app.get('/api/admin/projects/shop/status');

        expect(body).toMatchObject({
            resources: { members: 1, apiTokens: 1, segments: 1 },
            health: { current: 0 },
            technicalDebt: { current: 100 },
            staleFlags: { total: 1 },
        });
    });

    test('counts the events of each day of the last year', async () => {
        const app = await testApp();
        await app.has.flag();
        app.passTime(400 * DAY);
        await app.has.flag();
        await app.has.flag();
        const monday = app.services.clock().toISOString().slice(0, 10);
        app.passTime(DAY);
        await app.has.flag();
        const tuesday = app.services.clock().toISOString().slice(0, 10);

        const { body } = await app.get('/api/admin/projects/default/status');

        expect(body.activityCountByDate).toEqual([
            { date: monday, count: 2 },
            { date: tuesday, count: 1 },
        ]);
    });

    test('contains the number of flags by lifecycle stage, and the average duration of completed stages', async () => {
        const app = await testApp();
        await app.has.flag();
        const completed = await app.has.flag();
        const archived = await app.has.flag();
        app.passTime(3 * DAY);
        await app.post(`/api/admin/projects/default/features/${completed.name}/lifecycle/complete`, { status: 'kept' });
        app.passTime(3 * DAY);
        await app.delete(`/api/admin/projects/default/features/${archived.name}`);

        const { body } = await app.get('/api/admin/projects/default/status');

        expect(body.lifecycleSummary).toEqual({
            initial: { averageDays: 4.5, currentFlags: 1 },
            preLive: { averageDays: null, currentFlags: 0 },
            live: { averageDays: null, currentFlags: 0 },
            completed: { averageDays: null, currentFlags: 1 },
            archived: { currentFlags: 1, last30Days: 1 },
        });
        app.passTime(31 * DAY);
        const later = (await app.get('/api/admin/projects/default/status')).body.lifecycleSummary.archived;
        expect(later).toEqual({ currentFlags: 1, last30Days: 0 });
    });
});
