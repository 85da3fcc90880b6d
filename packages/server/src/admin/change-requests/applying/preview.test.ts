import { beforeAll, expect, test } from 'vitest';
import { protectedProject } from '../../../../test/support/change-requests.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const environment = 'production';

async function place() {
    const made = await protectedProject(app);
    const { project, flag } = made;
    const strategy = await app.has.strategy({
        flag,
        project,
        environment,
        name: 'flexibleRollout',
        parameters: { rollout: '0', stickiness: 'userId', groupId: flag },
    });
    await app.post(`/api/admin/projects/${project}/features/${flag}/environments/${environment}/on`);
    const rollout = (value: string) => ({
        feature: flag,
        action: 'updateStrategy',
        payload: { ...strategy, parameters: { ...strategy.parameters, rollout: value } },
    });
    return { ...made, rollout };
}

const contexts = Array.from({ length: 100 }, (_, index) => ({ appName: 'shop', userId: String(index) }));

test('everyone who sees a request may ask whom it would affect and how flags would answer after it', async () => {
    const { project, flag, author, owner, rollout, propose, move } = await place();
    const { id } = (await propose(rollout('100'), author)).body;
    const asIf = (by: object) =>
        app.post(
            `/api/admin/playground/change-request/${id}`,
            { context: contexts[0] },
            { ...by, changesNothing: true },
        );
    // A draft is its author's alone.
    expect(await asIf(owner)).toMatchObject({ status: 404 });
    await move(id, 'In review', author);

    const { body } = await app.post(
        '/api/admin/what-if',
        { changeRequest: id, contexts },
        { ...owner, changesNothing: true },
    );

    expect(body.who).toMatchObject([{ environment, flags: [{ name: flag, changed: 100 }] }]);
    expect(body.changes).toMatchObject([{ name: flag, environment }]);
    const { body: same } = await app.get(`/api/admin/projects/${project}/change-requests/${id}/what-if`, owner);
    expect(same.changes).toMatchObject([{ name: flag, environment }]);
    const after = await asIf(owner);
    expect(after.body).toMatchObject({
        input: { environments: [environment], projects: [project] },
        features: [{ name: flag, environments: { [environment]: [{ isEnabled: true }] } }],
    });
});

test('what is scheduled later is tried on top of what is scheduled before', async () => {
    const { project, author, owner, rollout, propose, move } = await place();
    const schedule = async (value: string, minutes: number) => {
        const { id } = (await propose(rollout(value), author)).body;
        await move(id, 'In review', author);
        await move(id, 'Approved', owner);
        const scheduledAt = new Date(app.services.clock().getTime() + minutes * 60_000).toISOString();
        expect(await move(id, 'Scheduled', owner, { scheduledAt })).toMatchObject({ status: 200 });
        return id;
    };
    const first = await schedule('100', 10);
    const second = await schedule('99', 20);
    const changedBy = async (changeRequest: number) => {
        const { body } = await app.post(
            '/api/admin/what-if',
            { changeRequest, contexts },
            { ...owner, changesNothing: true },
        );
        return body.who[0].flags[0];
    };

    expect(await changedBy(first)).toMatchObject({ changed: 100 });
    // From 100 % to 99 %, not from none.
    expect((await changedBy(second)).changed).toBeLessThan(20);
    expect(
        (await app.get(`/api/admin/projects/${project}/change-requests/${second}/what-if`, owner)).body,
    ).not.toHaveProperty('failed');
});

test('a question is about steps or about a request', async () => {
    for (const body of [{}, { project: 'default' }, { changeRequest: 1, project: 'default', steps: [] }]) {
        expect(await app.post('/api/admin/what-if', body)).toMatchObject({ status: 400 });
    }
    expect(await app.post('/api/admin/what-if', { changeRequest: 2_000_000_000 })).toMatchObject({ status: 404 });
});
