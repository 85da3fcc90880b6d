import { expect, test } from 'vitest';
import { protectedStrategy, turnOn } from '../../../../test/support/change-requests.ts';
import { environmentOf, newTemplate, rollout, step } from '../../../../test/support/releases.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { wholeDatabase } from '../../../../test/support/whole-database.ts';

const E = environmentOf('checkout');
const MINUTE = 60_000;
const hour = { intervalMinutes: 60 };
const day = { intervalMinutes: 24 * 60 };

/** 100 users; about a tenth of them are in a rollout of 10 %. */
const users = Array.from({ length: 100 }, (_, number) => ({ userId: `user-${number}` }));

const rehearse = (app: TestApp, body: object, at = E, as = {}) =>
    app.post(`${at}/release-plans/rehearse`, { contexts: users, ...body }, { changesNothing: true, ...as });

const instant = (app: TestApp, minutes: number) =>
    new Date(app.services.clock().getTime() + minutes * MINUTE).toISOString();

const later = (from: string, minutes: number) => new Date(Date.parse(from) + minutes * MINUTE).toISOString();

const inSteps = (app: TestApp) =>
    newTemplate(app, { milestones: [step('few', '10', hour), step('half', '50', day), step('all', '100')] });

async function withFlag(options = {}) {
    const app = await testApp();
    await app.has.flag({ name: 'checkout', ...options });
    return app;
}

test('a template is rehearsed before it is added: the users and the start of every milestone', async () => {
    const app = await withFlag();
    const { id: templateId } = await inSteps(app);
    const startAt = instant(app, 30);
    const before = await wholeDatabase(app.services);

    const { status, body } = await rehearse(app, { templateId, startAt });

    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ isOn: false, requiresApproval: false, conflicts: [] });
    expect(body.milestones.map(({ name }: { name: string }) => name)).toEqual(['few', 'half', 'all']);
    const [few, half, all] = body.milestones;
    expect(few.start).toMatchObject({ state: 'planned', at: startAt });
    expect(half.start).toEqual({ state: 'planned', at: later(startAt, 60) });
    expect(all.start).toEqual({ state: 'planned', at: later(startAt, 25 * 60) });
    expect(all.users).toMatchObject({ state: 'counted', evaluated: 100, on: 100, start: 100, stop: 0 });
    expect(few.users.on).toBeGreaterThan(0);
    expect(few.users.on).toBeLessThan(30);
    expect(half.users.on).toBeGreaterThan(few.users.on);
    expect(half.users.on).toBeLessThan(100);
    expect(await wholeDatabase(app.services)).toEqual(before);
});

test('own strategies of a flag that is on are part of every milestone', async () => {
    const app = await withFlag();
    await app.has.strategy({
        flag: 'checkout',
        environment: 'development',
        name: 'userWithId',
        parameters: { userIds: 'user-1,user-2' },
    });
    await app.post(`${E}/on`);

    const { body } = await rehearse(app, {
        name: 'own',
        milestones: [
            {
                name: 'one',
                sortOrder: 0,
                strategies: [{ name: 'userWithId', parameters: { userIds: 'user-2,user-3' } }],
            },
        ],
    });

    expect(body).toMatchObject({ isOn: true, milestones: [{ users: { on: 3, start: 1, stop: 0 } }] });
});

test('a plan that runs is rehearsed from its active milestone, whose users are counted although nothing changes', async () => {
    const app = await withFlag({ enabled: false });
    const { id: templateId } = await inSteps(app);
    const { body: plan } = await app.post(`${E}/release-plans`, { templateId });
    await app.post(`${E}/on`);
    const startedAt = app.services.clock().getTime();
    app.passTime(10 * MINUTE);

    const { body } = await rehearse(app, { planId: plan.id });

    const [few, half, all] = body.milestones;
    expect(few.start.state).toBe('started');
    expect(few.users).toMatchObject({ start: 0, stop: 0 });
    expect(few.users.on).toBeGreaterThan(0);
    expect(half.users.start).toBe(half.users.on - few.users.on);
    expect(Math.abs(Date.parse(half.start.at) - startedAt - 60 * MINUTE)).toBeLessThan(MINUTE);
    expect(all.users).toMatchObject({ on: 100, stop: 0 });

    await app.post(`${E}/progressions/${plan.id}/pause`);
    const paused = (await rehearse(app, { planId: plan.id })).body.milestones;
    expect(paused[1].start).toEqual({ state: 'unknown', at: null, reason: expect.stringContaining('paused') });
    expect(paused[2].start).toMatchObject({ state: 'unknown', at: null });
});

test('a milestone without a condition waits for a user, and exposures make times the earliest ones', async () => {
    const app = await withFlag({ enabled: true });
    const { id: templateId } = await newTemplate(app, {
        milestones: [
            step('few', '10', { ...hour, minimumExposures: 1000 }),
            step('half', '50', hour),
            step('most', '90'),
            step('all', '100'),
        ],
    });

    const { body } = await rehearse(app, { templateId });

    const starts = body.milestones.map(({ start }: { start: { state: string } }) => start.state);
    expect(starts).toEqual(['planned', 'earliest', 'earliest', 'by hand']);
    expect(body.milestones[1].start.reason).toContain('1000 evaluations');
    expect(body.milestones[3].start.at).toBeNull();
});

test('freeze windows hold milestones until they end', async () => {
    const app = await testApp();
    const local = (minutes: number) => instant(app, minutes).slice(0, 16);
    const { project, flag, author } = await protectedStrategy(app, {
        rules: { frozen: [{ timeZone: 'UTC', from: local(30), to: local(300) }] },
    });

    const { body } = await rehearse(
        app,
        {
            name: 'own',
            milestones: [
                { ...step('few', '20', hour), sortOrder: 0 },
                { ...step('all', '100'), sortOrder: 1 },
            ],
        },
        environmentOf(flag, 'production', project),
        author,
    );

    expect(body.requiresApproval).toBe(true);
    expect(body.milestones[1].start).toEqual({
        state: 'planned',
        at: `${local(300)}:00.000Z`,
        reason: expect.stringContaining('freeze window'),
    });
});

async function scheduledOn(
    changes: (made: Awaited<ReturnType<typeof protectedStrategy>>) => unknown,
    minutes: number,
    isOn = true,
) {
    const app = await testApp();
    const made = await protectedStrategy(app);
    const at = environmentOf(made.flag, 'production', made.project);
    if (isOn) await app.post(`${at}/on`);
    const id = await made.approved(changes(made));
    await made.move(id, 'Scheduled', made.owner, { scheduledAt: instant(app, minutes) });
    const own = {
        name: 'own',
        milestones: [
            { ...step('few', '20', hour), sortOrder: 0 },
            { ...step('half', '50', hour), sortOrder: 1 },
            { ...step('all', '100'), sortOrder: 2 },
        ],
    };
    return { app, made, at, id, own };
}

test('a schedule that turns the flag off before a milestone leaves its start unknown', async () => {
    const { app, made, at, id, own } = await scheduledOn(
        ({ flag }) => ({ feature: flag, action: 'updateEnabled', payload: { enabled: false } }),
        90,
    );

    const { body } = await rehearse(app, own, at, made.author);

    const [few, half, all] = body.milestones;
    expect([few.start.state, half.start.state]).toEqual(['planned', 'planned']);
    expect(all).toMatchObject({ after: [id], users: null, start: { state: 'unknown', at: null } });
    expect(all.start.reason).toContain('off');
    expect(body.conflicts).toMatchObject([{ changeRequest: id, state: 'Scheduled', about: 'flag' }]);
});

test('the scheduled change of an own strategy counts from its time on', async () => {
    const { app, made, at, own } = await scheduledOn(({ rollout: change }) => change('100'), 90);

    const { body } = await rehearse(app, own, at, made.author);

    const [few, half, all] = body.milestones;
    expect(few.users.on).toBeLessThan(100);
    expect(half.users.on).toBeLessThan(100);
    expect(all.users.on).toBe(100);
});

test('a plan of a flag that a schedule turns on starts at that time', async () => {
    const { app, made, at, own } = await scheduledOn(({ flag }) => turnOn(flag), 90, false);

    const { body } = await rehearse(app, own, at, made.author);

    expect(Date.parse(body.milestones[0].start.at) - app.services.clock().getTime()).toBeGreaterThan(85 * MINUTE);
    expect(body.milestones[0].start.reason).toContain('turns the flag on');
});

test('open change requests of the flag and of segments of the plan are conflicts, drafts of others are not', async () => {
    const app = await testApp();
    const { project, flag, propose, move, author, owner, other, rollout: change } = await protectedStrategy(app);
    const segment = await app.has.segment({ project });
    const at = environmentOf(flag, 'production', project);
    const { id: draft } = (await propose(change('70'), other)).body;
    const { id: open } = (await propose(change('60'), author)).body;
    await move(open, 'In review', author);
    const own = {
        name: 'own',
        milestones: [{ name: 'one', sortOrder: 0, strategies: [rollout('50', { segments: [segment.id] })] }],
    };

    const constraints = [{ contextName: 'plan', operator: 'IN', values: ['pro'] }];
    const ofSegment = {
        action: 'updateSegment',
        payload: { id: segment.id, name: segment.name, project, constraints },
    };
    const { id: aboutSegment } = (await propose(ofSegment, owner)).body;
    await move(aboutSegment, 'In review', owner);

    const { body } = await rehearse(app, own, at, author);

    expect(body.conflicts).toMatchObject([
        { changeRequest: open, about: 'flag', state: 'In review' },
        { changeRequest: aboutSegment, about: 'segment', state: 'In review' },
    ]);
    expect(JSON.stringify(body.conflicts)).not.toContain(`"changeRequest":${draft},`);
});

test('without a sample there is no number, and what pseudonyms cannot show is withheld', async () => {
    const app = await withFlag({ enabled: true });
    const strategies = [{ name: 'userWithId', parameters: { userIds: 'user-1' } }];
    const own = { name: 'own', contexts: undefined, milestones: [{ name: 'one', sortOrder: 0, strategies }] };

    const none = await rehearse(app, { ...own, population: 'traffic' });
    expect(none.body.milestones[0].users).toMatchObject({ state: 'no sample', on: null, start: null, stop: null });
    const personas = await rehearse(app, { ...own, population: 'personas' });
    expect(personas.body.milestones[0].users).toMatchObject({ state: 'no sample', on: null });

    const { secret: token } = await app.has.token({ type: 'frontend', environment: 'development', projects: ['*'] });
    for (const { userId } of users) await app.get(`/api/frontend?userId=${userId}`, { token });
    const viewer = await app.has.user({ rootRole: 'viewer' });
    const withheld = await rehearse(app, { ...own, population: 'traffic' }, E, viewer);
    expect(withheld.body.milestones[0].users).toMatchObject({
        state: 'withheld',
        on: null,
        reason: expect.stringContaining('pseudonymised'),
    });
});

test('a rehearsal of an impossible plan is refused with the reason', async () => {
    const app = await withFlag({ enabled: true });
    const { id: templateId } = await inSteps(app);
    const { id: planId } = (await app.post(`${E}/release-plans`, { templateId })).body;

    expect(await rehearse(app, { templateId })).toMatchObject({ status: 409 });
    expect(await rehearse(app, { planId, templateId })).toMatchObject({ status: 400 });
    expect(await rehearse(app, { planId: 'nothing' })).toMatchObject({ status: 404 });
    expect(await rehearse(app, { templateId }, environmentOf('nothing'))).toMatchObject({ status: 404 });
    await app.has.flag({ name: 'gone' });
    await app.delete('/api/admin/projects/default/features/gone');
    expect(await rehearse(app, { templateId }, environmentOf('gone'))).toMatchObject({
        status: 400,
        body: { details: [{ message: expect.stringContaining('archived') }] },
    });
});
