import { beforeAll, expect, test } from 'vitest';
import { addRollout, protectedProject, turnOn } from '../../../../../test/support/change-requests.ts';
import { type TestApp, testApp } from '../../../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const environment = 'production';

async function newProject() {
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

test('every viewer of a request can preview the affected users and the results of flags', async () => {
    const { project, flag, author, owner, rollout, propose, move } = await newProject();
    const { id } = (await propose(rollout('100'), author)).body;
    const asIf = (by: object) =>
        app.post(
            `/api/admin/playground/change-request/${id}`,
            { context: contexts[0] },
            { ...by, changesNothing: true },
        );
    // Only its author can see a draft.
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

test('a scheduled request is rehearsed on top of requests that are scheduled earlier', async () => {
    const { project, author, owner, rollout, propose, move } = await newProject();
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
    // From 100 % to 99 %, not from 0 %.
    expect((await changedBy(second)).changed).toBeLessThan(20);
    expect(
        (await app.get(`/api/admin/projects/${project}/change-requests/${second}/what-if`, owner)).body,
    ).not.toHaveProperty('failed');
});

test('a change is rehearsed on top of the draft of its author, and of nobody else', async () => {
    const { project, flag, author, other, propose } = await protectedProject(app);
    await propose(addRollout(flag, '0'), author);
    const changedFor = async (by: object, base?: object) => {
        const step = { ...turnOn(flag), environment };
        const body = { project, steps: [step], contexts, ...(base && { base }) };
        const response = await app.post('/api/admin/what-if', body, { ...by, changesNothing: true });
        expect(response).toMatchObject({ status: 200 });
        return response.body.who[0]?.flags[0]?.changed;
    };

    // Without the draft, the flag gets the default strategy for all users; with the strategy of the draft, it is off for all users.
    expect(await changedFor(author)).toBe(100);
    expect(await changedFor(author, { draft: true })).toBe(0);
    expect(await changedFor(other, { draft: true })).toBe(100);
});

test('a change of the draft that has become impossible is left out of the rehearsal', async () => {
    const { project, flag, author, propose } = await protectedProject(app);
    const { name: gone } = await app.has.flag({ project });
    await propose([addRollout(flag, '0'), turnOn(gone)], author);
    await app.delete(`/api/admin/projects/${project}/features/${gone}`);

    const response = await app.post(
        '/api/admin/what-if',
        { project, steps: [{ ...turnOn(flag), environment }], contexts, base: { draft: true } },
        { ...author, changesNothing: true },
    );

    expect(response.body).not.toHaveProperty('failed');
    expect(response.body.who).toMatchObject([{ flags: [{ name: flag, changed: 0 }] }]);
});

test('a request that would be proposed is rehearsed on top of the draft of its author', async () => {
    const { project, flag, author, propose } = await protectedProject(app);
    await propose(addRollout(flag, '0'), author);
    const tryTo = (prefer: string) =>
        app.post(`/api/admin/projects/${project}/features/${flag}/environments/${environment}/on`, undefined, {
            ...author,
            headers: { ...author.headers, prefer },
            changesNothing: true,
        });

    const [live, joined] = [await tryTo('what-if'), await tryTo('what-if, change-request')];

    const sentences = ({ body }: typeof live) => body.changes[0].after.sentences.join(' ');
    expect(sentences(live)).not.toBe(sentences(joined));
    expect(joined.body.changes[0].before.sentences.join(' ')).toContain('When turned on: Nobody');
});

test('a change for a later time is rehearsed on top of the changes that are scheduled before it', async () => {
    const { project, flag, author, owner, rollout, propose, move } = await newProject();
    const { id } = (await propose(rollout('100'), author)).body;
    await move(id, 'In review', author);
    await move(id, 'Approved', owner);
    const at = (minutes: number) => new Date(app.services.clock().getTime() + minutes * 60_000).toISOString();
    await move(id, 'Scheduled', owner, { scheduledAt: at(10) });
    const lostBy = async (scheduledBefore: string) => {
        const step = { feature: flag, environment, action: 'updateEnabled', payload: { enabled: false } };
        const body = { project, steps: [step], contexts, base: { scheduledBefore } };
        const { body: response } = await app.post('/api/admin/what-if', body, { ...owner, changesNothing: true });
        return response.who[0].flags[0].onToOff;
    };

    expect(await lostBy(at(5))).toBe(0);
    expect(await lostBy(at(20))).toBe(100);
});

test('a preview accepts either steps or a change request', async () => {
    for (const body of [{}, { project: 'default' }, { changeRequest: 1, project: 'default', steps: [] }]) {
        expect(await app.post('/api/admin/what-if', body)).toMatchObject({ status: 400 });
    }
    expect(await app.post('/api/admin/what-if', { changeRequest: 2_000_000_000 })).toMatchObject({ status: 404 });
});
