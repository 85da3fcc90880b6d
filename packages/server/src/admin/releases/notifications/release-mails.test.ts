import { expect, test } from 'vitest';
import { mailServer } from '../../../../test/support/mail-server.ts';
import { environmentOf, newTemplate, step } from '../../../../test/support/releases.ts';
import { testApp } from '../../../../test/support/test-app.ts';

const E = environmentOf('checkout');
const MINUTE = 60_000;

/** A flag with an owner, and a plan of three milestones that another user added. */
async function release() {
    const server = await mailServer();
    const app = await testApp({ environment: server.environment });
    const roles = { projectRoles: { default: 'owner' as const } };
    const [owner, author] = [await app.has.user(roles), await app.has.user(roles)];
    await app.has.flag({ name: 'checkout' });
    await app.put('/api/admin/projects/default/features/checkout', {
        ...{ description: '', owner: { type: 'user', id: owner.id } },
    });
    const hour = { intervalMinutes: 60 };
    const milestones = [step('few', '10', hour), step('half', '50', hour), step('all', '100')];
    const { id: templateId } = await newTemplate(app, { milestones });
    const { status, body: plan } = await app.post(`${E}/release-plans`, { templateId }, author);
    expect(status).toBe(200);
    await app.post(`${E}/on`, undefined, author);
    const sent = async () => {
        await app.services.mails.sendDue();
        return server.mails
            .splice(0)
            .map(({ to, header, source }) => ({
                to: to[0]!.split('@')[0]!,
                subject: /^Subject: (.*?)\r?$/m.exec(header)![1],
                // Lines are folded for transport.
                text: source
                    .replace(/=\r?\n/g, '')
                    .replaceAll('=20', ' ')
                    .replace(/\s+/g, ' '),
            }))
            .sort((a, b) => (a.to < b.to ? -1 : 1));
    };
    const people = [owner.username, author.username].sort();
    return { app, owner, author, plan, people, sent };
}

const advance = async ({ app }: Awaited<ReturnType<typeof release>>) => {
    app.passTime(61 * MINUTE);
    await app.services.dueWork.runDue();
};

test('the owner of the flag and the author of the plan get mails about milestones that start, and about completion', async () => {
    const started = await release();
    expect(await started.sent()).toEqual([]);

    await advance(started);
    const mails = await started.sent();
    expect(mails.map(({ to }) => to)).toEqual(started.people);
    expect(mails[0]).toMatchObject({
        subject: 'Milestone half started: checkout in development',
        text: expect.stringContaining('https://flags.example.com/projects/default/features/checkout'),
    });

    await advance(started);
    expect((await started.sent()).map(({ subject }) => subject)).toEqual(
        started.people.map(() => 'Release complete: checkout in development'),
    );
    const { events } = (await started.app.get('/api/admin/events')).body;
    expect(events[0]).toMatchObject({
        ...{ type: 'release-plan-completed', createdBy: 'release', featureName: 'checkout' },
        data: { name: 'steps', milestoneName: 'all' },
    });
});

test('nobody gets a mail about an own change', async () => {
    const { app, owner, author, plan, sent } = await release();

    await app.post(`${E}/progressions/${plan.id}/pause`, undefined, author);

    expect(await sent()).toMatchObject([{ to: owner.username, subject: 'Release paused: checkout in development' }]);
});

test('a release that is held, or stopped by harm, is announced with the numbers', async () => {
    const { app, people, plan, sent } = await release();
    const safeguards = `${E}/release-plans/${plan.id}/safeguards`;
    await app.put(safeguards, { comparison: { outcome: 'error', graceMinutes: 1 } });
    const check = async () => {
        app.passTime(2 * MINUTE);
        await app.services.dueWork.runDue();
    };
    await check();
    await check();
    const held = await sent();
    expect(held.map(({ to }) => to)).toEqual(people);
    expect(held[0]).toMatchObject({
        subject: 'Release held: checkout in development',
        text: expect.stringContaining('No unit met the flag'),
    });

    await app.put(safeguards, {
        impactMetric: { metricName: 'errors', timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
        triggerCondition: { operator: '>', threshold: 5 },
    });
    const { secret: token } = await app.has.token({ environment: 'development' });
    const samples = [{ labels: { appName: 'shop' }, value: 9 }];
    const impactMetrics = [{ name: 'errors', help: 'errors', type: 'counter', samples }];
    await app.post('/api/client/metrics', { appName: 'shop', instanceId: 'one', impactMetrics }, { token });
    await app.services.reports.store();
    await check();
    const harmed = await sent();
    expect(harmed.map(({ to, subject }) => [to, subject])).toEqual(
        people.map((to) => [to, 'Harm shown: checkout in development']),
    );
    expect(harmed[0]!.text).toContain('Metric errors: 9, the limit is > 5');
});

test('an owner who may not see a private project gets no mail about it', async () => {
    const started = await release();
    const { app, owner, author, sent } = started;
    await app.put('/api/admin/projects/default', { name: 'Default', mode: 'private' });
    await app.delete(`/api/admin/projects/default/users/${owner.id}/roles`);

    await advance(started);

    expect((await sent()).map(({ to }) => to)).toEqual([author.username]);
});
