import { expect, test } from 'vitest';
import { addRollout, protectedProject, turnOn } from '../../../../../test/support/change-requests.ts';
import { receiver } from '../../../../../test/support/receiver.ts';
import { testApp } from '../../../../../test/support/test-app.ts';
import { EVENT_TYPE_NAMES } from '../../../../core/events/event-types.ts';

test('chat integrations receive the changes and a link once a request is in review; drafts are not sent', async () => {
    const app = await testApp({
        environment: { UNLEASH_ALLOW_LIST_INTEGRATION: '127.0.0.1', UNLEASH_URL: 'https://flags.example.com' },
    });
    const { project, flag, author, owner, base, propose, move } = await protectedProject(app);
    const { url, received } = await receiver();
    const strategy = await app.has.strategy({ flag, project, environment: 'production', title: 'Old' });
    const events = EVENT_TYPE_NAMES.filter((name) => /^change-/.test(name));
    await app.post('/api/admin/addons', { provider: 'slack', enabled: true, events, parameters: { url } });
    const told = async () => {
        await app.services.deliveries.deliverDue();
        return received.splice(0).map(({ body }) => JSON.parse(body).text as string);
    };

    const update = { feature: flag, action: 'updateStrategy', payload: { id: strategy.id, title: 'New' } };
    const { id, features } = (await propose([turnOn(flag), update, addRollout(flag, '5')], author)).body;
    await app.put(`${base}/${id}/title`, { title: 'Spring <sale>' }, author);
    await app.post(`${base}/${id}/comments`, { text: 'note to self' }, author);
    await app.put(`${base}/${id}/approvers`, { reviewers: [owner.id] }, author);
    const added = features[0].changes.find(({ action }: { action: string }) => action === 'addStrategy');
    await app.delete(`${base}/${id}/changes/${added.id}`, author);
    const thrownAway = (await propose(turnOn(flag), owner)).body;
    await app.delete(`${base}/${thrownAway.id}`, owner);
    expect(await told()).toEqual([]);

    await move(id, 'In review', author);
    const [sent] = await told();
    expect(sent).toContain(`<https://flags.example.com/projects/${project}/change-requests/${id}|Open in Halyard>`);
    expect(sent).toContain('• Spring &lt;sale&gt;:');
    expect(sent).toContain(`• Turn ${flag} on in production.`);
    expect(sent).toMatch(/title from Old to New/);

    await move(id, 'Approved', owner);
    const [approved] = await told();
    expect(approved).toContain(`*${owner.username}* approved`);
    expect(approved).toContain(`• Turn ${flag} on in production.`);
});
