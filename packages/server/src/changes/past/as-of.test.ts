import { beforeAll, describe, expect, test } from 'vitest';
import { ownFreshInstall, type TestApp, testApp } from '../../../test/support/test-app.ts';

const HOUR = 3_600_000;
const FEATURES = '/api/admin/projects/default/features';

const asked = (app: TestApp, asOf: string, question: Record<string, unknown> = {}) =>
    app.post('/api/admin/playground/advanced', {
        environments: ['development'],
        context: { appName: 'x' },
        asOf,
        ...question,
    });

async function namesAt(app: TestApp, asOf: string, environment = 'development') {
    const { body } = await asked(app, asOf, { environments: [environment] });
    return body.features.map(({ name }: { name: string }) => name);
}

describe('a moment', () => {
    let app: TestApp;
    let before: string;
    beforeAll(async () => {
        app = await testApp({ until: 'file' });
        app.passTime(HOUR);
        before = app.services.clock().toISOString();
        app.passTime(1);
        await app.has.flag({ name: 'first' });
        app.passTime(HOUR);
        await app.has.flag({ name: 'second' });
    });

    test('is a revision, or an instant in any zone', async () => {
        const revision = await app.revision();
        const [last] = (await app.get('/api/admin/events')).body.events;
        const inTokyo = new Date(Date.parse(last.createdAt) + 9 * HOUR).toISOString().replace('Z', '+09:00');

        expect((await asked(app, String(revision))).body.asOf).toEqual({ revision, at: last.createdAt });
        expect((await asked(app, last.createdAt)).body.asOf).toEqual({ revision, at: last.createdAt });
        expect((await asked(app, inTokyo)).body.asOf).toEqual({ revision, at: last.createdAt });
        expect((await asked(app, inTokyo.replace('+', ' '))).body.asOf).toEqual({ revision, at: last.createdAt });
        expect((await asked(app, inTokyo.replace('+09:00', '+0900'))).status).toBe(200);
        expect(await namesAt(app, String(revision - 1))).toEqual(['first']);
        expect(await namesAt(app, before)).toEqual([]);
    });

    test.each([
        ['yesterday', 'is not a moment'],
        ['-1', 'is not a moment'],
        ['1.5', 'is not a moment'],
        ['2026-11-16', 'is not a moment'],
        ['2026-11-16T09:00:00', 'says no zone'],
        ['2026-02-31T09:00:00Z', 'is on no calendar'],
        ['2026-11-16T25:00:00Z', 'is on no calendar'],
        ['0', 'before the first change'],
        ['1999-12-31T00:00:00Z', 'before the first change'],
        ['9999-12-31T00:00:00Z', 'has not come yet'],
        ['999999', 'There is no revision 999999 yet'],
        ['9'.repeat(99), 'yet. The newest is'],
    ])('%s gets 400, and the error describes the expected format', async (asOf, message) => {
        const { status, body } = await asked(app, asOf);

        expect(status).toBe(400);
        expect(body.details[0]).toMatchObject({ path: '/body/asOf', message: expect.stringContaining(message) });
    });

    test('includes all changes at the same instant', async () => {
        const instant = app.services.clock();
        const revision = await app.revision();
        await app.services.recordObservation(async (tx) => {
            await tx
                .updateTable('events')
                .set({ created_at: instant.toISOString() })
                .where('id', '>=', revision - 1)
                .execute();
        });

        expect((await asked(app, instant.toISOString())).body.asOf.revision).toBe(revision);
    });

    test('in the middle of a change is before it, because a change is atomic', async () => {
        const whole = await app.revision();
        await app.has.flag({ name: 'tagged', tags: [{ type: 'simple', value: 'old' }] });
        const { events } = (await app.get('/api/admin/events/tagged')).body;
        const created = events.find(({ type }: { type: string }) => type === 'feature-created');

        expect(await app.revision()).toBeGreaterThan(created.id);
        expect(created.id).toBeGreaterThan(whole);
        expect((await asked(app, String(created.id))).body.asOf.revision).toBe(whole);
        expect(await namesAt(app, String(created.id))).not.toContain('tagged');
        expect(await namesAt(app, String(await app.revision()))).toContain('tagged');
    });
});

describe('the playground for a past moment', () => {
    test('contains the flags of that moment, also of other environments, and no later flags', async () => {
        const app = await testApp();
        const { name: elsewhere } = await app.has.environment();
        await app.has.project({ id: 'far', environments: [elsewhere] });
        await app.has.flag({ name: 'away', project: 'far' });
        await app.has.flag({ name: 'gone' });
        const then = String(await app.revision());
        await app.has.flag({ name: 'later' });
        await app.delete(`${FEATURES}/gone`);
        await app.delete('/api/admin/archive/gone');
        await app.delete('/api/admin/projects/far/features/away');

        expect(await namesAt(app, then)).toEqual(['away', 'gone']);
        expect(await namesAt(app, then, elsewhere)).toEqual(['away', 'gone']);
        expect(await namesAt(app, String(await app.revision()))).toEqual(['later']);
        expect(await namesAt(app, then, 'never-there')).toEqual(['away', 'gone']);
    });

    test('evaluates with the time of that revision, unless the context contains another time, and returns the time used', async () => {
        const app = await testApp();
        const noon = new Date(app.services.clock().getTime() + HOUR).toISOString();
        await app.has.flag({ name: 'timed', enabled: true });
        await app.has.strategy({
            flag: 'timed',
            constraints: [{ contextName: 'currentTime', operator: 'DATE_AFTER', value: noon }],
        });
        const [default_] = (await app.get(`${FEATURES}/timed/environments/development/strategies`)).body;
        await app.delete(`${FEATURES}/timed/environments/development/strategies/${default_.id}`);
        const then = String(await app.revision());
        app.passTime(2 * HOUR);

        const entryFor = async (context: Record<string, unknown>) => {
            const { body } = await asked(app, then, { context: { appName: 'x', ...context } });
            return body.features[0].environments.development[0];
        };
        const { body } = await asked(app, then);

        expect(await entryFor({})).toMatchObject({ isEnabled: false, context: { currentTime: body.asOf.at } });
        const later = app.services.clock().toISOString();
        expect(await entryFor({ currentTime: later })).toMatchObject({
            isEnabled: true,
            context: { currentTime: later },
        });
        expect(body.asOf.at < noon).toBe(true);
        expect((await asked(app, later)).body.features[0].environments.development[0].isEnabled).toBe(true);
    });

    test('contains ids, titles and disabled strategies, also after a restart', async () => {
        const database = await ownFreshInstall();
        const app = await testApp({ database });
        await app.has.flag({ name: 'checkout', enabled: true });
        const { id } = await app.has.strategy({ flag: 'checkout', title: 'Nordics', disabled: true });
        const then = String(await app.revision());
        await app.delete(`${FEATURES}/checkout/environments/development/strategies/${id}`);
        await app.close();
        const restarted = await testApp({ database });

        const { body } = await asked(restarted, then);

        expect(body.features[0].environments.development[0].strategies.data).toMatchObject([
            { disabled: false },
            { id, title: 'Nordics', disabled: true, result: { evaluationStatus: 'unevaluated' } },
        ]);
        await restarted.close();
        await database.remove();
    });

    test('contains only the data that SDKs received if ids and titles were not stored yet', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'checkout', enabled: true });
        await app.has.strategy({ flag: 'checkout', title: 'Nordics' });
        await app.has.strategy({ flag: 'checkout', disabled: true });
        const then = String(await app.revision());
        await app.post(`${FEATURES}/checkout/environments/development/off`);
        // The state after the migration that introduced this data: it exists only from the last publication of the flag on.
        const revision = await app.revision();
        await app.services.recordObservation(async (tx) => {
            await tx
                .deleteFrom('publications')
                .where('kind', '=', 'hidden')
                .where('superseded_by', 'is not', null)
                .execute();
            await tx.updateTable('publications').set({ revision }).where('kind', '=', 'hidden').execute();
        });

        const { body } = await asked(app, then);
        const [entry] = body.features[0].environments.development;

        expect(entry.isEnabled).toBe(true);
        expect(entry.strategies.data).toHaveLength(2);
        expect(entry.strategies.data[1]).not.toHaveProperty('title');
    });

    test('accepts a moment in the simple endpoint, too', async () => {
        const app = await testApp();
        await app.has.flag({ name: 'first', enabled: true });
        const then = String(await app.revision());
        await app.post(`${FEATURES}/first/environments/development/off`);
        const question = { environment: 'development', context: { appName: 'x' } };

        const { body } = await app.post('/api/admin/playground', { ...question, asOf: then });

        expect(body).toMatchObject({ asOf: { revision: Number(then) }, features: [{ isEnabled: true }] });
        expect((await app.post('/api/admin/playground', question)).body).toMatchObject({
            features: [{ isEnabled: false }],
        });
    });
});
