import { describe, expect, test } from 'vitest';
import { protectedProject } from '../../../../test/support/change-requests.ts';
import { environmentOf, newTemplate, servedRollouts, step, TEMPLATES } from '../../../../test/support/releases.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

const E = environmentOf('checkout');
const MINUTE = 60_000;

const inOneHour = { intervalMinutes: 60 };

/** A flag that is on, with a plan of three milestones of which the first two are followed after an hour. */
async function running(condition: object = inOneHour) {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const template = await newTemplate(app, {
        milestones: [step('few', '10', condition), step('half', '50', condition), step('all', '100')],
    });
    const { body: plan } = await app.post(`${E}/release-plans`, { templateId: template.id });
    await app.post(`${E}/on`);
    return { app, plan };
}

async function after(app: TestApp, minutes: number) {
    app.passTime(minutes * MINUTE);
    await app.services.dueWork.runDue();
    return servedRollouts(app, 'checkout');
}

const planIn = async (app: TestApp) => (await app.get(`${E}/release-plans`)).body[0];
const dueWork = async (app: TestApp) => (await app.get('/api/admin/projects/default/due-work?feature=checkout')).body;

test('a milestone is followed after its interval, as an event of the actor release with its reason', async () => {
    const { app, plan } = await running();

    expect(await after(app, 59)).toEqual(['10']);
    expect(await after(app, 2)).toEqual(['50']);

    const { milestones, activeMilestoneId } = await planIn(app);
    expect(activeMilestoneId).toBe(plan.milestones[1].id);
    expect(milestones[0].progressionExecutedAt).toEqual(expect.any(String));
    const { body } = await app.get('/api/admin/events/checkout');
    expect(body.events[0]).toMatchObject({
        type: 'release-plan-milestone-started',
        createdBy: 'release',
        data: { name: 'steps', milestoneName: 'half' },
        preData: { milestoneName: 'few' },
    });
});

test('after a downtime of several intervals, the plan advances by one milestone, and then by the next', async () => {
    const { app } = await running();

    expect(await after(app, 500)).toEqual(['50']);
    expect(await after(app, 1)).toEqual(['50']);
    expect(await after(app, 60)).toEqual(['100']);
});

test('a plan whose stored content differs from what was approved is held with a reason, and is no error of due work', async () => {
    const { app, plan } = await running();
    await app.services.recordObservation(async (tx) => {
        const strategies = JSON.stringify(plan.milestones[2].strategies);
        await tx
            .updateTable('release_milestones')
            .set({ strategies })
            .where('id', '=', plan.milestones[1].id)
            .execute();
    });

    expect(await after(app, 61)).toEqual(['10']);

    expect(await dueWork(app)).toMatchObject([{ reason: expect.stringContaining('differs from the content') }]);
    await app.post(`${E}/release-plans/${plan.id}/milestones/${plan.milestones[1].id}/start`);
    expect(await servedRollouts(app, 'checkout')).toEqual(['100']);
});

test('a flag that is off holds its plan, which is not paused, and the reason is listed', async () => {
    const { app } = await running();
    await app.post(`${E}/off`);

    expect(await after(app, 61)).toBe('off');

    expect(await dueWork(app)).toMatchObject([{ kind: 'release-plan', reason: expect.stringContaining('is off') }]);
    expect((await planIn(app)).milestones[0].pausedAt).toBeNull();
    await app.post(`${E}/on`);
    expect(await after(app, 0)).toEqual(['50']);
});

test('a paused plan advances only after it is resumed', async () => {
    const { app, plan } = await running();
    await app.post(`${E}/progressions/${plan.id}/pause`);
    expect(await after(app, 61)).toEqual(['10']);
    expect(await dueWork(app)).toMatchObject([{ reason: expect.stringContaining('paused') }]);

    await app.post(`${E}/progressions/${plan.id}/resume`);

    expect(await after(app, 0)).toEqual(['50']);
});

test('exposures since the milestone started are required in addition to the interval, if both are given', async () => {
    const { app } = await running({ intervalMinutes: 60, minimumExposures: 100, since: 'milestone' });
    const report = async (yes: number) => {
        const now = app.services.clock();
        const bucket = { start: now, stop: now, toggles: { checkout: { yes, no: 3 } } };
        const { secret } = await app.has.token({ environment: 'development' });
        const options = { token: secret, changesNothing: true };
        expect((await app.post('/api/client/metrics', { appName: 'web', bucket }, options)).status).toBe(202);
        await app.services.reports.store();
    };

    await report(99);
    expect(await after(app, 61)).toEqual(['10']);
    expect(await dueWork(app)).toMatchObject([{ reason: '1 more evaluations for which the flag is on are needed.' }]);
    await report(1);

    expect(await after(app, 0)).toEqual(['50']);
    expect(await after(app, 61)).toEqual(['50']);
});

describe('in a protected environment', () => {
    const milestones = [step('few', '10', inOneHour), step('all', '100')];

    async function fixture() {
        const app = await testApp();
        const protection = await protectedProject(app, { requiredApprovals: 1 });
        const { project, flag, author, owner, propose, move } = protection;
        const base = environmentOf(flag, 'production', project);
        const template = await newTemplate(app, { milestones });
        const { secret } = await app.has.token({ environment: 'production' });
        return {
            ...protection,
            app,
            base,
            template,
            protect: (changeRequestsEnabled: boolean) =>
                app.put(`/api/admin/projects/${project}/environments/production/change-requests/config`, {
                    changeRequestsEnabled,
                    requiredApprovals: 1,
                }),
            plan: async () => (await app.get(`${base}/release-plans`)).body[0],
            served: () => servedRollouts(app, flag, secret),
            advance: async () => {
                app.passTime(61 * MINUTE);
                await app.services.dueWork.runDue();
            },
            approveAndApply: async (changes: object[]) => {
                const { id } = (await propose(changes, author)).body;
                await move(id, 'In review', author);
                await move(id, 'Approved', owner);
                expect((await move(id, 'Applied', owner)).body.state).toBe('Applied');
            },
        };
    }

    test('the approval of a plan covers its automatic steps, and changes of the plan need another one', async () => {
        const { app, base, template, flag, author, ...on } = await fixture();
        const add = { feature: flag, action: 'addReleasePlan', payload: { templateId: template.id } };
        expect(await app.post(`${base}/release-plans`, { templateId: template.id }, author)).toMatchObject({
            status: 403,
            body: { changeRequest: { body: [add] } },
        });

        await on.approveAndApply([add, { feature: flag, action: 'updateEnabled', payload: { enabled: true } }]);
        expect(await on.served()).toEqual(['10']);
        const {
            id,
            milestones: [few, all],
        } = await on.plan();
        const target = { targetMilestone: all.id, transitionCondition: { intervalMinutes: 1 } };
        for (const response of [
            await app.put(`${base}/milestone-strategies/${all.strategies[0].id}`, {}, author),
            await app.put(`${base}/progressions/${few.id}`, target, author),
            await app.delete(`${base}/progressions/${few.id}`, author),
            await app.post(`${base}/release-plans/${id}/milestones/${all.id}/start`, undefined, author),
            await app.delete(`${base}/release-plans/${id}`, author),
        ]) {
            expect(response).toMatchObject({ status: 403, body: { permissions: ['SKIP_CHANGE_REQUEST'] } });
        }
        await on.advance();

        expect(await on.served()).toEqual(['100']);
    });

    test('a template that is changed after the approval of a plan cannot be applied', async () => {
        const { template, app, flag, author, owner, propose, move, plan } = await fixture();
        const add = { feature: flag, action: 'addReleasePlan', payload: { templateId: template.id } };
        const { id } = (await propose([add], author)).body;
        await move(id, 'In review', author);
        await move(id, 'Approved', owner);
        const changed = [step('few', '99', inOneHour), step('all', '100')];
        await app.put(`${TEMPLATES}/${template.id}`, {
            name: 'steps',
            milestones: changed.map((milestone, sortOrder) => ({ ...milestone, sortOrder })),
        });

        expect(await move(id, 'Applied', owner)).toMatchObject({
            status: 409,
            body: { message: expect.stringContaining('Release template steps was changed after this was proposed') },
        });

        expect(await plan()).toBeUndefined();
    });

    test('a plan from before the protection continues', async () => {
        const { app, base, template, ...on } = await fixture();
        await on.protect(false);
        await app.post(`${base}/release-plans`, { templateId: template.id });
        await app.post(`${base}/on`);
        await on.protect(true);

        await on.advance();

        expect(await on.served()).toEqual(['100']);
    });

    test('a plan whose stored content is not as approved is held, and the reason is listed', async () => {
        const { app, base, template, project, ...on } = await fixture();
        await on.protect(false);
        await app.post(`${base}/release-plans`, { templateId: template.id });
        await app.post(`${base}/on`);
        await on.protect(true);
        const {
            milestones: [, all],
        } = await on.plan();
        const strategies = JSON.stringify([{ ...all.strategies[0], title: 'not approved' }]);
        await app.services.recordObservation((tx) =>
            tx.updateTable('release_milestones').set({ strategies }).where('id', '=', all.id).execute(),
        );

        await on.advance();

        expect(await on.served()).toEqual(['10']);
        expect((await app.get(`/api/admin/projects/${project}/due-work`)).body).toMatchObject([
            {
                kind: 'release-plan',
                reason: 'The plan differs from the content that was approved. Start the next milestone yourself.',
            },
        ]);
    });

    test('a segment that only a waiting milestone uses is changed with an approval', async () => {
        const { app, base, author, ...on } = await fixture();
        await on.protect(false);
        const segment = await app.has.segment({ name: 'crew' });
        const strategies = [{ name: 'default', segments: [segment.id] }];
        const { id: templateId } = await newTemplate(app, {
            name: 'segments',
            milestones: [milestones[0]!, { name: 'crew', strategies }],
        });
        await app.post(`${base}/release-plans`, { templateId });
        await app.post(`${base}/on`);
        await on.protect(true);
        const editor = await app.has.user({ rootRole: 'editor' });

        const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }];
        expect(await app.put(`/api/admin/segments/${segment.id}`, { name: 'crew', constraints }, editor)).toMatchObject(
            { status: 403, body: { permissions: ['SKIP_CHANGE_REQUEST'] } },
        );
    });
});

test('a freeze window holds a plan, and the reason is listed', async () => {
    const { app } = await running();
    const day = (offset: number) => new Date(app.services.clock().getTime() + offset).toISOString().slice(0, 16);
    const frozen = [{ timeZone: 'UTC', from: day(0), to: day(5 * 60 * MINUTE) }];
    await app.put('/api/admin/projects/default/environments/development/change-requests/config', {
        changeRequestsEnabled: true,
        rules: { frozen },
    });

    expect(await after(app, 61)).toEqual(['10']);
    expect(await dueWork(app)).toMatchObject([{ reason: expect.stringContaining('is frozen until') }]);

    expect(await after(app, 5 * 60)).toEqual(['50']);
});
