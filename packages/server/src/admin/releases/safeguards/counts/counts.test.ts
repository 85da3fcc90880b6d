import { expect, test } from 'vitest';
import { environmentOf, newTemplate, rollout, step } from '../../../../../test/support/releases.ts';
import { type TestApp, testApp } from '../../../../../test/support/test-app.ts';

const E = environmentOf('checkout');
const QUARTER = 15 * 60_000;

/** A flag whose plan is at 50 %, with a safeguard that counts errors per evaluation. */
async function release({ strategies = [rollout('50')], counts = {}, action = {} } = {}) {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const milestones = [step('few', '10'), { name: 'half', strategies }, step('all', '100')];
    const { id: templateId } = await newTemplate(app, { milestones });
    const { body: plan } = await app.post(`${E}/release-plans`, { templateId });
    await app.post(`${E}/on`);
    await app.post(`${E}/release-plans/${plan.id}/milestones/${plan.milestones[1].id}/start`);
    const safeguards = `${E}/release-plans/${plan.id}/safeguards`;
    const rule = {
        counts: { metricName: 'errors', ...counts },
        action: { type: 'returnToPreviousMilestone', ...action },
    };
    expect(await app.put(safeguards, rule)).toMatchObject({ status: 204 });
    const { secret: token } = await app.has.token({ environment: 'development' });
    // Evaluations are counted by the hour.
    app.passTime(3_600_000 - (app.services.clock().getTime() % 3_600_000));
    return { app, plan, safeguards, token };
}

/** Reports what an application counted, as an SDK that labels its metrics by the result of the flag. */
async function report(app: TestApp, token: string, errors: { on: number; off: number }, labels: object = {}) {
    const sample = (variant: string, value: number) => ({
        labels: { appName: 'shop', feature_flag_key: 'checkout', feature_flag_result_variant: variant, ...labels },
        value,
    });
    const now = app.services.clock();
    await app.post(
        '/api/client/metrics',
        {
            ...{ appName: 'shop', instanceId: 'one' },
            bucket: { start: now, stop: now, toggles: { checkout: { yes: 500, no: 500 } } },
            impactMetrics: [
                {
                    ...{ name: 'errors', help: 'errors', type: 'counter' },
                    samples: [sample('enabled', errors.on), sample('disabled', errors.off)],
                },
            ],
        },
        { token },
    );
    await app.services.reports.store();
}

async function after(app: TestApp, safeguards: string, quarters: number, each: () => Promise<void>) {
    for (let quarter = 0; quarter < quarters; quarter++) {
        await each();
        app.passTime(QUARTER);
    }
    await app.services.dueWork.runDue();
    return (await app.get(safeguards)).body.safeguards[0];
}

const activeOf = async (app: TestApp) => {
    const [{ milestones, activeMilestoneId }] = (await app.get(`${E}/release-plans`)).body;
    return milestones.find(({ id }: { id: string }) => id === activeMilestoneId).name;
};

test('more errors per evaluation with the feature than without it return the release to the previous milestone', async () => {
    const { app, safeguards, token } = await release();

    const shown = await after(app, safeguards, 16, () => report(app, token, { on: 20, off: 4 }));

    expect(shown).toMatchObject({
        state: 'harm shown',
        evaluation: {
            events: { control: 64, treatment: 320 },
            evaluations: { control: 8_000, treatment: 8_000 },
            caveat: expect.stringContaining('Evaluations are not users'),
            dispersion: 1,
        },
    });
    expect(shown.evaluation.effect).toBeCloseTo(4);
    expect(await activeOf(app)).toBe('few');
    const { events } = (await app.get('/api/admin/events')).body;
    expect(events.find(({ type }: { type: string }) => type === 'safeguard-triggered')).toMatchObject({
        ...{ createdBy: 'safeguard', data: { counts: { metricName: 'errors' }, evaluation: shown.evaluation } },
    });
});

test('equal rates, and bursts of one of them, are not harm', async () => {
    const { app, safeguards, token } = await release();

    expect(await after(app, safeguards, 11, () => report(app, token, { on: 5, off: 5 }))).toMatchObject({
        ...{ state: 'too little', evaluation: { reason: expect.stringContaining('over-dispersion') } },
    });
    let isBurst = false;
    const bursts = () => {
        isBurst = !isBurst;
        return report(app, token, { on: isBurst ? 60 : 0, off: isBurst ? 0 : 30 });
    };
    const { state, evaluation } = await after(app, safeguards, 20, bursts);

    expect(state).toBe('healthy so far');
    expect(evaluation.dispersion).toBeGreaterThan(10);
    expect(await activeOf(app)).toBe('half');
});

test('events of other flags, environments and labels do not count, and a gauge counts none', async () => {
    const { app, safeguards, token } = await release({ counts: { labelSelectors: { region: ['eu'] } } });

    await after(app, safeguards, 2, () => report(app, token, { on: 9, off: 9 }, { feature_flag_key: 'other' }));
    await after(app, safeguards, 2, () => report(app, token, { on: 9, off: 9 }, { region: 'us' }));
    const { state, evaluation } = await after(app, safeguards, 12, () =>
        report(app, token, { on: 3, off: 3 }, { region: 'eu' }),
    );

    expect({ state, events: evaluation.events }).toEqual({
        ...{ state: 'healthy so far', events: { control: 36, treatment: 36 } },
    });
});

test('a milestone with constraints is not compared by counts, and says why', async () => {
    const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1'] }];
    const { app, safeguards, token } = await release({ strategies: [rollout('50', { constraints })] });

    const { state, hold, evaluation } = await after(app, safeguards, 16, () => report(app, token, { on: 20, off: 4 }));

    expect({ state, hold }).toEqual({ state: 'no data', hold: null });
    expect(evaluation.reason).toContain('Compare outcomes of users instead');
    expect(await activeOf(app)).toBe('half');
});

test('without evaluations the plan is held after the time of grace', async () => {
    const { app, safeguards } = await release({ counts: { graceMinutes: 60 } });

    expect(await after(app, safeguards, 1, async () => undefined)).toMatchObject({ state: 'no data', hold: null });
    expect(await after(app, safeguards, 4, async () => undefined)).toMatchObject({
        ...{ state: 'no data', hold: expect.stringContaining('not evaluated both on and off') },
    });
});

test('a metric is counted once in a plan, next to comparisons and a threshold', async () => {
    const { app, safeguards } = await release();
    await app.put(safeguards, { counts: { metricName: 'errors', margin: 0.5 } });
    await app.put(safeguards, { counts: { metricName: 'slow' } });
    await app.put(safeguards, { comparison: { outcome: 'errors' } });

    const { body } = await app.get(safeguards);

    expect(body.safeguards).toMatchObject([
        {
            counts: {
                ...{ metricName: 'errors', margin: 0.5, direction: 'down', minimumEvents: 50, graceMinutes: 120 },
                ...{ armLabel: 'feature_flag_result_variant', controlValues: ['disabled'], labelSelectors: {} },
            },
        },
        { counts: { metricName: 'slow' } },
        { comparison: { outcome: 'errors' } },
    ]);
    expect(await app.put(safeguards, body.safeguards[0], { changesNothing: true })).toMatchObject({ status: 204 });
    const both = { counts: { metricName: 'errors' }, comparison: { outcome: 'errors' } };
    expect(await app.put(safeguards, both)).toMatchObject({ status: 400 });
    expect(await app.put(safeguards, { counts: { metricName: 'errors', controlValues: [] } })).toMatchObject({
        ...{ status: 400, body: { details: [{ path: '/body/counts/controlValues' }] } },
    });
});
