import { expect, test } from 'vitest';
import { protectedProject } from './support/change-requests.ts';
import { testApp } from './support/test-app.ts';

/* The Unleash UI in its enterprise mode makes these calls in this order. The test checks the response members that it reads. */
test('the Unleash UI can propose, review and approve', async () => {
    const app = await testApp();
    const { project, flag, author, owner, other, base } = await protectedProject(app, { requiredApprovals: 2 });
    const env = 'production';

    // 1. The project page.
    expect((await app.get(`${base}/config`, author)).body).toContainEqual({
        environment: env,
        type: 'production',
        changeRequestEnabled: true,
        requiredApprovals: 2,
    });
    expect((await app.get(`${base}/pending`, author)).body).toEqual([]);
    expect((await app.get(`${base}/actionable`, author)).body).toEqual({ total: 0 });
    expect((await app.get(`${base}/count`, author)).body).toMatchObject({ total: 0 });

    // 2. The switch of a flag, then a strategy: each is added to the draft, and the pending requests are reloaded.
    const add = `/api/admin/projects/${project}/environments/${env}/change-requests`;
    const enabled = { enabled: true, shouldActivateDisabledStrategies: false };
    const { status, body: draft } = await app.post(
        add,
        { feature: flag, action: 'updateEnabled', payload: enabled },
        author,
    );
    expect(status).toBe(200);
    const strategy = {
        name: 'flexibleRollout',
        title: 'pilot',
        disabled: false,
        parameters: { rollout: '10', stickiness: 'default', groupId: flag },
        constraints: [],
        segments: [],
        variants: [],
    };
    await app.post(add, [{ feature: flag, action: 'addStrategy', payload: strategy }], author);
    const [pending] = (await app.get(`${base}/pending`, author)).body;
    expect(pending).toMatchObject({
        id: draft.id,
        environment: env,
        state: 'Draft',
        createdBy: { id: author.id },
        features: [{ name: flag, changes: [{ action: 'addStrategy' }, { action: 'updateEnabled' }] }],
        segments: [],
    });

    // 3. The flag page.
    expect((await app.get(`${base}/pending/${flag}`, author)).body).toMatchObject([{ id: draft.id }]);
    expect((await app.get(`${base}/pending/${flag}`, owner)).body).toEqual([]);
    expect((await app.get(`${base}/scheduled?feature=${flag}`, author)).body).toEqual([]);

    // 4. The sidebar: set a title, edit, choose reviewers, comment, and submit.
    const request = `${base}/${draft.id}`;
    expect((await app.put(`${request}/title`, { title: 'Pilot' }, author)).status).toBe(204);
    const change = pending.features[0].changes[0];
    const { snapshot: _, ...payload } = change.payload;
    const edited = { ...payload, parameters: { ...payload.parameters, rollout: '20' } };
    const { body: after } = await app.put(
        `${request}/changes/${change.id}`,
        { feature: flag, action: 'addStrategy', payload: edited },
        author,
    );
    expect(after.features[0].changes[0].payload.parameters.rollout).toBe('20');
    const { reviewers } = (await app.get(`${base}/available-reviewers/${env}`, author)).body;
    expect(reviewers.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([owner.id, other.id]));
    const sent = await app.put(`${request}/state`, { state: 'In review', comment: 'please look' }, author);
    expect(sent).toMatchObject({ status: 200, body: { state: 'In review' } });
    expect((await app.put(`${request}/approvers`, { reviewers: [owner.id] }, author)).status).toBe(204);

    // 5. The request page, as a reviewer sees it.
    expect((await app.get(`${base}/actionable`, owner)).body).toEqual({ total: 1 });
    const chips = `createdBy=IS:${author.id}&requestedApproverId=IS:${owner.id}&state=IS:open&offset=0&limit=25`;
    expect((await app.get(`/api/admin/search/change-requests?${chips}`, owner)).body).toMatchObject({
        total: 1,
        changeRequests: [{ id: draft.id, title: 'Pilot', features: [flag], segments: [] }],
    });
    expect((await app.get(`${request}/approvers`, owner)).body.reviewers).toMatchObject([{ id: owner.id }]);
    expect((await app.post(`${request}/comments`, { text: 'fine with me' }, owner)).status).toBe(204);
    const { body: first } = await app.put(`${request}/state`, { state: 'Approved' }, owner);
    expect(first).toMatchObject({ state: 'In review', minApprovals: 2, approvals: [{ createdBy: { id: owner.id } }] });
    const { body: second } = await app.put(`${request}/state`, { state: 'Approved', comment: 'me, too' }, other);
    expect(second).toMatchObject({
        state: 'Approved',
        title: 'Pilot',
        approvals: [{}, {}],
        rejections: [],
        comments: [{ text: 'please look' }, { text: 'fine with me' }, { text: 'me, too' }],
    });
    expect(Object.keys(second.stateTimestamps).sort()).toEqual(['Approved', 'Draft', 'In review']);
    expect((await app.get(`${base}/count`, author)).body).toMatchObject({ total: 1, approved: 1, reviewRequired: 0 });

    // 6. The preview, with the request that the playground page sends.
    const preview = await app.post(
        `/api/admin/playground/change-request/${draft.id}`,
        { context: { appName: 'playground', userId: '1,2' } },
        { ...owner, changesNothing: true },
    );
    expect(preview.body.features[0]).toMatchObject({ name: flag, environments: { [env]: [{}, {}] } });

    // 7. The flag table.
    const { features } = (await app.get(`/api/admin/search/features?project=IS:${project}`, author)).body;
    expect(features[0].environments).toMatchObject([
        { name: 'development', changeRequestIds: [] },
        { name: env, changeRequestIds: [draft.id] },
    ]);

    // Schedules the request, reschedules it, and then applies it at once.
    const inAnHour = new Date(app.services.clock().getTime() + 3_600_000).toISOString();
    const { body: scheduled } = await app.put(`${request}/state`, { state: 'Scheduled', scheduledAt: inAnHour }, owner);
    expect(scheduled).toMatchObject({ state: 'Scheduled', schedule: { scheduledAt: inAnHour, status: 'pending' } });
    expect((await app.get(`${base}/scheduled?feature=${flag}`, author)).body).toMatchObject([
        { id: draft.id, environment: env, title: 'Pilot' },
    ]);
    const later = new Date(app.services.clock().getTime() + 7_200_000).toISOString();
    expect(await app.put(`${request}/state`, { state: 'Scheduled', scheduledAt: later }, owner)).toMatchObject({
        body: { schedule: { scheduledAt: later } },
    });
    expect((await app.put(`${request}/state`, { state: 'Applied' }, owner)).body).toMatchObject({ state: 'Applied' });
    const { body: there } = await app.get(`/api/admin/projects/${project}/features/${flag}/environments/${env}`);
    expect(there).toMatchObject({ enabled: true, strategies: [{ parameters: { rollout: '20' } }] });
    expect((await app.get(`${base}/count`, author)).body).toMatchObject({ total: 1, applied: 1, scheduled: 0 });
});
