import { expect, test } from 'vitest';
import { createdExperiment, EXPERIMENTS, newExperiment, variantsFlag } from '../../../../test/support/experiments.ts';
import { mailServer } from '../../../../test/support/mail-server.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { announceFindings } from './announce-findings.ts';

async function setup() {
    const server = await mailServer();
    const app = await testApp({ environment: server.environment });
    await variantsFlag(app);
    const { secret: token } = await app.has.token({ environment: 'development' });
    const creator = await app.has.user({ rootRole: 'editor' });
    const { body } = await app.post(EXPERIMENTS, newExperiment({ control: 'red' }), creator);
    await app.post(`${EXPERIMENTS}/${body.id}/start`);
    const announce = () => announceFindings(app.services);
    const send = async (list: object[]) => {
        for (let start = 0; start < list.length; start += 1_000) {
            await app.post('/api/client/outcomes', { outcomes: list.slice(start, start + 1_000) }, { token });
        }
        await app.services.reports.store();
    };
    const announced = async () => {
        const { events } = (await app.get('/api/admin/events?type=all')).body;
        return events.filter(({ type }: { type: string }) => /-(found|mismatch)$/.test(type));
    };
    const mails = async () => {
        await app.services.mails.sendDue();
        return server.mails.map(({ to, header }) => [to[0], /^Subject: (.*?)\r?$/m.exec(header)![1]]);
    };
    return { app, id: body.id as string, creator, announce, announced, send, mails };
}

/** Users with their variants, as the frontend API serves them. */
async function usersByArm({ services }: Awaited<ReturnType<typeof testApp>>, count: number) {
    const { evaluate } = await import('@halyard/engine');
    const flags = services.assignmentInterests.currentFlags('development')!;
    const names = Array.from({ length: count }, (_, index) => `user-${index}`);
    return Map.groupBy(names, (userId) => evaluate(flags, 'checkout', { userId }).variant.name);
}

const of = (name: string) => (userId: string) => ({ name, context: { userId } });

test('a decided primary metric is announced once by mail and as an event, however many nodes look', async () => {
    const { app, id, creator, announce, announced, send, mails } = await setup();
    const arms = await usersByArm(app, 2_000);
    const [red, blue] = [arms.get('red')!, arms.get('blue')!];
    await send([...red, ...blue].map(of('seen')));
    await announce();
    expect(await announced()).toEqual([]);

    await send([...red.slice(0, 100), ...blue.slice(0, 400)].map(of('bought')));
    await Promise.all([announce(), announce(), announce()]);
    await announce();
    const events = await announced();
    expect(events).toMatchObject([
        {
            ...{ type: 'experiment-result-found', project: 'default', featureName: 'checkout' },
            data: { id, name: 'Colour', message: expect.stringMatching(/^blue is better than red in bought: \+\d/) },
        },
    ]);
    expect(await mails()).toEqual([[expect.stringContaining(creator.username), 'Experiment Colour has a result']]);
});

test('a sample ratio mismatch is announced once, and no result while it lasts', async () => {
    const { app, announce, announced, send, mails } = await setup();
    const arms = await usersByArm(app, 2_000);
    const [red, blue] = [arms.get('red')!.slice(0, 500), arms.get('blue')!];
    await send([...red, ...blue].map(of('seen')));
    await send(blue.map(of('bought')));
    await announce();
    await announce();
    const events = await announced();
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['experiment-sample-ratio-mismatch']);
    expect(events[0].data.message).toContain('red 500');
    expect((await mails()).map(([, subject]) => subject)).toEqual(['Experiment Colour has a sample ratio mismatch']);
});

test('nobody is notified of a stopped experiment, nor a creator who may no longer know of the project', async () => {
    const { app, id, creator, announce, announced, send, mails } = await setup();
    const arms = await usersByArm(app, 2_000);
    await send([...arms.get('red')!, ...arms.get('blue')!].map(of('seen')));
    await send(arms.get('blue')!.slice(0, 400).map(of('bought')));
    await app.put('/api/admin/projects/default/settings', { mode: 'private' });
    expect((await app.get(`${EXPERIMENTS}/${id}`, creator)).status).toBe(404);
    const stopped = await createdExperiment(app, { name: 'Stopped' });
    expect(stopped).toBeTruthy();
    await announce();
    expect(await announced()).toHaveLength(1);
    expect(await mails()).toEqual([]);
});
