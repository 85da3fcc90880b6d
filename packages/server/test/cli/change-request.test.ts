import { expect, test } from 'vitest';
import { addRollout, protectedProject } from '../support/change-requests.ts';
import { run } from '../support/in-process.ts';
import { ADMIN_TOKEN, type RequestOptions, testApp } from '../support/test-app.ts';

const app = await testApp({ until: 'file' });

/** The command of a user, who has a token of their own. */
async function commandOf(user?: RequestOptions) {
    const token = async () => {
        const body = {
            description: `token of ${JSON.stringify(user?.headers).length}`,
            expiresAt: '2099-01-01T00:00:00Z',
        };
        return (await app.post('/api/admin/user/tokens', body, user)).body.secret as string;
    };
    const environment = { HALYARD_URL: app.url, HALYARD_TOKEN: user ? await token() : ADMIN_TOKEN };
    return (...args: string[]) => run(['change-request', ...args], { environment });
}

async function inReview() {
    const { project, flag, author, owner, propose, move } = await protectedProject(app);
    const { id } = (await propose([addRollout(flag, '10')], author)).body as { id: number };
    await move(id, 'In review', author);
    return { project, flag, author, id, ...{ ofAuthor: await commandOf(author), ofOwner: await commandOf(owner) } };
}

test('a change request is listed, shown, approved and applied, and a repeated apply prints the same and changes nothing', async () => {
    const { project, flag, id, ofOwner, ofAuthor } = await inReview();
    const number = String(id);

    const listed = await ofOwner('list', '--project', project, '-e', 'production');
    expect(listed).toMatchObject({
        status: 0,
        json: { changeRequests: [{ id, state: 'In review', features: [flag] }] },
    });
    const shown = await ofOwner('show', number);
    expect(shown).toMatchObject({
        status: 0,
        json: { id, features: [{ name: flag, changes: [{ action: 'addStrategy' }] }] },
    });

    expect(await ofAuthor('approve', number)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('APPROVE_CHANGE_REQUEST'),
    });
    const { contentHash } = shown.json as { contentHash: string };
    expect(await ofOwner('approve', number, '--content-hash', 'of-another-version')).toMatchObject({ status: 1 });
    expect(await ofOwner('approve', number, '--content-hash', contentHash, '--comment', 'Tested')).toMatchObject({
        status: 0,
        json: { state: 'Approved', comments: [{ text: 'Tested' }] },
    });

    const first = await ofOwner('apply', number);
    expect(first).toMatchObject({ status: 0, json: { id, state: 'Applied' } });
    const revision = await app.revision();
    const again = await ofOwner('apply', number);
    expect(again).toMatchObject({ status: 0 });
    expect(again.json).toEqual(first.json);
    expect(await app.revision()).toBe(revision);

    expect(await ofOwner('list', '--project', project)).toMatchObject({ json: { changeRequests: [] } });
    expect(await ofOwner('list', '--project', project, '--closed')).toMatchObject({
        json: { changeRequests: [{ id, state: 'Applied' }] },
    });
});

test('a rejected request stays rejected, and says why', async () => {
    const { id, ofOwner } = await inReview();
    const number = String(id);

    expect(await ofOwner('reject', number, '--comment', 'Too many users')).toMatchObject({
        status: 0,
        json: { state: 'Rejected', comments: [{ text: 'Too many users' }] },
    });
    expect(await ofOwner('apply', number)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('Only requests that are Approved or Scheduled can be applied'),
    });
});

test('an approved request is scheduled at a time with its zone', async () => {
    const { id, ofOwner } = await inReview();
    const number = String(id);
    await ofOwner('approve', number);

    expect(await ofOwner('schedule', number, '2098-01-15T09:00')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('2027-01-15T08:00:00Z'),
    });
    expect(await ofOwner('schedule', number, '2098-01-15T09:00:00+01:00')).toMatchObject({
        status: 0,
        json: { state: 'Scheduled', schedule: { scheduledAt: '2098-01-15T08:00:00.000Z', timeZone: 'UTC' } },
    });
});

test('unknown requests, numbers and environments are errors that name the next step', async () => {
    const { project } = await protectedProject(app);
    const command = await commandOf();

    expect(await command('show', '999999')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('halyard change-request list'),
    });
    expect(await command('show', 'first')).toMatchObject({ status: 1, stderr: expect.stringContaining('such as 41') });
    for (const args of [[], ['--project', project]]) {
        expect(await command('list', '-e', 'prod', ...args)).toMatchObject({
            status: 1,
            stderr: expect.stringContaining('development, production'),
        });
    }
});

test('a request of a private project is hidden from others', async () => {
    const { flag, author, propose, move } = await protectedProject(app, { mode: 'private' });
    const { id } = (await propose([addRollout(flag, '10')], author)).body as { id: number };
    await move(id, 'In review', author);
    const [member, stranger] = [await commandOf(author), await commandOf(await app.has.user())];

    expect(await member('show', String(id))).toMatchObject({ status: 0, json: { id } });
    expect(await stranger('show', String(id))).toMatchObject({ status: 1 });
    const { json } = await stranger('list');
    const ids = (json as { changeRequests: { id: number }[] }).changeRequests.map((request) => request.id);
    expect(ids).not.toContain(id);
});

test('a flag in an environment that does not exist: the error lists those of the project', async () => {
    const { name } = await app.has.flag();
    const environment = { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN };

    for (const args of [
        ['flag', 'on', name],
        ['release', 'show', name],
    ]) {
        expect(await run([...args, '-e', 'prod'], { environment })).toMatchObject({
            status: 1,
            stderr: expect.stringContaining('does not have the environment prod. It has development, production.'),
        });
    }
});
