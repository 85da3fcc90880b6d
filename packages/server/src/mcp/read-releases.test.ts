import { expect, test } from 'vitest';
import { agentOf, tokenOf } from '../../test/support/agents.ts';
import { environmentOf, newTemplate, step } from '../../test/support/releases.ts';
import { testApp } from '../../test/support/test-app.ts';

test('an agent reads releases, rehearses one, and proposes it for production', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'checkout' });
    const { id: templateId } = await newTemplate(app, {
        milestones: [step('few', '10', { intervalMinutes: 60 }), step('all', '100')],
    });
    await app.put('/api/admin/agents', { access: 'propose' });
    const agent = await agentOf(app, { token: await tokenOf(app, await app.has.user({ rootRole: 'editor' })) });
    const target = { flag: 'checkout', environment: 'production' };

    const before = await agent.does('read_releases', { project: 'default' });
    expect(before).toMatchObject({ total: 0, templates: [{ id: templateId, name: 'steps' }] });
    const rehearsed = await agent.does('rehearse_release', { ...target, templateId });
    expect(rehearsed.milestones).toMatchObject([
        { name: 'few', start: { state: 'planned' }, users: { state: 'counted' } },
        { name: 'all', start: { state: 'planned' }, users: { evaluated: 1_000, on: 1_000 } },
    ]);
    expect(await agent.refusal('rehearse_release', target)).toContain('templateId');

    const { proposed } = await agent.does('propose_change', {
        ...{ project: 'default', environment: 'production', reason: 'Careful start' },
        changes: [{ action: 'addReleasePlan', feature: 'checkout', payload: { templateId } }],
    });
    expect(proposed).toMatchObject({ state: 'In review', changes: 1 });
    expect((await app.get(`${environmentOf('checkout', 'production')}/release-plans`)).body).toEqual([]);

    await app.post(`${environmentOf('checkout')}/release-plans`, { templateId });
    const after = await agent.does('read_releases', { project: 'default' });
    expect(after).toMatchObject({ total: 1, releases: [{ featureName: 'checkout', plan: { name: 'steps' } }] });
});
