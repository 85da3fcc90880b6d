import { expect, test } from 'vitest';
import { protectedProject, turnOn } from '../../../../../test/support/change-requests.ts';
import { mailServer } from '../../../../../test/support/mail-server.ts';
import { testApp } from '../../../../../test/support/test-app.ts';

const MINUTE = 60_000;

async function newProject() {
    const server = await mailServer();
    const app = await testApp({ environment: server.environment });
    const made = await protectedProject(app);
    const sent = async () => {
        await app.services.mails.sendDue();
        return server.mails.splice(0).map(({ to, header, source }) => ({
            to: to[0]!.split('@')[0],
            subject: /^Subject: (.*?)\r?$/m.exec(header)![1],
            // Lines are folded for transport.
            text: source.replace(/=\r?\n/g, '').replaceAll('=20', ' '),
        }));
    };
    const inMinutes = (minutes: number) => new Date(app.services.clock().getTime() + minutes * MINUTE).toISOString();
    return { ...made, app, sent, inMinutes };
}

test('a requested reviewer gets one mail with the changes and a link once the request is in review', async () => {
    const { app, flag, project, author, owner, other, propose, move, base, sent } = await newProject();
    const { id } = (await propose(turnOn(flag), author)).body;
    await app.put(`${base}/${id}/approvers`, { reviewers: [owner.id] }, author);
    expect(await sent()).toEqual([]);

    await move(id, 'In review', author);

    const [mail, ...others] = await sent();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: owner.username, subject: `Please review: Change request #${id}` });
    expect(mail!.text).toContain(`Turn ${flag} on in production.`);
    expect(mail!.text).toContain(`https://flags.example.com/projects/${project}/change-requests/${id}`);
    await app.put(`${base}/${id}/approvers`, { reviewers: [owner.id, other.id] }, author);
    expect((await sent()).map(({ to }) => to)).toEqual([other.username]);
});

test('author and scheduler are notified of the result of a schedule', async () => {
    const { app, flag, project, author, owner, propose, move, sent, inMinutes } = await newProject();
    const schedule = async () => {
        const { id } = (await propose(turnOn(flag), author)).body;
        await move(id, 'In review', author);
        await move(id, 'Approved', owner);
        await move(id, 'Scheduled', owner, { scheduledAt: inMinutes(10), timeZone: 'Europe/Oslo' });
        return id;
    };
    const readers = [author.username, owner.username].sort();
    const id = await schedule();
    app.passTime(11 * MINUTE);
    await app.services.dueWork.runDue();
    const applied = await sent();
    expect(applied.map(({ to }) => to).sort()).toEqual(readers);
    expect(applied[0]).toMatchObject({
        subject: `Applied: Change request #${id}`,
        text: expect.stringContaining('(Europe/Oslo)'),
    });

    await app.post(`/api/admin/projects/${project}/features/${flag}/environments/production/off`);
    const second = await schedule();
    await app.delete(`/api/admin/projects/${project}/features/${flag}`);
    await app.services.schedules.recheck();

    const suspended = await sent();
    expect(suspended.map(({ to }) => to).sort()).toEqual(readers);
    expect(suspended[0]).toMatchObject({
        subject: `Suspended: Change request #${second}`,
        text: expect.stringContaining('archived'),
    });
});

test('approvers are notified of an emergency change with its reason', async () => {
    const { app, flag, author, owner, other, propose, move, sent } = await newProject();
    const admin = await app.has.user({ rootRole: 'admin' });
    const { id } = (await propose(turnOn(flag), author)).body;
    await move(id, 'In review', author);
    await move(id, 'Applied', admin, { breakGlass: true, reason: 'Payments are down' });

    const mails = await sent();

    expect(mails.map(({ to }) => to).sort()).toEqual([owner.username, other.username].sort());
    expect(mails[0]!.text).toContain('Payments are down');
});
