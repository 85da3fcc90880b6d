import { expect, onTestFinished, test } from 'vitest';
import { protect } from '../../../../test/support/protect.ts';
import { ownFreshInstall, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { findSafeguardHold } from './safeguard-holds.queries.ts';

const FLAG = '/api/admin/projects/default/features/checkout';
const ENVIRONMENT = `${FLAG}/environments/development`;
const rollout = (percentage: string) => ({
    ...{ name: 'flexibleRollout', parameters: { rollout: percentage, stickiness: 'userId', groupId: 'checkout' } },
});

const COMPARISON = { comparison: { outcome: 'error', margin: 0.02, minimumSample: 50, graceMinutes: 10 } };
const THRESHOLD = {
    impactMetric: { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
    triggerCondition: { operator: '>', threshold: 5 },
};

/** A flag whose plan is in its second of three milestones, at 50 %. */
async function release(options: Parameters<typeof testApp>[0] = {}, condition: object = {}) {
    const app = await testApp(options);
    await app.has.flag({ name: 'checkout' });
    const { body: template } = await app.post('/api/admin/release-plan-templates', {
        name: 'three steps',
        milestones: [
            { name: 'few', sortOrder: 0, strategies: [rollout('10')] },
            {
                name: 'half',
                sortOrder: 1,
                strategies: [rollout('50')],
                transitionCondition: { intervalMinutes: 600, ...condition },
            },
            { name: 'all', sortOrder: 2, strategies: [rollout('100')] },
        ],
    });
    const { body: plan } = await app.post(`${ENVIRONMENT}/release-plans`, { templateId: template.id });
    await app.post(`${ENVIRONMENT}/on`);
    const path = `${ENVIRONMENT}/release-plans/${plan.id}`;
    await app.post(`${path}/milestones/${plan.milestones[1].id}/start`);
    const { secret: token } = await app.has.token({ environment: 'development' });
    return { app, plan, path, token, safeguards: `${path}/safeguards` };
}

/** Users meet the flag, and some of each arm have an error. */
async function traffic(app: TestApp, token: string, errors: { treatment: number; control: number }, name = 'user') {
    await app.services.safeguardChecks.alignInterests();
    const { secret: frontend } = await app.has.token({ environment: 'development', type: 'frontend' });
    const outcomes: object[] = [];
    const had = { treatment: 0, control: 0 };
    const users = Array.from({ length: 600 }, (_, index) => `${name}-${index}`);
    const arms = new Map<string, 'treatment' | 'control'>();
    for (let first = 0; first < users.length; first += 50) {
        const part = users.slice(first, first + 50);
        const ask = (userId: string) => app.send('GET', `/api/frontend?userId=${userId}`, { token: frontend });
        for (const [index, { body }] of (await Promise.all(part.map(ask))).entries()) {
            arms.set(part[index]!, body.toggles.length > 0 ? 'treatment' : 'control');
        }
    }
    for (const [userId, arm] of arms) {
        if (had[arm]++ < errors[arm]) outcomes.push({ name: 'error', context: { userId } });
    }
    await app.services.evaluationRecorder.flush();
    await app.post('/api/client/outcomes', { outcomes }, { token });
    await app.services.reports.store();
}

async function check(app: TestApp, safeguards: string) {
    app.passTime(30_000);
    await app.services.dueWork.runDue();
    return (await app.get(safeguards)).body.safeguards[0];
}

const state = async (app: TestApp) => {
    const [plan] = (await app.get(`${ENVIRONMENT}/release-plans`)).body;
    const { milestones, activeMilestoneId } = plan;
    const active = milestones.find(({ id }: { id: string }) => id === activeMilestoneId)?.name;
    const { environments } = (await app.get(FLAG)).body;
    const { enabled } = environments.find(({ name }: { name: string }) => name === 'development');
    const isPaused = milestones.some(({ pausedAt }: { pausedAt: string | null }) => pausedAt);
    return { active, enabled, isPaused };
};

const eventsOf = async (app: TestApp, type: string) =>
    (await app.get('/api/admin/events')).body.events.filter((event: { type: string }) => event.type === type);

test('harm that a comparison shows returns the release to the previous milestone, and the log has the numbers', async () => {
    const { app, token, safeguards } = await release();
    await app.put(safeguards, { ...COMPARISON, action: { type: 'returnToPreviousMilestone' } });
    await traffic(app, token, { treatment: 150, control: 5 });

    const { state: shown, evaluation } = await check(app, safeguards);
    expect(shown).toBe('harm shown');
    expect(evaluation.effect).toBeGreaterThan(0.2);
    expect(evaluation.bounds[0]).toBeGreaterThan(0.02);
    expect(evaluation.units.control + evaluation.units.treatment).toBe(600);
    expect(await state(app)).toEqual({ active: 'few', enabled: true, isPaused: true });
    const [event] = await eventsOf(app, 'safeguard-triggered');
    expect(event).toMatchObject({
        createdBy: 'safeguard',
        data: { comparison: { outcome: 'error' }, evaluation: { state: 'harm shown', effect: evaluation.effect } },
    });

    await check(app, safeguards);
    expect(await eventsOf(app, 'safeguard-triggered')).toHaveLength(1);
});

test.each([
    ['pauseReleasePlanProgressions', { active: 'half', enabled: true, isPaused: true }],
    ['disableFeatureEnvironment', { active: 'half', enabled: false, isPaused: false }],
])('the action %s does only that', async (type, expected) => {
    const { app, token, safeguards } = await release();
    await app.put(safeguards, { ...COMPARISON, action: { type } });
    await traffic(app, token, { treatment: 150, control: 5 });
    await check(app, safeguards);
    expect(await state(app)).toEqual(expected);
});

test('without harm, with too little data, or without data, nothing is done', async () => {
    const { app, token, safeguards, plan } = await release();
    await app.put(safeguards, { ...COMPARISON, action: { type: 'disableFeatureEnvironment' } });
    const before = await state(app);
    expect(await check(app, safeguards)).toMatchObject({ state: 'no data', hold: null });
    app.passTime(11 * 60_000);
    expect(await check(app, safeguards)).toMatchObject({ state: 'no data', hold: expect.any(String) });
    expect(await findSafeguardHold(app.services.db, plan.id)).toContain('No unit');
    // The milestone was due after 600 minutes.
    app.passTime(600 * 60_000);
    await app.services.dueWork.runDue();
    expect(await state(app)).toEqual(before);
    const { body: items } = await app.get('/api/admin/projects/default/due-work');
    expect(items.find(({ kind }: { kind: string }) => kind === 'release-plan').reason).toContain('safeguard holds');
    expect(await eventsOf(app, 'safeguard-held')).toHaveLength(1);

    await traffic(app, token, { treatment: 20, control: 20 });
    expect(await check(app, safeguards)).toMatchObject({ state: 'healthy so far', hold: null });
    expect(await findSafeguardHold(app.services.db, plan.id)).toBeUndefined();
    await app.services.dueWork.runDue();
    expect(await state(app)).toMatchObject({ active: 'all', enabled: true });
    expect(await eventsOf(app, 'safeguard-triggered')).toEqual([]);
});

test.each([
    [true, 'all'],
    [false, 'half'],
])(
    'with whenHarmExcluded %s, a plan whose comparisons exclude harm before its time is at milestone %s',
    async (...row) => {
        const [whenHarmExcluded, active] = row;
        const { app, token, safeguards } = await release({}, { whenHarmExcluded });
        await app.put(safeguards, { comparison: { ...COMPARISON.comparison, margin: 0.5 } });
        await app.services.dueWork.runDue();
        expect(await state(app)).toMatchObject({ active: 'half' });

        await traffic(app, token, { treatment: 20, control: 20 });
        expect(await check(app, safeguards)).toMatchObject({ state: 'harm excluded' });
        await app.services.dueWork.runDue();

        expect(await state(app)).toEqual({ active, enabled: true, isPaused: false });
        if (whenHarmExcluded) {
            const [event] = await eventsOf(app, 'release-plan-milestone-started');
            expect(event).toMatchObject({ createdBy: 'release', reason: expect.stringContaining('no harm') });
        }
    },
);

test('without a comparison, and while one of two excludes no harm, whenHarmExcluded does not shorten the interval', async () => {
    const { app, token, safeguards } = await release({}, { whenHarmExcluded: true });
    await app.services.dueWork.runDue();
    expect(await state(app)).toMatchObject({ active: 'half' });
    await app.put(safeguards, { comparison: { ...COMPARISON.comparison, margin: 0.5 } });
    await app.put(safeguards, { comparison: { ...COMPARISON.comparison, outcome: 'refund', minimumSample: 10_000 } });
    await traffic(app, token, { treatment: 20, control: 20 });

    expect(await check(app, safeguards)).toMatchObject({ state: 'harm excluded' });
    await app.services.dueWork.runDue();

    expect(await state(app)).toMatchObject({ active: 'half' });
});

test('a flag and its plan contain their safeguards with their states', async () => {
    const { app, safeguards } = await release();
    await app.put(safeguards, THRESHOLD);
    await app.put(`${ENVIRONMENT}/safeguards`, THRESHOLD);
    await check(app, safeguards);

    const [ofPlan] = (await app.get(safeguards)).body.safeguards;
    const [ofFlag] = (await app.get(`${ENVIRONMENT}/safeguards`)).body.safeguards;
    const listed = ({ evaluation: _, ...safeguard }: { evaluation: unknown }) => safeguard;
    const expected = { safeguards: [listed(ofFlag)], releasePlans: [{ safeguards: [listed(ofPlan)] }] };
    expect(ofPlan).toMatchObject({ state: 'no data', action: { type: 'pauseReleasePlanProgressions' } });
    const { environments } = (await app.get(FLAG)).body;
    expect(environments).toMatchObject([expected, { safeguards: [], releasePlans: [] }]);
    expect((await app.get(ENVIRONMENT)).body).toMatchObject(expected);
    expect((await app.get(`${ENVIRONMENT}/release-plans`)).body).toMatchObject(expected.releasePlans);
});

test('every milestone enrols afresh', async () => {
    const { app, token, safeguards, plan, path } = await release();
    await app.put(safeguards, COMPARISON);
    await traffic(app, token, { treatment: 20, control: 20 });
    expect((await check(app, safeguards)).evaluation.units.treatment).toBeGreaterThan(200);
    await app.post(`${path}/milestones/${plan.milestones[0].id}/start`);
    await app.services.safeguardChecks.alignInterests();

    const { evaluation } = await check(app, safeguards);
    expect(evaluation).toMatchObject({ state: 'no data', milestone: plan.milestones[0].id });
});

test('a milestone without a control group has no comparison, and says so', async () => {
    const { app, safeguards, plan, path } = await release();
    await app.put(safeguards, COMPARISON);
    await app.post(`${path}/milestones/${plan.milestones[2].id}/start`);
    app.passTime(60 * 60_000);
    const { state: shown, hold, evaluation } = await check(app, safeguards);
    expect({ shown, hold }).toEqual({ shown: 'no data', hold: null });
    expect(evaluation.reason).toContain('no control group');
});

test('alpha is divided by the comparisons of the plan and the milestones that can be compared', async () => {
    const { app, safeguards } = await release();
    await app.put(safeguards, COMPARISON);
    expect((await check(app, safeguards)).evaluation.alpha).toBeCloseTo(0.025);
    await app.put(safeguards, { comparison: { outcome: 'slow' } });
    expect((await check(app, safeguards)).evaluation.alpha).toBeCloseTo(0.0125);
    expect((await app.get(safeguards)).body.safeguards).toHaveLength(2);
    await app.put(safeguards, { comparison: { outcome: 'slow', margin: 1 } });
    expect((await app.get(safeguards)).body.safeguards).toHaveLength(2);
});

test('every evaluation is stored with vectors that can be computed again', async () => {
    const { app, token, safeguards } = await release();
    await app.put(safeguards, COMPARISON);
    await traffic(app, token, { treatment: 20, control: 20 });
    const { id } = await check(app, safeguards);
    const [{ vectors }] = (await app.get(`${safeguards}/${id}/evaluations`)).body.evaluations;
    expect(vectors.map(({ family }: { family: string }) => family)).toContain('asymptotic-cs');
    expect(Object.keys(vectors[0])).toEqual(['family', 'input', 'output', 'version']);
});

test('the intervals of the evaluations over time are thinned out, and contain the first of each state', async () => {
    const { app, token, safeguards } = await release();
    await app.put(safeguards, COMPARISON);
    for (let look = 0; look < 6; look++) await check(app, safeguards);
    await traffic(app, token, { treatment: 20, control: 20 });
    for (let look = 0; look < 6; look++) await check(app, safeguards);
    const { id, evaluation } = await check(app, safeguards);
    const intervals = async (points: number) =>
        (await app.get(`${safeguards}/${id}/intervals?points=${points}`)).body.intervals;

    const all = await intervals(500);
    // The first check is made at once.
    const states = all.map(({ state }: { state: string }) => state);
    expect(states.lastIndexOf('healthy so far')).toBe(6);
    expect(states.indexOf('no data')).toBe(7);
    expect(states.length).toBeGreaterThanOrEqual(13);
    const { at, effect, bounds, milestone } = evaluation;
    expect(all[0]).toEqual({ state: 'healthy so far', difference: 'absolute', at, effect, bounds, milestone });
    const few = await intervals(3);
    expect(few.length).toBeLessThan(8);
    expect(few.map(({ at }: { at: string }) => at)).toEqual(
        expect.arrayContaining([all[0].at, all[6].at, all.at(-1).at]),
    );
});

test('a threshold pauses the plan and leaves the active milestone, in the format of Unleash', async () => {
    const { app, token, safeguards, plan } = await release();
    await app.put(safeguards, THRESHOLD);
    const sample = {
        name: 'errors',
        help: 'errors',
        type: 'counter',
        samples: [{ labels: { appName: 'a' }, value: 9 }],
    };
    await app.post('/api/client/metrics', { appName: 'a', instanceId: 'i', impactMetrics: [sample] }, { token });
    await app.services.reports.store();

    expect(await check(app, safeguards)).toMatchObject({
        ...{ state: 'harm shown', hold: null, evaluation: { value: 9 } },
        action: { type: 'pauseReleasePlanProgressions', id: plan.id },
    });
    expect(await state(app)).toEqual({ active: 'half', enabled: true, isPaused: true });
    const [read] = (await app.get(safeguards)).body.safeguards;
    expect(await app.put(safeguards, read, { changesNothing: true })).toMatchObject({ status: 204 });
    expect(await app.delete(`${safeguards}/${read.id}`)).toMatchObject({ status: 204 });
    expect((await app.get(safeguards)).body).toEqual({ safeguards: [] });
});

test('removing the plan removes its safeguards', async () => {
    const { app, path, safeguards } = await release();
    await app.put(safeguards, COMPARISON);
    await app.delete(path);
    expect(await app.services.db.selectFrom('safeguards').select('id').execute()).toEqual([]);
    await app.services.safeguardChecks.alignInterests();
    expect(app.services.assignmentInterests.in('development')?.filter(({ endedAt }) => endedAt === null) ?? []).toEqual(
        [],
    );
});

test('in a protected environment a plan safeguard needs approval, and one from before acts', async () => {
    const { app, token, safeguards } = await release();
    await app.put(safeguards, { ...COMPARISON, action: { type: 'returnToPreviousMilestone' } });
    await protect(app, { rules: { bypass: 'nobody' } });
    expect(await app.put(safeguards, THRESHOLD)).toMatchObject({ status: 403 });
    await traffic(app, token, { treatment: 150, control: 5 });
    await check(app, safeguards);
    expect(await state(app)).toEqual({ active: 'few', enabled: true, isPaused: true });
});

test('two nodes that evaluate the same harm act once', async () => {
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    const { app, token, safeguards } = await release({ database });
    const other = process.env['TEST_DATABASE'] === 'postgres' ? await testApp({ database }) : app;
    await app.put(safeguards, { ...COMPARISON, action: { type: 'returnToPreviousMilestone' } });
    await traffic(app, token, { treatment: 150, control: 5 });
    await app.services.dueWork.runDue();
    const now = new Date(Date.now() + 60_000).toISOString();
    const { db, safeguardChecks } = app.services;
    const items = await safeguardChecks.due(db, { now, after: undefined });
    await Promise.all([app, other].flatMap((node) => [1, 2].map(() => node.services.safeguardChecks.run(items[0]!))));

    expect(await eventsOf(app, 'safeguard-triggered')).toHaveLength(1);
    expect(await state(app)).toEqual({ active: 'few', enabled: true, isPaused: true });
});

test('bad input gets a clear error', async () => {
    const { app, safeguards } = await release();
    const bad = [
        [{}, '/body/impactMetric'],
        [{ ...COMPARISON, ...THRESHOLD }, '/body/comparison'],
        [{ comparison: { outcome: '' } }, '/body/comparison/outcome'],
        [{ comparison: { outcome: 'seen' } }, '/body/comparison/enrol'],
        [{ comparison: { outcome: 'error', margin: -1 } }, '/body/comparison/margin'],
        [{ ...COMPARISON, action: { type: 'explode' } }, '/body/action/type'],
    ] as const;
    for (const [body, path] of bad) {
        const response = await app.put(safeguards, body);
        expect(response, JSON.stringify(body)).toMatchObject({ status: 400 });
        expect(response.body.details[0].path).toContain(path);
    }
    expect(await app.put(safeguards.replace(/release-plans\/[^/]+/, 'release-plans/none'), COMPARISON)).toMatchObject({
        status: 404,
    });
});
