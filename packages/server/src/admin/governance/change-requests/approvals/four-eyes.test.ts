import { beforeAll, describe, expect, test } from 'vitest';
import { addRollout, protectedProject, type Someone, turnOn } from '../../../../../test/support/change-requests.ts';
import { type RequestOptions, type TestApp, testApp } from '../../../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(app.services.clock().getTime() + minutes * MINUTE).toISOString();

let counter = 0;

type Credential = 'session' | 'personal token' | 'admin token' | 'token of a service account';

/** An administrator, and the credentials with which they can call the API. */
async function administrator() {
    const session: Someone = await app.has.user({ rootRole: 'admin' });
    const name = `credential-${++counter}`;
    const expiresAt = inMinutes(60 * 24);
    const adminToken = await app.post('/api/admin/api-tokens', { tokenName: name, type: 'admin' }, session);
    const personal = await app.post('/api/admin/user/tokens', { description: name, expiresAt }, session);
    const account = await app.post('/api/admin/service-account', { name, username: name, rootRole: 1 }, session);
    const ofAccount = await app.post(
        `/api/admin/service-account/${account.body.id}/token`,
        { description: name, expiresAt },
        session,
    );
    const by: Record<Credential, RequestOptions> = {
        session,
        'personal token': { token: personal.body.secret },
        'admin token': { token: adminToken.body.secret },
        'token of a service account': { token: ofAccount.body.secret },
    };
    return { id: session.id, username: session.username, accountId: account.body.id as number, by };
}

const CREDENTIALS: Credential[] = ['session', 'personal token', 'admin token', 'token of a service account'];
const PAIRS = CREDENTIALS.flatMap((one) => CREDENTIALS.map((other) => [one, other] as const));

async function waitingFor({ by }: { by: { session: RequestOptions } }): Promise<number[]> {
    const { body } = await app.get('/api/admin/change-requests/inbox', by.session);
    return body.waitingForMe.map(({ id }: { id: number }) => id);
}

async function requestBy(author: RequestOptions, settings: Parameters<typeof protectedProject>[1] = {}) {
    const world = await protectedProject(app, settings);
    const { id } = (await world.propose([turnOn(world.flag), addRollout(world.flag, '10')], author)).body;
    expect(await world.move(id, 'In review', author)).toMatchObject({ status: 200 });
    return { ...world, id: id as number };
}

describe('all credentials of one administrator count as the same user', () => {
    test.each(PAIRS)('proposing with a %s and approving or rejecting with a %s is refused', async (first, second) => {
        const { by } = await administrator();
        const { id, move } = await requestBy(by[first]);

        expect(await move(id, 'Approved', by[second])).toMatchObject({ status: 403 });
        expect(await move(id, 'Rejected', by[second])).toMatchObject({ status: 403 });
    });

    test('approvals with several credentials count once', async () => {
        const { by, id: person, username } = await administrator();
        const { id, move, owner } = await requestBy((await administrator()).by.session, {
            requiredApprovals: 2,
        });
        const first = await move(id, 'Approved', by['admin token']);
        expect(first).toMatchObject({
            status: 200,
            body: { state: 'In review', approvals: [{ createdBy: { id: person, username } }] },
        });
        for (const credential of CREDENTIALS) {
            expect(await move(id, 'Approved', by[credential])).toMatchObject({
                status: 400,
                body: { message: expect.stringContaining('already') },
            });
        }
        expect((await move(id, 'Approved', owner)).body).toMatchObject({ state: 'Approved' });
    });

    test('a user who adds a change with one token to the request of another token cannot approve it', async () => {
        const [one, two] = [await administrator(), await administrator()];
        const { id, move, propose, flag, owner } = await requestBy(one.by['admin token']);
        expect((await propose(addRollout(flag, '90'), two.by['admin token'])).body.id).toBe(id);

        for (const { by } of [one, two]) {
            expect(await move(id, 'Approved', by.session)).toMatchObject({ status: 403 });
        }
        expect((await move(id, 'Approved', owner)).body.state).toBe('Approved');
    });

    test('a user who removes a change from the request of another token cannot approve it', async () => {
        const [one, two] = [await administrator(), await administrator()];
        const { id, move, base, read } = await requestBy(one.by['admin token']);
        const [change] = (await read(id)).body.features[0].changes;
        await app.delete(`${base}/${id}/changes/${change.id}`, two.by['admin token']);

        expect(await move(id, 'Approved', two.by.session)).toMatchObject({ status: 403 });
    });

    test('a user who applies a request without approvals with a token cannot review it', async () => {
        const [one, two] = [await administrator(), await administrator()];
        const { id, move } = await requestBy(one.by.session);
        const reason = 'Payments are down';
        expect(await move(id, 'Applied', two.by['admin token'], { breakGlass: true, reason })).toMatchObject({
            status: 200,
            body: { breakGlass: { review: 'pending' } },
        });

        for (const { by } of [one, two]) {
            for (const credential of CREDENTIALS) {
                expect(await move(id, 'Approved', by[credential])).toMatchObject({ status: 403 });
            }
        }
        expect(await move(id, 'Approved', {})).toMatchObject({ status: 403 });
        const third = await administrator();
        expect((await move(id, 'Approved', third.by['admin token'])).body).toMatchObject({
            breakGlass: { review: 'confirmed' },
            approvals: [{ createdBy: { id: third.id } }],
        });
    });

    test('a token that was created with a token belongs to the same user', async () => {
        const { by } = await administrator();
        const { body } = await app.post(
            '/api/admin/api-tokens',
            { tokenName: `nested-${++counter}`, type: 'admin' },
            by['admin token'],
        );
        const { id, move } = await requestBy(by.session);

        expect(await move(id, 'Approved', { token: body.secret })).toMatchObject({ status: 403 });
    });
});

test('an approval with a token counts as the approval of its creator, with their current permissions', async () => {
    const author = await administrator();
    const reviewer = await administrator();
    const { id, move, read } = await requestBy(author.by.session);
    expect((await move(id, 'Approved', reviewer.by['admin token'])).body).toMatchObject({
        state: 'Approved',
        approvals: [{ createdBy: { id: reviewer.id, username: reviewer.username } }],
    });
    await app.put(`/api/admin/user-admin/${reviewer.id}`, { rootRole: 3 });

    expect((await read(id)).body.needed).toMatchObject({ given: 0 });
    expect(await move(id, 'Applied', author.by.session)).toMatchObject({ status: 403 });
    const again = await requestBy(author.by.session);
    expect(await again.move(again.id, 'Approved', reviewer.by['admin token'])).toMatchObject({ status: 403 });
});

test('rules about users apply to their tokens', async () => {
    const { id: excluded, by } = await administrator();
    const { id, move } = await requestBy((await administrator()).by.session, {
        rules: { excludedApprovers: { users: [excluded] } },
    });

    for (const credential of CREDENTIALS) {
        expect(await move(id, 'Approved', by[credential])).toMatchObject({ status: 400 });
    }
});

test('a token whose creator is unknown cannot approve', async () => {
    const { id, move } = await requestBy((await administrator()).by.session);

    for (const state of ['Approved', 'Rejected']) {
        expect(await move(id, state, {})).toMatchObject({
            status: 403,
            body: { message: expect.stringContaining('personal access token') },
        });
    }
});

describe('the person behind a token of unknown origin may be any of the approvers', () => {
    /** A token that the operator set. */
    const OPERATOR: RequestOptions = {};

    test('so the approval of one person is not sufficient', async () => {
        const { id, move, owner, other, read } = await requestBy(OPERATOR);

        expect((await move(id, 'Approved', owner)).body).toMatchObject({
            state: 'In review',
            minApprovals: 2,
            needed: { approvals: 2, given: 1, missing: [expect.stringContaining('is unknown')] },
        });
        expect(await move(id, 'Applied', owner)).toMatchObject({ status: 400 });
        await move(id, 'Approved', other);
        expect((await read(id)).body).toMatchObject({ state: 'Approved', needed: { given: 2, missing: [] } });
    });

    test('and the same applies to approvals that a group must give', async () => {
        const members = [await administrator(), await administrator()];
        const { body: group } = await app.post('/api/admin/groups', {
            name: `Security ${++counter}`,
            users: members.map(({ id }) => ({ user: { id } })),
        });
        const rules = { groups: [{ group: group.id, approvals: 1 }] };
        const { id, move, owner } = await requestBy(OPERATOR, { rules });
        const [first, second] = members.map(({ by }) => by.session);

        await move(id, 'Approved', owner);
        expect((await move(id, 'Approved', first!)).body).toMatchObject({
            state: 'In review',
            needed: { missing: [expect.stringContaining('1 of the approvals must come from the group')] },
        });
        expect((await move(id, 'Approved', second!)).body.state).toBe('Approved');
    });

    test.each(['adds', 'removes'])('also if the token only %s a change of a request of a known person', async (how) => {
        const { by } = await administrator();
        const { id, move, owner, other, propose, flag, base, read } = await requestBy(by['admin token']);
        const [change] = (await read(id)).body.features[0].changes;
        const edited =
            how === 'adds'
                ? await propose(addRollout(flag, '90'), OPERATOR)
                : await app.delete(`${base}/${id}/changes/${change.id}`, OPERATOR);
        expect(edited.status).toBe(200);

        expect((await move(id, 'Approved', owner)).body).toMatchObject({ state: 'In review' });
        expect((await move(id, 'Approved', other)).body).toMatchObject({ state: 'Approved' });
    });

    test('also in a request that an older release stored without its people', async () => {
        for (const people of [null, '[]']) {
            const { id, move, owner } = await requestBy(OPERATOR);
            await app.services.recordObservation((tx) =>
                tx.updateTable('change_requests').set({ people }).where('id', '=', id).execute(),
            );

            expect((await move(id, 'Approved', owner)).body).toMatchObject({ state: 'In review' });
        }
    });

    test('so two people confirm a change that was applied without approval', async () => {
        const reason = 'Payments are down';
        const [one, two] = [await administrator(), await administrator()];
        const applied = await requestBy(one.by.session);
        await applied.move(applied.id, 'Applied', OPERATOR, { breakGlass: true, reason });
        const proposed = await requestBy(OPERATOR);
        await proposed.move(proposed.id, 'Applied', one.by.session, { breakGlass: true, reason });

        for (const { id, move, owner } of [applied, proposed]) {
            const first = await move(id, 'Approved', owner);
            expect(first.body.breakGlass).toMatchObject({ review: 'pending' });
            expect((await move(id, 'Approved', owner)).body.breakGlass).toMatchObject({ review: 'pending' });
            expect((await waitingFor(two)).includes(id)).toBe(true);
            expect((await waitingFor({ by: { session: owner } })).includes(id)).toBe(false);
            expect((await move(id, 'Approved', two.by.session)).body.breakGlass).toMatchObject({
                review: 'confirmed',
            });
        }
    });

    test('and an approval of former content does not confirm such a change', async () => {
        const [one, two] = [await administrator(), await administrator()];
        const { id, move, owner, propose, flag } = await requestBy(OPERATOR);
        await move(id, 'Approved', owner);
        await propose(addRollout(flag, '90'), OPERATOR);
        const reason = 'Payments are down';
        expect((await move(id, 'Applied', one.by.session, { breakGlass: true, reason })).status).toBe(200);

        expect((await move(id, 'Approved', two.by.session)).body.breakGlass).toMatchObject({ review: 'pending' });
    });

    test('except where authors may approve their own requests', async () => {
        const { id, move, owner } = await requestBy(OPERATOR, { rules: { selfApproval: true } });

        expect((await move(id, 'Approved', owner)).body).toMatchObject({ state: 'Approved' });
    });
});

test('with self-approval, a user and a token of unknown origin still count as one', async () => {
    const { by } = await administrator();
    const settings = { requiredApprovals: 2, rules: { selfApproval: true } };
    const { id, move, owner } = await requestBy(by.session, settings);
    await move(id, 'Approved', by.session);
    await move(id, 'Approved', {});

    expect((await move(id, 'Applied', by.session)).status).toBe(400);
    expect((await move(id, 'Approved', owner)).body.state).toBe('Approved');
});

test('with self-approval, several tokens of unknown origin count as one person', async () => {
    const tokens: RequestOptions[] = [];
    for (const name of ['robot-one', 'robot-two']) {
        const { body: account } = await app.post('/api/admin/service-account', { name, username: name, rootRole: 1 });
        const token = { description: name, expiresAt: inMinutes(60) };
        const { body } = await app.post(`/api/admin/service-account/${account.id}/token`, token);
        tokens.push({ token: body.secret });
    }
    const settings = { requiredApprovals: 2, rules: { selfApproval: true } };
    const { id, move, owner, other } = await requestBy((await administrator()).by.session, settings);

    for (const token of tokens) {
        expect((await move(id, 'Approved', token)).body).toMatchObject({ state: 'In review', needed: { given: 1 } });
    }
    await move(id, 'Approved', owner);
    expect((await move(id, 'Approved', other)).body).toMatchObject({ state: 'Approved', needed: { given: 2 } });
});

describe('after an upgrade', () => {
    const approvedByToken = async (reviewer: number) => {
        const { by } = await administrator();
        const { id, owner, move, ...world } = await requestBy(by.session);
        expect((await move(id, 'Approved', owner)).body.state).toBe('Approved');
        // The format of older releases.
        await app.services.recordObservation((tx) =>
            tx
                .updateTable('change_request_reviews')
                .set({ created_by_user_id: reviewer, created_by: 'ci' })
                .where('request', '=', id)
                .execute(),
        );
        return { ...world, id, owner, move, by };
    };

    test('approvals with admin tokens of older releases do not count, neither for applying nor for scheduling', async () => {
        const { id, move, by, other, owner } = await approvedByToken(-42);

        expect(await move(id, 'Applied', by.session)).toMatchObject({
            status: 403,
            body: { message: expect.stringContaining('ci') },
        });
        expect(await move(id, 'Scheduled', owner, { scheduledAt: inMinutes(5) })).toMatchObject({ status: 403 });
        await move(id, 'Approved', other);
        expect(await move(id, 'Applied', by.session)).toMatchObject({ status: 200 });
    });

    test('approvals with tokens of service accounts of older releases do not count', async () => {
        const { id, move, by } = await approvedByToken((await administrator()).accountId);

        expect(await move(id, 'Applied', by.session)).toMatchObject({ status: 403 });
    });

    test('a request that was scheduled with such an approval fails at its scheduled time', async () => {
        const { by } = await administrator();
        const { id, owner, move, read } = await requestBy(by.session);
        await move(id, 'Approved', owner);
        await move(id, 'Scheduled', owner, { scheduledAt: inMinutes(5) });
        await app.services.recordObservation((tx) =>
            tx
                .updateTable('change_request_reviews')
                .set({ created_by_user_id: -42, created_by: 'ci' })
                .where('request', '=', id)
                .execute(),
        );
        app.passTime(6 * MINUTE);
        await app.services.dueWork.runDue();

        expect((await read(id)).body.schedule).toMatchObject({ status: 'failed' });
    });

    test.each(CREDENTIALS)(
        'the author of a request that an older release stored cannot approve it: %s',
        async (author) => {
            const { by } = await administrator();
            const { id, move } = await requestBy(by[author]);
            await app.services.recordObservation((tx) =>
                tx.updateTable('change_requests').set({ people: null }).where('id', '=', id).execute(),
            );

            expect(await move(id, 'Approved', by[author])).toMatchObject({ status: 403 });
        },
    );

    test('the author of a request that an older release stored cannot approve it', async () => {
        const { by } = await administrator();
        const { id, move, owner } = await requestBy(by['personal token']);
        await app.services.recordObservation((tx) =>
            tx.updateTable('change_requests').set({ people: null }).where('id', '=', id).execute(),
        );

        for (const credential of CREDENTIALS) {
            expect(await move(id, 'Approved', by[credential])).toMatchObject({ status: 403 });
        }
        expect((await move(id, 'Approved', owner)).body.state).toBe('Approved');
    });
});
