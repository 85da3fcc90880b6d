import { beforeAll, expect, test } from 'vitest';
import { agentOf, allowAgents } from '../../../../../test/support/agents.ts';
import { addRollout, protectedProject, turnOn } from '../../../../../test/support/change-requests.ts';
import { type TestApp, testApp } from '../../../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(app.services.clock().getTime() + minutes * MINUTE).toISOString();

/** A protected project whose default strategy is a rollout to 1 %. */
async function cautiousProject() {
    const made = await protectedProject(app);
    const { project, flag, propose, move, author, owner } = made;
    const setDefault = async (rollout: string, environment = 'production') =>
        expect(
            await app.post(`/api/admin/projects/${project}/environments/${environment}/default-strategy`, {
                name: 'flexibleRollout',
                parameters: { rollout, stickiness: 'default' },
            }),
        ).toMatchObject({ status: 200 });
    await setDefault('1');
    const at = (environment = 'production') =>
        `/api/admin/projects/${project}/features/${flag}/environments/${environment}`;
    return {
        ...made,
        setDefault,
        at,
        rollouts: async (environment?: string) =>
            (await app.get(`${at(environment)}/strategies`)).body.map(
                ({ parameters }: { parameters: { rollout: string } }) => parameters.rollout,
            ),
        isOn: async () => (await app.get(at())).body.enabled,
        approved: async (changes: unknown): Promise<number> => {
            const { id } = (await propose(changes, author)).body;
            await move(id, 'In review', author);
            expect((await move(id, 'Approved', owner)).body.state).toBe('Approved');
            return id;
        },
    };
}

const ONE_PERCENT = {
    name: 'flexibleRollout',
    parameters: { rollout: '1', stickiness: 'default' },
    constraints: [],
    segments: [],
    variants: [],
};

test('the default strategy is part of the request, and is applied as approved after the project changed its own', async () => {
    const { flag, approved, setDefault, move, owner, rollouts, isOn, read } = await cautiousProject();
    const id = await approved(turnOn(flag));
    const strategy = { ...ONE_PERCENT, parameters: { ...ONE_PERCENT.parameters, groupId: flag } };
    const { features, contentHash } = (await read(id, owner)).body;
    expect(features[0]).toMatchObject({
        changes: [{ action: 'updateEnabled', payload: { enabled: true, defaultStrategy: strategy } }],
        defaultChange: { action: 'addStrategy', payload: strategy },
    });
    await setDefault('100');

    expect((await read(id, owner)).body).toMatchObject({ contentHash, features });
    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });
    expect(await rollouts()).toEqual(['1']);
    expect(await isOn()).toBe(true);
});

test('a request with another default strategy has another content hash', async () => {
    const { flag, propose, author, setDefault, base } = await cautiousProject();
    const { id, contentHash, features } = (await propose(turnOn(flag), author)).body;
    await setDefault('100');
    const { body } = await app.put(`${base}/${id}/changes/${features[0].changes[0].id}`, turnOn(flag), author);

    expect(body.features[0].changes[0].payload.defaultStrategy.parameters.rollout).toBe('100');
    expect(body.contentHash).not.toBe(contentHash);
});

test('a scheduled request adds the default strategy that was approved', async () => {
    const { flag, approved, setDefault, move, owner, rollouts } = await cautiousProject();
    const id = await approved(turnOn(flag));
    await move(id, 'Scheduled', owner, { scheduledAt: inMinutes(5) });
    await setDefault('100');
    await app.services.schedules.recheck();
    app.passTime(6 * MINUTE);
    await app.services.dueWork.runDue();

    expect(await rollouts()).toEqual(['1']);
});

test('a schedule that needs no approval contains the default strategy of the time when it was made', async () => {
    const { project, flag, setDefault, owner, rollouts } = await cautiousProject();
    await setDefault('1', 'development');
    const { status, body } = await app.post(
        `/api/admin/projects/${project}/environments/development/schedules`,
        { scheduledAt: inMinutes(5), changes: turnOn(flag) },
        owner,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.features[0].changes[0].payload).toMatchObject({
        defaultStrategy: { parameters: { rollout: '1' } },
    });
    await setDefault('100', 'development');
    app.passTime(6 * MINUTE);
    await app.services.dueWork.runDue();

    expect(await rollouts('development')).toEqual(['1']);
});

test('a refusal suggests a proposal that contains the default strategy', async () => {
    const { project, flag, at, author, propose, setDefault } = await cautiousProject();
    const { status, body } = await app.post(`${at()}/on`, undefined, author);
    expect(status).toBe(403);
    const [suggested] = body.changeRequest.body;
    expect(suggested.payload.defaultStrategy.parameters).toMatchObject({ rollout: '1' });
    await setDefault('100');

    const { body: request } = await propose(body.changeRequest.body, author);
    expect(request.features[0].changes[0].payload.defaultStrategy.parameters).toMatchObject({ rollout: '1' });

    // The route for many flags has no corresponding action, so the difference is suggested.
    const bulk = await app.post(
        `/api/admin/projects/${project}/bulk_features/environments/production/on`,
        { features: [flag] },
        author,
    );
    expect(bulk.status).toBe(403);
    const added = bulk.body.changeRequest.body.find(({ action }: { action: string }) => action === 'addStrategy');
    expect(added.payload.parameters).toMatchObject({ rollout: '100' });
});

test('a write with "Prefer: change-request" that is sent twice is proposed once, with the default strategy', async () => {
    const { at, author } = await cautiousProject();
    const headers = { prefer: 'change-request' };
    const send = (changesNothing: boolean) =>
        app.post(`${at()}/on`, undefined, { ...author, headers: { ...author.headers, ...headers }, changesNothing });
    const first = await send(false);
    expect(first.status).toBe(202);
    const second = await send(true);

    expect(second.body.id).toBe(first.body.id);
    expect(second.body.features[0].changes).toHaveLength(1);
    expect(second.body.features[0].changes[0].payload.defaultStrategy.parameters).toMatchObject({ rollout: '1' });
});

test('an agent that proposes to turn a flag on proposes the default strategy with it', async () => {
    await allowAgents(app, 'change');
    const { project, flag, owner, base } = await cautiousProject();
    const secret = (
        await app.post('/api/admin/user/tokens', { description: 'agent', expiresAt: inMinutes(60 * 24) }, owner)
    ).body.secret;
    const agent = await agentOf(app, { token: secret });
    const { proposed } = await agent.does('propose_change', {
        project,
        environment: 'production',
        changes: [turnOn(flag)],
        reason: 'ready',
    });

    const { body } = await app.get(`${base}/${proposed.changeRequest}`);
    expect(body.features[0].changes[0].payload.defaultStrategy.parameters).toMatchObject({ rollout: '1' });
});

test.each([
    ['declares no strategies', {}, '1'],
    ['declares a strategy', { strategies: [{ name: 'flexibleRollout', parameters: { rollout: '5' } }] }, '5'],
])('files that turn on a new flag propose its strategy: a file that %s', async (_, members, rollout) => {
    const { project, owner, setDefault, move, other } = await cautiousProject();
    const flag = `flag-of-${project}-${rollout}`;
    const files = { flags: [{ flag, project, environments: { production: { enabled: true, ...members } } }] };
    const headers = { ...owner.headers, prefer: 'change-request' };
    const { status, body } = await app.post('/api/admin/gitops/apply', files, { ...owner, headers });
    expect(status, JSON.stringify(body)).toBe(202);
    await setDefault('100');
    await move(body.id, 'In review', owner);
    await move(body.id, 'Approved', other);
    expect(await move(body.id, 'Applied', other)).toMatchObject({ status: 200 });

    const path = `/api/admin/projects/${project}/features/${flag}/environments/production/strategies`;
    expect((await app.get(path)).body).toMatchObject([{ parameters: { rollout } }]);
});

test('edits of the request decide whether a default strategy is needed', async () => {
    const { flag, propose, author, base } = await cautiousProject();
    await propose(turnOn(flag), author);
    const { id, features } = (await propose(addRollout(flag, '10'), author)).body;
    const [addition, switching] = features[0].changes;
    expect(switching.payload).toEqual({ enabled: true });

    await app.delete(`${base}/${id}/changes/${addition.id}`, author);
    const { body } = await app.get(`${base}/${id}`, author);
    expect(body.features[0].changes).toMatchObject([
        { payload: { defaultStrategy: { parameters: { rollout: '1' } } } },
    ]);
});

test.each([
    ['deletes', 'deleteStrategy', {}, ['1']],
    ['disables', 'updateStrategy', { disabled: true }, ['100', '1']],
])(
    'a request that %s the only enabled strategy of a flag and turns it on contains the default strategy',
    async (...row) => {
        const [, action, members, expected] = row;
        const { project, flag, approved, setDefault, move, owner, rollouts, isOn, read } = await cautiousProject();
        const { id: strategyId } = await app.has.strategy({
            project,
            flag,
            environment: 'production',
            name: 'flexibleRollout',
            parameters: { rollout: '100', stickiness: 'default', groupId: flag },
        });
        const parameters = action === 'updateStrategy' && { parameters: { rollout: '100' } };
        const id = await approved([
            { feature: flag, action, payload: { id: strategyId, ...parameters, ...members } },
            turnOn(flag),
        ]);
        await setDefault('50');

        const { changes } = (await read(id, owner)).body.features[0];
        expect(changes.at(-1).payload.defaultStrategy.parameters).toMatchObject({ rollout: '1' });
        expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });
        expect(await rollouts()).toEqual(expected);
        expect(await isOn()).toBe(true);
    },
);

test('a flag that lost its strategies since the approval gets no strategy that nobody approved', async () => {
    const { project, flag, approved, setDefault, move, owner, isOn, rollouts, read, at, base, author } =
        await cautiousProject();
    const strategy = await app.has.strategy({ project, flag, environment: 'production', name: 'flexibleRollout' });
    const id = await approved(turnOn(flag));
    await setDefault('100');
    await app.delete(`${at()}/strategies/${strategy.id}`);

    const [change] = (await read(id, owner)).body.features[0].changes;
    expect(change.conflict).toContain('no enabled strategy');
    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 409 });
    expect(await isOn()).toBe(false);
    expect(await rollouts()).toEqual([]);

    await app.post(`${base}/${id}/changes/${change.id}/resolve`, { take: 'mine' }, author);
    expect((await read(id, owner)).body).toMatchObject({
        state: 'In review',
        features: [{ changes: [{ payload: { defaultStrategy: { parameters: { rollout: '100' } } } }] }],
    });
    await move(id, 'Approved', owner);
    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });
    expect(await rollouts()).toEqual(['100']);
});

test('a flag whose only strategy was disabled in the meantime gets no strategy that nobody approved', async () => {
    const { project, flag, approved, setDefault, move, owner, isOn, rollouts, at } = await cautiousProject();
    const strategy = await app.has.strategy({ project, flag, environment: 'production', name: 'flexibleRollout' });
    // The request enables nothing: the strategy was enabled when the title was proposed.
    const retitled = {
        feature: flag,
        action: 'updateStrategy',
        payload: { ...strategy, title: 'New', disabled: false },
    };
    const id = await approved([retitled, turnOn(flag)]);
    await setDefault('100');
    await app.put(`${at()}/strategies/${strategy.id}`, { ...strategy, disabled: true });

    expect(await move(id, 'Applied', owner)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('no enabled strategy') },
    });
    expect(await isOn()).toBe(false);
    expect(await rollouts()).toEqual([strategy.parameters.rollout]);
});

test.each(['Applied', 'Scheduled'])(
    'a request that an older release stored without the default strategy has to be approved again: %s',
    async (state) => {
        const { flag, approved, move, owner, rollouts } = await cautiousProject();
        const id = await approved(turnOn(flag));
        if (state === 'Scheduled') await move(id, 'Scheduled', owner, { scheduledAt: inMinutes(5) });
        await app.services.recordObservation((tx) =>
            tx
                .updateTable('change_request_changes')
                .set({ payload: JSON.stringify({ enabled: true }) })
                .where('request', '=', id)
                .execute(),
        );
        app.passTime(6 * MINUTE);
        await app.services.dueWork.runDue();

        expect(await move(id, 'Applied', owner)).toMatchObject({
            status: 409,
            body: { message: expect.stringContaining('no enabled strategy') },
        });
        expect(await rollouts()).toEqual([]);
    },
);

test('a default strategy in a proposal is checked like any other strategy', async () => {
    const { flag, propose, author } = await cautiousProject();
    const payload = { enabled: true, defaultStrategy: { name: 'no-such-type' } };

    expect(await propose({ feature: flag, action: 'updateEnabled', payload }, author)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('no-such-type') },
    });
});
