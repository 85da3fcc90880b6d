import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listenTo } from '../../test/support/event-source.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, type TestApp, testApp } from '../../test/support/test-app.ts';
import { wholeDatabase } from '../../test/support/whole-database.ts';
import { archiveFlag } from '../admin/flags/flags/flag-archive.commands.ts';
import { setFlagEnabled } from '../admin/flags/flags/flag-switch.commands.ts';
import { SYSTEM_ACTOR } from '../core/access/actor.ts';
import { notFound } from '../core/errors/errors.ts';
import { type Change, stepOf } from './change.ts';
import { takeSteps } from './steps.ts';

const turnOn = (name: string) =>
    stepOf(setFlagEnabled, { project: 'default', name, environment: 'development', enabled: true });
const archive = (name: string) => stepOf(archiveFlag, { project: 'default', name });

const sdkSees = async (app: TestApp) => {
    const response = await app.get('/api/client/features', { token: CLIENT_TOKEN });
    return { body: response.body, etag: response.headers.get('etag') };
};

test('a rehearsal returns the events and the SDK definitions before and after', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'lantern' });
    const revision = await app.revision();

    const { events, publications, ...rest } = await app.services.rehearse(SYSTEM_ACTOR, [turnOn('lantern')]);

    expect(rest).toEqual({ revision, results: [undefined] });
    expect(events).toMatchObject([
        { id: revision + 1, type: 'feature-strategy-add', featureName: 'lantern' },
        { id: revision + 2, type: 'feature-environment-enabled', project: 'default', environment: 'development' },
    ]);
    const [flag] = publications.filter(({ kind }) => kind === 'flag');
    expect(flag).toMatchObject({ environment: 'development', name: 'lantern', project: 'default' });
    expect(JSON.parse(flag!.before!)).toMatchObject({ enabled: false, strategies: [] });
    expect(JSON.parse(flag!.after!)).toMatchObject({ enabled: true, strategies: [{ name: 'flexibleRollout' }] });
});

test('later steps see the effects of earlier ones', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'lantern', enabled: true });

    const { events, publications } = await app.services.rehearse(SYSTEM_ACTOR, [
        stepOf(setFlagEnabled, { project: 'default', name: 'lantern', environment: 'development', enabled: false }),
        archive('lantern'),
    ]);

    expect(events.map(({ type }) => type)).toEqual(['feature-environment-disabled', 'feature-archived']);
    expect(publications.filter(({ kind, environment }) => kind === 'flag' && environment === 'development')).toEqual([
        expect.objectContaining({ name: 'lantern', before: expect.stringContaining('"enabled":true'), after: null }),
    ]);
});

test('a failing step is named, leaves nothing behind, and the steps before it are reported', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'lantern' });
    await app.has.flag({ name: 'anchor' });
    const halfDone = stepOf(async (change, name: string) => {
        await archiveFlag(change, { project: 'default', name });
        await archiveFlag(change, { project: 'default', name: 'missing' });
    }, 'anchor');

    const rehearsal = await app.services.rehearse(SYSTEM_ACTOR, [
        turnOn('lantern'),
        turnOn('anchor'),
        halfDone,
        archive('lantern'),
    ]);

    expect(rehearsal.failed).toMatchObject({ step: 2, error: { status: 404 } });
    expect(rehearsal.results).toHaveLength(2);
    expect(rehearsal.events.map(({ type, featureName }) => `${featureName} ${type}`)).toEqual([
        'lantern feature-strategy-add',
        'lantern feature-environment-enabled',
        'anchor feature-strategy-add',
        'anchor feature-environment-enabled',
    ]);
    const flags = rehearsal.publications.filter(({ kind }) => kind === 'flag');
    expect(flags.map(({ name, after }) => `${name} ${JSON.parse(after!).enabled}`).sort()).toEqual([
        'anchor true',
        'lantern true',
    ]);
});

test('nothing of a rehearsal is stored, announced or counted, whether it fails or not', async () => {
    const app = await testApp();
    const { rehearse } = app.services;
    await app.has.flag({ name: 'lantern' });
    await app.has.flag({ name: 'anchor', enabled: true });
    const live = await listenTo(`${app.url}/api/admin/live`, { authorization: ADMIN_TOKEN });
    const sdk = await listenTo(`${app.url}/api/client/streaming`, { authorization: CLIENT_TOKEN });
    await Promise.all([live.next(), sdk.next()]);
    const before = { rows: await wholeDatabase(app.services), sdk: await sdkSees(app) };

    await rehearse(SYSTEM_ACTOR, [turnOn('lantern'), archive('anchor')]);
    await rehearse(SYSTEM_ACTOR, [archive('missing')]);
    await rehearse(SYSTEM_ACTOR, [turnOn('lantern'), archive('missing')]);
    await app.services.changeFeed.catchUp();

    expect(await wholeDatabase(app.services)).toEqual(before.rows);
    expect(await sdkSees(app)).toEqual(before.sdk);
    // The next notification is that of a real change.
    await app.post('/api/admin/projects/default/features/lantern/environments/development/on');
    expect((await live.next()).data.revision).toBe(await app.revision());
    expect((await sdk.next()).data.events).toMatchObject([{ type: 'feature-updated', feature: { name: 'lantern' } }]);
    expect([live.heard(), sdk.heard()]).toEqual([[], []]);
});

test('the later write equals the rehearsal, in one change or not at all', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'lantern' });
    await app.has.flag({ name: 'anchor', enabled: true });
    const { rehearse, write } = app.services;
    const steps = [turnOn('lantern'), archive('anchor')];
    const rehearsed = await rehearse(SYSTEM_ACTOR, steps);

    await expect(write(SYSTEM_ACTOR, takeSteps, [...steps, archive('missing')])).rejects.toThrow('missing');
    expect(await app.revision()).toBe(rehearsed.revision);
    await write(SYSTEM_ACTOR, takeSteps, steps);

    const { body } = await app.get('/api/admin/events');
    const written: { id: number; type: string; groupId: string }[] = body.events.slice(0, 3).reverse();
    expect(written.map(({ id, type }) => [id, type])).toEqual(rehearsed.events.map(({ id, type }) => [id, type]));
    expect(new Set(written.map(({ groupId }) => groupId)).size).toBe(1);
});

test('an internal error is not reported as a failing step', async () => {
    const app = await testApp();
    const broken = stepOf(async () => Promise.reject(new TypeError('broken')), undefined);

    await expect(app.services.rehearse(SYSTEM_ACTOR, [broken])).rejects.toThrow('broken');
    await app.has.flag();
});

/** Ways for a rehearsal to end early. */
const ENDINGS = {
    'is refused': () => Promise.reject(notFound('flag missing')),
    'breaks the service': () => Promise.reject(new TypeError('broken')),
    'is refused by the database': ({ tx }: Change) => sql`select nothing from nowhere`.execute(tx),
    'has taken too long': async ({ tx }: Change) => {
        await tx.updateTable('flags').set({ description: 'rehearsed' }).execute();
        throw new Error('canceling statement due to statement timeout');
    },
};

test.each(Object.keys(ENDINGS) as (keyof typeof ENDINGS)[])(
    'a rehearsal whose step %s does not block other writers',
    async (ending) => {
        const app = await testApp();
        await app.has.flag({ name: 'lantern' });
        const steps = [turnOn('lantern'), stepOf(ENDINGS[ending], undefined)];
        const rehearsals = Promise.allSettled(
            Array.from({ length: 3 }, () => app.services.rehearse(SYSTEM_ACTOR, steps)),
        );

        await app.post('/api/admin/projects/default/features/lantern/environments/development/on');
        const isNotified = ending === 'is refused';
        const results = await rehearsals;

        expect(new Set(results.map(({ status }) => status))).toEqual(new Set([isNotified ? 'fulfilled' : 'rejected']));
        await app.post('/api/admin/projects/default/features/lantern/environments/development/off');
        expect((await app.get('/api/admin/projects/default/features/lantern')).body.description).not.toBe('rehearsed');
    },
);
