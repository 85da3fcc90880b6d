import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../../../test/support/databases.ts';
import { mailServer } from '../../../../test/support/mail-server.ts';
import { testApp } from '../../../../test/support/test-app.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import { reconsiderStaleFlags } from './flag-staleness.commands.ts';
import { notifyOwnersOfOldFlags } from './old-flag-mails.ts';

const FEATURES = '/api/admin/projects/default/features';
const DAY = 86_400_000;

async function setup(database?: Awaited<ReturnType<typeof emptyDatabase>>) {
    const server = await mailServer();
    const app = await testApp({ environment: server.environment, ...(database && { database }) });
    /** Runs the jobs and returns the mails that were sent. */
    const sentMails = async () => {
        await app.services.write(SYSTEM_ACTOR, reconsiderStaleFlags, undefined);
        await app.services.recordObservation((tx) => notifyOwnersOfOldFlags(tx, app.services.clock().toISOString()));
        await app.services.mails.sendDue();
        return server.mails
            .splice(0)
            .map(({ to, header, source }) => ({
                to: to[0]!.split('@')[0],
                subject: /^Subject: (.*?)\r?$/m.exec(header)![1],
                text: source.replace(/=\r?\n/g, ''),
            }))
            .sort((a, b) => (a.to! < b.to! ? -1 : 1));
    };
    return { app, sentMails };
}

test('owners receive one mail about all their flags that became stale, and each flag is mentioned once', async () => {
    const { app, sentMails } = await setup();
    const [ada, bob] = [await app.has.user(), await app.has.user()];
    const { body: crew } = await app.post('/api/admin/groups', { name: 'Crew', users: [{ user: { id: bob.id } }] });
    const owner = { type: 'user', id: ada.id };
    await app.post(FEATURES, { name: 'anchor', type: 'release', owner });
    await app.post(FEATURES, { name: 'buoy', type: 'kill-switch', owner });
    await app.post(FEATURES, { name: 'chart', type: 'release', owner: { type: 'group', id: crew.id } });
    await app.post(FEATURES, { name: 'nobodys', type: 'release' });
    expect(await sentMails()).toEqual([]);

    app.passTime(41 * DAY);
    await app.patch(`${FEATURES}/buoy`, [{ op: 'replace', path: '/stale', value: true }]);
    const [first, second, ...others] = await sentMails();

    expect(others).toEqual([]);
    const people = [ada, bob].map(({ username }) => username).sort();
    expect([first?.to, second?.to]).toEqual(people);
    const toAda = first?.to === ada.username ? first : second;
    const toBob = first?.to === ada.username ? second : first;
    expect(toAda?.subject).toBe('2 flags of yours have grown old');
    expect(toAda?.text).toContain('anchor (project default): older than flags of its type should be');
    expect(toAda?.text).toContain('buoy (project default): marked as stale');
    expect(toAda?.text).toContain(`https://flags.example.com/search?owner=user%3A${ada.id}&state=old`);
    expect(toAda?.text).not.toContain('nobodys');
    expect(toBob?.subject).toBe('A flag of yours has grown old');
    expect(toBob?.text).toContain('chart (project default)');
    expect(await sentMails()).toEqual([]);

    // The flag is active again and becomes stale once more; its new owner is notified, too.
    await app.patch(`${FEATURES}/buoy`, [{ op: 'replace', path: '/stale', value: false }]);
    expect(await sentMails()).toEqual([]);
    await app.patch(`${FEATURES}/buoy`, [{ op: 'replace', path: '/stale', value: true }]);
    expect((await sentMails()).map(({ to }) => to)).toEqual([ada.username]);
    await app.patch(`${FEATURES}/buoy`, [{ op: 'add', path: '/owner', value: { type: 'user', id: bob.id } }]);
    expect((await sentMails()).map(({ to }) => to)).toEqual([bob.username]);
    await app.delete(`${FEATURES}/buoy`);
    expect(await sentMails()).toEqual([]);
});

test('owners that the previous release notified receive no second mail after the upgrade', async () => {
    const database = await emptyDatabase();
    onTestFinished(database.remove);
    const before = await setup(database);
    const { id } = await before.app.has.user();
    for (const name of ['anchor', 'buoy']) {
        await before.app.post(FEATURES, { name, owner: { type: 'user', id } });
        await before.app.patch(`${FEATURES}/${name}`, [{ op: 'replace', path: '/stale', value: true }]);
    }
    await before.app.services.recordObservation(async (tx) => {
        await sql`insert into told_owners (flag, owner, told_at)
            select name, owner, '2026-01-01' from flags where name = 'anchor'`.execute(tx);
        await sql`drop table notified_owners`.execute(tx);
        await sql`delete from kysely_migration where name = '0118-notified-owners'`.execute(tx);
    });
    await before.app.close();

    const [mail, ...others] = await (await setup(database)).sentMails();
    expect(others).toEqual([]);
    expect(mail!.text).toContain('buoy');
    expect(mail!.text).not.toContain('anchor');
});

test('an owner without access to a private project receives no mail about its flags', async () => {
    const { app, sentMails } = await setup();
    const outsider = await app.has.user({ rootRole: 'viewer' });
    const { id: project } = await app.has.project({ mode: 'private' });
    const owner = { type: 'user', id: outsider.id };
    await app.post(`/api/admin/projects/${project}/features`, { name: 'secret', owner });
    await app.patch(`/api/admin/projects/${project}/features/secret`, [{ op: 'replace', path: '/stale', value: true }]);

    expect(await sentMails()).toEqual([]);
});
