import { expect, test } from 'vitest';
import { agentOf, allowAgents, tokenOf } from '../../../../../test/support/agents.ts';
import {
    addRollout,
    protectedProject,
    protectedStrategy,
    turnOn,
} from '../../../../../test/support/change-requests.ts';
import { testApp } from '../../../../../test/support/test-app.ts';

test('a person, an agent and a pipeline with the same identity never share a change request', async () => {
    const app = await testApp();
    await allowAgents(app, 'propose');
    const { project, flag, author, owner, base, propose, read, move } = await protectedProject(app);
    const { name: ofAgent } = await app.has.flag({ project });
    const { name: ofPipeline } = await app.has.flag({ project });
    const token = await tokenOf(app, author);
    const agent = await agentOf(app, { token });
    const files = {
        flags: [{ flag: ofPipeline, project, environments: { production: { strategies: [{ name: 'default' }] } } }],
    };
    const pipeline = { token, headers: { prefer: 'change-request' } };
    const proposeAsAgent = () =>
        agent.does('propose_change', {
            project,
            environment: 'production',
            changes: [turnOn(ofAgent)],
            reason: 'The agent proposes it',
        });

    const person = (await propose(turnOn(flag), author)).body;
    const { proposed } = await proposeAsAgent();
    const applied = await app.post('/api/admin/gitops/apply', files, pipeline);

    expect(applied).toMatchObject({ status: 202, body: { state: 'Draft', origin: 'pipeline' } });
    expect(new Set([person.id, proposed.changeRequest, applied.body.id]).size).toBe(3);
    const pending = (await app.get(`${base}/pending`, author)).body as { id: number; origin: string }[];
    expect(pending.map(({ id, origin }) => [id, origin])).toEqual([
        [person.id, 'person'],
        [proposed.changeRequest, 'agent'],
        [applied.body.id, 'pipeline'],
    ]);

    // Further changes are added to the request of the same origin.
    expect((await propose(addRollout(flag, '10'), author)).body).toMatchObject({ id: person.id, origin: 'person' });
    expect((await proposeAsAgent()).proposed).toMatchObject({ changeRequest: proposed.changeRequest });
    expect(await app.post('/api/admin/gitops/apply', files, { ...pipeline, changesNothing: true })).toMatchObject({
        status: 200,
        body: { planned: [], proposed: [{ id: applied.body.id }], blocked: [] },
    });
    expect((await read(person.id, author)).body.features).toMatchObject([{ name: flag }]);

    // The decision about one request does not affect the others.
    await move(proposed.changeRequest, 'Rejected', owner);
    expect((await read(person.id, author)).body.state).toBe('Draft');
    expect((await read(applied.body.id, author)).body.state).toBe('Draft');
});

test('a preview is based on the draft of the same origin only', async () => {
    const app = await testApp();
    const { project, flag, author } = await protectedProject(app);
    const token = await tokenOf(app, author);
    const nobody = { name: 'flexibleRollout', parameters: { rollout: 0, stickiness: 'userId' } };
    const files = { flags: [{ flag, project, environments: { production: { strategies: [nobody] } } }] };
    await app.post('/api/admin/gitops/apply', files, { token, headers: { prefer: 'change-request' } });

    const { body } = await app.post(
        '/api/admin/what-if',
        {
            project,
            steps: [{ ...turnOn(flag), environment: 'production' }],
            contexts: [{ userId: '1' }],
            base: { draft: true },
        },
        { ...author, changesNothing: true },
    );

    // With the strategy of the pipeline's draft, the flag would stay off for all users.
    expect(body.who).toMatchObject([{ flags: [{ name: flag, offToOn: 1 }] }]);
});

test('a suspended schedule returns to its author although a pipeline of the author has an open request', async () => {
    const app = await testApp();
    const { project, flag, strategy, author, owner, base, approved, rollout, directly, move, propose, read } =
        await protectedStrategy(app);
    const { name: other } = await app.has.flag({ project });
    const id = await approved(rollout('50'));
    await move(id, 'Scheduled', owner, { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() });
    await directly({ parameters: { ...strategy.parameters, rollout: '12' } });
    await app.services.schedules.recheck();
    const files = {
        flags: [{ flag: other, project, environments: { production: { strategies: [{ name: 'default' }] } } }],
    };
    const pipeline = { token: await tokenOf(app, author), headers: { prefer: 'change-request' } };
    expect(await app.post('/api/admin/gitops/apply', files, pipeline)).toMatchObject({ status: 202 });
    const draft = (await propose(turnOn(flag), author)).body.id;
    const { schedule, features } = (await read(id, author)).body;
    expect(schedule.status).toBe('suspended');
    const resolve = () =>
        app.post(`${base}/${id}/changes/${features[0].changes[0].id}/resolve`, { take: 'mine' }, author);

    expect(await resolve()).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining(`change request ${draft}`) },
    });
    await app.delete(`${base}/${draft}`, author);
    expect(await resolve()).toMatchObject({ status: 200, body: { state: 'In review', origin: 'person' } });
});
