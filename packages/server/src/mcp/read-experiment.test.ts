import { expect, test } from 'vitest';
import { agentOf, tokenOf } from '../../test/support/agents.ts';
import { createdExperiment, variantsFlag } from '../../test/support/experiments.ts';
import { testApp } from '../../test/support/test-app.ts';

test('an agent lists experiments, and reads one with its results', async () => {
    const app = await testApp();
    await variantsFlag(app);
    const id = await createdExperiment(app);
    const user = await app.has.user({ rootRole: 'editor' });
    const agent = await agentOf(app, { token: await tokenOf(app, user) });

    const { experiments } = await agent.does('read_experiment', { project: 'default' });
    expect(experiments).toMatchObject([{ id, name: 'Colour', state: 'Draft' }]);
    expect(await agent.does('read_experiment', { project: 'default', id })).toMatchObject({
        ...{ experiment: { id }, results: { units: { total: 0 }, metrics: [{ key: 'bought' }] } },
    });
    expect((await agent.call('read_experiment', { project: 'default', id: 'none' })).text).toContain('There is no');
});
