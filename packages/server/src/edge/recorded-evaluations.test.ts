import { expect, test } from 'vitest';
import { environmentOf, newTemplate, rollout, step } from '../../test/support/releases.ts';
import { CLIENT_TOKEN, testApp } from '../../test/support/test-app.ts';
import { testEdge, until } from '../../test/support/test-edge.ts';
import { upstreamSwitch } from '../../test/support/upstream-switch.ts';

const E = environmentOf('checkout');
const users = Array.from({ length: 30 }, (_, index) => `user-${index}`);

/** A flag whose plan is at 50 %, with or without a safeguard that compares users, and an edge that forwards at once. */
async function release({ comparison = true, backendOnly = false, environment = {} } = {}) {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const strategies = [rollout('50', { parameters: { rollout: '50', stickiness: 'userId', groupId: 'checkout' } })];
    const milestones = [{ name: 'half', strategies }, step('all', '100')];
    const { body: plan } = await app.post(`${E}/release-plans`, {
        templateId: (await newTemplate(app, { milestones })).id,
    });
    await app.post(`${E}/on`);
    const { secret: frontend } = await app.has.token({ type: 'frontend', environment: 'development' });
    const upstream = await upstreamSwitch(app.url);
    const edge = await testEdge(upstream.url, {
        environment: { METRICS_INTERVAL_SECONDS: '1', TOKENS: `${CLIENT_TOKEN},${frontend}`, ...environment },
    });
    const safeguards = `${E}/release-plans/${plan.id}/safeguards`;
    if (comparison) {
        await app.put(safeguards, { comparison: { outcome: 'error', backendOnly } });
        await app.services.safeguardChecks.alignInterests();
    }
    const bulks = () => upstream.count('POST /api/client/metrics/bulk');
    return { app, edge, frontend, plan, safeguards, upstream, bulks };
}

type Release = Awaited<ReturnType<typeof release>>;

/** The user gets the feature or not; each call evaluates on the edge. */
async function evaluate({ edge, frontend }: Release, path: (user: string) => string = frontendPath) {
    const arms = { enabled: 0, disabled: 0 };
    for (const user of users) {
        const { status, body } = await edge.get(path(user), frontend);
        expect(status).toBe(200);
        arms[body.toggles.length > 0 ? 'enabled' : 'disabled']++;
    }
    return arms;
}
const frontendPath = (user: string) => `/api/frontend?userId=${user}`;

const recordedBy = async ({ app, safeguards }: Release) => {
    await app.services.reports.store();
    app.passTime(30_000);
    await app.services.dueWork.runDue();
    return (await app.get(safeguards)).body.safeguards[0].evaluation.units as { control: number; treatment: number };
};

const isRecording = async ({ edge }: Release) => (await edge.get('/api/client/recorded-flags')).body.flags.length > 0;

test.each([
    ['by the frontend API', {}],
    ['by the frontend API of an edge that polls', { STREAMING: 'false' }],
])(
    'users whom an edge evaluates %s are enrolled upstream once, in the arm that they got',
    async (_case, environment) => {
        const release_ = await release({ environment });
        await until(() => isRecording(release_));

        const arms = await evaluate(release_);
        await evaluate(release_);
        await until(async () => (await recordedBy(release_)).treatment === arms.enabled);

        expect(await recordedBy(release_)).toEqual({ control: arms.disabled, treatment: arms.enabled });
        const rows = await release_.app.services.db.selectFrom('assignments').select('unit').execute();
        expect(rows).toHaveLength(users.length);
    },
);

test('users of OFREP at an edge are enrolled upstream', async () => {
    const release_ = await release();
    await until(() => isRecording(release_));
    const arms = { enabled: 0, disabled: 0 };
    for (const targetingKey of users) {
        const { body } = await release_.edge.send('POST', '/ofrep/v1/evaluate/flags', {
            body: { context: { targetingKey } },
        });
        arms[body.flags[0].value === true ? 'enabled' : 'disabled']++;
    }

    await until(async () => (await recordedBy(release_)).treatment === arms.enabled);
    expect(await recordedBy(release_)).toEqual({ control: arms.disabled, treatment: arms.enabled });
});

test('an edge records the evaluations from two seconds after the start of a comparison', async () => {
    const release_ = await release({ comparison: false });
    expect(await isRecording(release_)).toBe(false);
    const { app, safeguards } = release_;
    const before = performance.now();
    await app.put(safeguards, { comparison: { outcome: 'error' } });
    await until(() => isRecording(release_));

    expect(performance.now() - before).toBeLessThan(2_000);
});

test('an edge reports no evaluations without a comparison, and after its end', async () => {
    const release_ = await release({ comparison: false });
    const { app, edge, safeguards, bulks, plan } = release_;
    await evaluate(release_);
    await app.put(safeguards, { comparison: { outcome: 'error' } });
    await until(() => isRecording(release_));
    await app.post(`${E}/release-plans/${plan.id}/milestones/${plan.milestones[1].id}/start`);
    await until(async () => !(await isRecording(release_)));
    await evaluate(release_);
    // A report of another kind is forwarded after them.
    const now = new Date();
    const bucket = { start: now, stop: now, toggles: { checkout: { yes: 1, no: 0 } } };
    await edge.send('POST', '/api/client/metrics', { body: { appName: 'shop', bucket } });
    await until(() => bulks() > 0);
    await edge.close();

    await app.services.reports.store();
    expect(await app.services.db.selectFrom('assignments').selectAll().execute()).toEqual([]);
    expect(await app.services.db.selectFrom('outcomes').selectAll().execute()).toEqual([]);
});

test('evaluations for frontend tokens do not count where only backend tokens do', async () => {
    const release_ = await release({ backendOnly: true });
    await until(() => isRecording(release_));
    await evaluate(release_);
    await release_.edge.send('POST', '/ofrep/v1/evaluate/flags', { body: { context: { targetingKey: 'backend' } } });

    await until(async () => {
        const { control, treatment } = await recordedBy(release_);
        return control + treatment > 0;
    });
    const rows = await release_.app.services.db.selectFrom('assignments').select('unit').execute();
    expect(rows).toHaveLength(1);
});

test('a token sees the recorded flags of its projects and its environment', async () => {
    const { app } = await release();
    const flagsOf = async (token: string) => (await app.get('/api/client/recorded-flags', { token })).body.flags;
    expect(await flagsOf(CLIENT_TOKEN)).toEqual([
        { id: expect.any(String), flag: 'checkout', project: 'default', unit: 'userId', backendOnly: false },
    ]);
    const other = await app.has.project({ id: 'other' });
    const { secret: elsewhere } = await app.has.token({ environment: 'development', projects: [other.id] });
    const { secret: production } = await app.has.token({ environment: 'production' });

    expect([await flagsOf(elsewhere), await flagsOf(production)]).toEqual([[], []]);
});

test('an edge that lost its upstream records nothing, because its definitions may be outdated', async () => {
    const release_ = await release();
    await until(() => isRecording(release_));
    release_.upstream.leadTo(undefined);
    const isAway = async () => {
        const { body } = await release_.edge.get('/internal-backstage/instancedata');
        return body.environments.some(({ problem }: { problem?: string }) => problem !== undefined);
    };
    await until(isAway);
    await evaluate(release_);
    release_.upstream.leadTo(release_.app.url);
    await until(async () => !(await isAway()));
    await release_.edge.get(frontendPath('later'), release_.frontend);

    await until(async () => {
        const { control, treatment } = await recordedBy(release_);
        return control + treatment > 0;
    });
    const rows = await release_.app.services.db.selectFrom('assignments').select('unit').execute();
    expect(rows).toHaveLength(1);
});
