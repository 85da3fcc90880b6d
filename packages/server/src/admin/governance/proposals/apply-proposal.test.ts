import { expect, test } from 'vitest';
import { protectedProject } from '../../../../test/support/change-requests.ts';
import { testApp } from '../../../../test/support/test-app.ts';

const P = '/api/admin/projects/default';
const FLAG = `${P}/features/lantern`;
const HERE = { feature: 'lantern', environment: 'production' };

const STRATEGY_AND_SWITCH = [
    { ...HERE, action: 'addStrategy', payload: { name: 'flexibleRollout', parameters: { rollout: '25' } } },
    { ...HERE, action: 'updateEnabled', payload: { enabled: true } },
];

interface FlagEnvironment {
    name: string;
    enabled: boolean;
    strategies: { parameters: { rollout?: string } }[];
}

const production = (flag: { environments: FlagEnvironment[] }) => {
    const { enabled, strategies } = flag.environments.find(({ name }) => name === 'production')!;
    return { enabled, rollouts: strategies.map(({ parameters }) => parameters.rollout) };
};

test('the steps of a proposal are applied in one change, which can be reverted as a whole', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'lantern' });

    const { status, body } = await app.post(`${P}/proposals`, { steps: STRATEGY_AND_SWITCH });

    expect({ status, says: body.steps.map(({ says }: { says: string }) => says) }).toEqual({
        status: 200,
        says: ['add a strategy of type flexibleRollout to lantern in production', 'turn lantern on in production'],
    });
    expect(production((await app.get(FLAG)).body)).toEqual({ enabled: true, rollouts: ['25'] });
    const { events } = (await app.get('/api/admin/events?limit=2')).body;
    expect(events[0].id).toBe(body.event);
    expect(events[0].groupId).toBe(events[1].groupId);

    await app.post(`${P}/revert`, { event: body.event });

    expect(production((await app.get(FLAG)).body)).toEqual({ enabled: false, rollouts: [] });
});

test('a proposal changes nothing if one of its steps is not permitted or fails', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'lantern' });
    const missing = { ...HERE, action: 'deleteStrategy', payload: { id: '11111111-2222-3333-4444-555555555555' } };

    const failed = await app.post(`${P}/proposals`, { steps: [...STRATEGY_AND_SWITCH, missing] });
    const refused = await app.post(`${P}/proposals`, { steps: STRATEGY_AND_SWITCH }, await app.has.user());

    expect([failed.status, refused.status]).toEqual([404, 403]);
    expect(production((await app.get(FLAG)).body)).toEqual({ enabled: false, rollouts: [] });
});

test('a proposal for a protected environment needs approval', async () => {
    const app = await testApp();
    const { project, flag, author } = await protectedProject(app);
    const steps = STRATEGY_AND_SWITCH.map((step) => ({ ...step, feature: flag }));

    const refused = await app.post(`/api/admin/projects/${project}/proposals`, { steps }, author);

    expect(refused.status).toBe(403);
    expect(production((await app.get(`/api/admin/projects/${project}/features/${flag}`)).body)).toEqual({
        enabled: false,
        rollouts: [],
    });
});

test('a proposal cannot change the flags of another project', async () => {
    const app = await testApp();
    const { id: other } = await app.has.project();
    await app.has.flag({ name: 'lantern', project: other });

    expect(await app.post(`${P}/proposals`, { steps: STRATEGY_AND_SWITCH })).toMatchObject({ status: 404 });
});
