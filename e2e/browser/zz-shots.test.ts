import { test } from 'vitest';
import { enter, SLOW, startService } from './support/visitor.ts';

const PROJECT = '/api/admin/projects/default';
const PRODUCTION = `${PROJECT}/features/lantern/environments/production`;
const rollout = (percentage: number) => ({
    name: 'flexibleRollout',
    parameters: { rollout: String(percentage), stickiness: 'default', groupId: 'lantern' },
});
test('shots', SLOW, async () => {
    const server = await startService();
    await server.request('POST', `${PROJECT}/features`, { name: 'lantern' });
    await server.request('POST', `${PROJECT}/features`, { name: 'one-click-pay' });
    const milestones = ['1%', '10%', '50%', 'Everyone'].map((name, i) => ({
        name, sortOrder: i, strategies: [rollout([1, 10, 50, 100][i]!)],
        ...(i < 3 && { transitionCondition: { type: 'time', intervalMinutes: 1440 } }),
    }));
    console.log(await server.request('POST', '/api/admin/release-plan-templates', { name: 'Careful', description: 'For checkout', milestones }));
    await server.request('POST', `${PRODUCTION}/release-plans`, { name: 'Gradual rollout', milestones });
    await server.request('POST', `${PROJECT}/features/one-click-pay/environments/production/release-plans`, { name: 'Gradual rollout', milestones });
    await server.request('POST', `${PRODUCTION}/on`);
    const { body } = await server.request('GET', `${PRODUCTION}/release-plans`);
    const [plan] = body as any;
    await server.request('POST', `${PRODUCTION}/release-plans/${plan.id}/milestones/${plan.milestones[1].id}/start`);
    const { page, goTo, setAppearance, problems, settled } = await enter(server.url);
    const shot = async (name: string, path: string, act?: () => Promise<unknown>) => {
        await goTo(path);
        await act?.();
        for (const [scheme, width] of [['light', 1440], ['dark', 390]] as const) {
            await setAppearance({ scheme, width });
            await settled();
            await page.screenshot({ path: `/tmp/shots/${name}-${width}.png`, fullPage: true });
        }
        await setAppearance({ scheme: 'light', width: 1440 });
        console.log(name, problems.splice(0));
    };
    await shot('templates', '/releases?tab=templates');
    await shot('releases', '/releases');
    await shot('flag', '/projects/default/features/lantern', () => page.getByRole('button', { name: /^50%/ }).click());
    await shot('project', '/projects/default?tab=releases');
    await goTo('/projects/default/features/one-click-pay');
    await page.getByRole('region', { name: 'Environment development' }).getByRole('button', { name: 'Release in steps' }).click();
    await settled();
    await page.screenshot({ path: '/tmp/shots/dialog.png' });
    await page.keyboard.press('Escape');
    const { body: list } = await server.request('GET', '/api/admin/release-plan-templates');
    await shot('template', `/release-templates/${(list as any)[0].id}`);
    await shot('new', `/release-templates/new`);
});
