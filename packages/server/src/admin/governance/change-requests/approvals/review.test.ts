import { beforeAll, describe, expect, test } from 'vitest';
import { addRollout, protectedProject, turnOn } from '../../../../../test/support/change-requests.ts';
import { type RequestOptions, type TestApp, testApp } from '../../../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

/** A request that is in review. */
async function inReview(settings: Parameters<typeof protectedProject>[1] = {}) {
    const world = await protectedProject(app, settings);
    const { id } = (await world.propose([turnOn(world.flag), addRollout(world.flag, '10')], world.author)).body;
    const { body } = await world.move(id, 'In review', world.author, { comment: ' please look ' });
    return { ...world, id: id as number, request: body };
}

const newestEvents = async (project: string) => (await app.get(`/api/admin/events?project=${project}`)).body.events;

test('the author sends a draft to review with a comment, and then everyone can see it', async () => {
    const { project, id, read, request, author, flag } = await inReview();
    const viewer = await app.has.user();

    expect(request).toMatchObject({
        state: 'In review',
        comments: [{ text: 'please look', createdBy: { id: author.id, username: author.username } }],
        stateTimestamps: { Draft: expect.any(String), 'In review': expect.any(String) },
        needed: { approvals: 1, given: 0, missing: [expect.stringContaining('One more approval')] },
    });
    expect((await read(id, viewer)).body).toEqual(request);
    expect((await newestEvents(project))[0]).toMatchObject({
        type: 'change-request-sent-to-review',
        project,
        environment: 'production',
        data: {
            changeRequestId: id,
            contentHash: request.contentHash,
            changes: [
                { feature: flag, action: 'addStrategy' },
                { feature: flag, action: 'updateEnabled' },
            ],
        },
    });
});

test('a request is approved once it has enough approvals', async () => {
    const { project, id, owner, other, move } = await inReview({ requiredApprovals: 2 });

    const first = await move(id, 'Approved', owner);
    expect(first).toMatchObject({
        status: 200,
        body: { state: 'In review', approvals: [{ createdBy: { id: owner.id } }], needed: { approvals: 2, given: 1 } },
    });
    expect((await newestEvents(project))[0]).toMatchObject({ type: 'change-request-approval-added' });

    const second = await move(id, 'Approved', other);
    expect(second).toMatchObject({
        status: 200,
        body: {
            state: 'Approved',
            needed: { approvals: 2, given: 2, missing: [] },
            stateTimestamps: { Approved: expect.any(String) },
        },
    });
    expect(second.body.approvals).toMatchObject([{ contentHash: second.body.contentHash }, {}]);
    expect((await newestEvents(project))[0]).toMatchObject({
        type: 'change-request-approved',
        data: { changeRequestId: id, contentHash: second.body.contentHash },
    });
});

test('a second approval of the same person is refused', async () => {
    const { id, owner, move } = await inReview({ requiredApprovals: 2 });
    await move(id, 'Approved', owner);

    expect(await move(id, 'Approved', owner)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('already') },
    });
});

test('authors cannot approve or reject their own requests, not even administrators, unless the rules allow it', async () => {
    for (const selfApproval of [false, true]) {
        const { flag, owner, propose, move } = await protectedProject(app, { rules: { selfApproval } });
        const admin = await app.has.user({ rootRole: 'admin' });
        for (const author of [owner, admin, {}] as RequestOptions[]) {
            const { id } = (await propose(turnOn(flag), author)).body;
            await move(id, 'In review', author);
            if (!selfApproval) {
                expect(await move(id, 'Rejected', author)).toMatchObject({ status: 403 });
                expect(await move(id, 'Approved', author)).toMatchObject({ status: 403 });
            } else {
                expect(await move(id, 'Approved', author)).toMatchObject({ status: 200, body: { state: 'Approved' } });
            }
        }
    }
});

test('only users with the permission to approve can approve or reject', async () => {
    const { project, id, move } = await inReview();
    const { body } = await app.post('/api/admin/roles', {
        name: `approves in development of ${project}`,
        type: 'custom',
        permissions: [{ name: 'APPROVE_CHANGE_REQUEST', environment: 'development' }],
    });
    const elsewhere = await app.has.user();
    await app.post(`/api/admin/projects/${project}/access`, {
        roles: [body.roles.id],
        users: [elsewhere.id],
        groups: [],
    });
    const member = await app.has.user({ projectRoles: { [project]: 'member' } });

    for (const someone of [elsewhere, member, await app.has.user(), await app.has.user({ rootRole: 'editor' })]) {
        for (const state of ['Approved', 'Rejected']) {
            expect(await move(id, state, someone)).toMatchObject({
                status: 403,
                body: { name: 'NoAccessError', permissions: ['APPROVE_CHANGE_REQUEST'] },
            });
        }
    }
});

describe('an approval applies to exactly the reviewed content', () => {
    test('an approval with a different content hash is refused', async () => {
        const { id, author, owner, flag, request, propose, move } = await inReview();
        await propose(addRollout(flag, '50'), author);

        expect(await move(id, 'Approved', owner, { contentHash: request.contentHash })).toMatchObject({ status: 409 });
        const { contentHash } = (await move(id, 'Approved', owner)).body;
        expect(contentHash).not.toBe(request.contentHash);
    });

    test.each<[string, (world: Awaited<ReturnType<typeof inReview>>) => Promise<unknown>, string]>([
        ['adding a change', ({ propose, flag, author }) => propose(addRollout(flag, '50'), author), 'change-added'],
        [
            'editing one',
            ({ base, id, request, flag, author }) =>
                app.put(`${base}/${id}/changes/${request.features[0].changes[0].id}`, addRollout(flag, '99'), author),
            'change-edited',
        ],
        [
            'discarding one',
            ({ base, id, request, author }) =>
                app.delete(`${base}/${id}/changes/${request.features[0].changes[0].id}`, author),
            'change-discarded',
        ],
    ])('%s clears the approvals and moves the request back to review', async (_what, edit, type) => {
        const world = await inReview();
        const { project, id, read, move, author, owner } = world;
        await move(id, 'Approved', owner);

        await edit(world);

        const { body } = await read(id);
        expect(body).toMatchObject({
            state: 'In review',
            approvals: [],
            needed: { given: 0 },
            approvalsCleared: {
                by: { id: author.id },
                approvals: [{ createdBy: { id: owner.id }, contentHash: world.request.contentHash }],
            },
        });
        expect(body.contentHash).not.toBe(world.request.contentHash);
        expect((await newestEvents(project))[0]).toMatchObject({
            type,
            data: { changeRequestId: id, contentHash: body.contentHash, approvalsCleared: 1 },
        });
        expect(await move(id, 'Approved', owner)).toMatchObject({ status: 200, body: { state: 'Approved' } });
    });

    test('an approval of a user who lost the permission does not count', async () => {
        const { project, id, owner, other, move, read } = await inReview({ requiredApprovals: 2 });
        await move(id, 'Approved', owner);
        await app.delete(`/api/admin/projects/${project}/users/${owner.id}/roles`);

        const { body } = await move(id, 'Approved', other);

        expect(body).toMatchObject({ state: 'In review', needed: { given: 1 } });
        expect((await read(id)).body.needed.missing).toContainEqual(expect.stringContaining(owner.username));
    });
});

test('one rejection closes the request', async () => {
    const { project, id, owner, other, move } = await inReview();
    expect(await move(id, 'Rejected', owner, { comment: 'wrong' })).toMatchObject({
        status: 200,
        body: {
            state: 'Rejected',
            rejections: [{ createdBy: { id: owner.id } }],
            approvals: [],
            comments: [{}, { text: 'wrong' }],
        },
    });
    expect((await newestEvents(project))[0]).toMatchObject({
        type: 'change-request-rejected',
        data: { reason: 'wrong' },
    });
    expect(await move(id, 'Approved', other)).toMatchObject({ status: 400 });
});

test('the author and administrators can cancel a request; others cannot', async () => {
    const { id, author, owner, move } = await inReview();
    expect(await move(id, 'Cancelled', owner)).toMatchObject({ status: 403 });
    expect(await move(id, 'Cancelled', author)).toMatchObject({ status: 200, body: { state: 'Cancelled' } });

    const again = await inReview();
    expect(await again.move(again.id, 'Cancelled', {})).toMatchObject({ status: 200 });
});

test('the error for an invalid transition lists the valid ones', async () => {
    const { flag, author, owner, propose, move } = await protectedProject(app);
    const { id } = (await propose(turnOn(flag), author)).body;
    const message = (...states: string[]) => ({
        status: 400,
        body: { message: expect.stringContaining(states.join(', ')), details: [{ path: '/body/state' }] },
    });

    expect(await move(id, 'Approved', author)).toMatchObject(message('In review', 'Cancelled'));
    expect(await move(id, 'Rejected', author)).toMatchObject(message('In review', 'Cancelled'));
    await move(id, 'In review', author);
    expect(await move(id, 'Draft', author)).toMatchObject(message('Approved', 'Rejected', 'Cancelled'));
    expect(await move(id, 'Scheduled', owner)).toMatchObject({ status: 400 });
    await move(id, 'Cancelled', author);
    expect(await move(id, 'In review', author)).toMatchObject(message('final'));
});

test('further changes after a decision start another request', async () => {
    const { id, flag, author, owner, propose, move, base } = await inReview();
    const [{ id: change }] = (await app.get(`${base}/${id}`)).body.features[0].changes;
    await move(id, 'Rejected', owner);

    expect((await propose(turnOn(flag), author)).body.id).not.toBe(id);
    expect(await app.put(`${base}/${id}/changes/${change}`, turnOn(flag), author)).toMatchObject({ status: 400 });
    expect(await app.delete(`${base}/${id}/changes/${change}`, author)).toMatchObject({ status: 400 });
});

describe('single changes', () => {
    test('an edited change has a new id, the same position and the same base', async () => {
        const { project, flag, author, base, propose } = await protectedProject(app);
        const place = { flag, project, environment: 'production' };
        const strategy = await app.has.strategy({ ...place, title: 'Old' });
        const update = (title: string) => ({
            feature: flag,
            action: 'updateStrategy',
            payload: { id: strategy.id, name: 'default', title },
        });
        const { id, features } = (await propose([update('New'), turnOn(flag)], author)).body;
        const old = features[0].changes[0];
        await app.put(
            `/api/admin/projects/${project}/features/${flag}/environments/production/strategies/${strategy.id}`,
            { name: 'default', title: 'Of someone else' },
        );

        const { status, body } = await app.put(`${base}/${id}/changes/${old.id}`, update('Newer'), author);

        expect(status).toBe(200);
        const [first, second] = body.features[0].changes;
        expect(first).toMatchObject({ payload: { title: 'Newer', snapshot: { title: 'Old' } } });
        expect(first.id).not.toBe(old.id);
        expect(second.action).toBe('updateEnabled');
        expect(await app.put(`${base}/${id}/changes/${old.id}`, update('x'), author)).toMatchObject({ status: 404 });
    });

    test('only the author can edit and discard changes, and only validly', async () => {
        const { id, flag, base, request, author, owner } = await inReview();
        const change = `${base}/${id}/changes/${request.features[0].changes[0].id}`;

        expect(await app.put(change, turnOn(flag), owner)).toMatchObject({ status: 403 });
        expect(await app.delete(change, owner)).toMatchObject({ status: 403 });
        expect(await app.put(change, turnOn('nothing'), author)).toMatchObject({ status: 404 });
        expect(await app.put(change, { ...turnOn(flag), payload: { enabled: 1 } }, author)).toMatchObject({
            status: 400,
            body: { details: [{ path: '/body/payload/enabled' }] },
        });
    });

    test('a request without changes can be neither sent to review nor approved', async () => {
        const { id, base, request, author, owner, move } = await inReview();
        for (const { id: change } of request.features[0].changes) {
            await app.delete(`${base}/${id}/changes/${change}`, author);
        }
        expect((await move(id, 'Approved', owner)).body).toMatchObject({
            state: 'In review',
            needed: { missing: [expect.stringContaining('is empty')] },
        });

        const { flag, ...other } = await protectedProject(app);
        const { id: empty, features } = (await other.propose(turnOn(flag), other.author)).body;
        await app.delete(`${other.base}/${empty}/changes/${features[0].changes[0].id}`, other.author);
        expect(await other.move(empty, 'In review', other.author)).toMatchObject({ status: 400 });
    });
});

describe('title, comments and approvers', () => {
    test('the author can set the title, and every viewer can comment', async () => {
        const { id, base, author, owner, read } = await inReview();
        expect(await app.put(`${base}/${id}/title`, { title: ' spring sale ' }, author)).toMatchObject({ status: 204 });
        expect(await app.put(`${base}/${id}/title`, { title: 'other' }, owner)).toMatchObject({ status: 403 });
        const viewer = await app.has.user();
        expect(await app.post(`${base}/${id}/comments`, { text: ' hm ' }, viewer)).toMatchObject({ status: 204 });

        const { body } = await read(id);
        expect(body.title).toBe('spring sale');
        expect(body.comments.at(-1)).toMatchObject({ text: 'hm', createdBy: { id: viewer.id } });
    });

    test.each([
        ['title', { title: '' }],
        ['title', { title: '  ' }],
        ['title', { title: 'x'.repeat(201) }],
        ['comments', { text: '' }],
        ['comments', { text: ' \n ' }],
        ['comments', { text: 'x'.repeat(1_001) }],
    ])('a %s that is empty or too long is refused', async (what, body) => {
        const { id, base, author } = await inReview();
        const send = what === 'title' ? app.put : app.post;
        expect(await send(`${base}/${id}/${what}`, body, author)).toMatchObject({ status: 400 });
    });

    test('reviewers can be requested; other approvers may approve as well', async () => {
        const { project, id, base, author, owner, other, move } = await inReview();
        const available = (await app.get(`${base}/available-reviewers/production`, author)).body.reviewers;
        const ids = available.map((each: { id: number }) => each.id);
        expect(ids).toEqual(expect.arrayContaining([owner.id, other.id]));
        expect(ids).not.toContain(author.id);
        expect(available[0]).toMatchObject({
            id: expect.any(Number),
            email: expect.any(String),
            imageUrl: expect.any(String),
        });

        const approvers = `${base}/${id}/approvers`;
        expect(await app.put(approvers, { reviewers: [owner.id] }, author)).toMatchObject({ status: 204 });
        expect((await app.get(approvers, other)).body.reviewers).toMatchObject([
            { id: owner.id, username: owner.username },
        ]);
        expect((await newestEvents(project))[0]).toMatchObject({
            type: 'change-request-requested-approvers-updated',
            preData: { reviewers: [] },
            data: { changeRequestId: id, reviewers: [owner.id] },
        });
        expect(await app.put(approvers, { reviewers: [author.id] }, author)).toMatchObject({ status: 400 });
        expect(await app.put(approvers, { reviewers: [] }, other)).toMatchObject({ status: 403 });
        expect(
            await app.put(approvers, { reviewers: Array.from({ length: 11 }, (_, i) => i + 1) }, author),
        ).toMatchObject({ status: 400 });
        expect(await move(id, 'Approved', other)).toMatchObject({ status: 200, body: { state: 'Approved' } });
        expect(await app.put(approvers, { reviewers: [] }, author)).toMatchObject({ status: 400 });
    });

    test('the available reviewers include members of groups and administrators', async () => {
        const { project, base } = await protectedProject(app);
        const grouped = await app.has.user();
        const admin = await app.has.user({ rootRole: 'admin' });
        const { body: group } = await app.post('/api/admin/groups', {
            name: `owners of ${project}`,
            users: [{ user: { id: grouped.id } }],
        });
        await app.post(`/api/admin/projects/${project}/access`, { roles: [4], users: [], groups: [group.id] });

        const { reviewers } = (await app.get(`${base}/available-reviewers/production`)).body;
        expect(reviewers.map((each: { id: number }) => each.id)).toEqual(
            expect.arrayContaining([grouped.id, admin.id]),
        );
        expect(await app.get(`${base}/available-reviewers/nowhere`)).toMatchObject({ status: 404 });
    });
});

test('a draft returns 404 to everyone except its author', async () => {
    const { project, flag, author, owner, base, propose, move, read } = await protectedProject(app);
    const { id, features } = (await propose(turnOn(flag), author)).body;
    await app.put(`${base}/${id}/title`, { title: 'my secret title' }, author);
    await app.post(`${base}/${id}/comments`, { text: 'my secret comment' }, author);

    for (const someone of [owner, {}, await app.has.user()] as RequestOptions[]) {
        expect(await read(id, someone)).toMatchObject({ status: 404 });
        expect(await move(id, 'Cancelled', someone)).toMatchObject({ status: 404 });
        expect(await move(id, 'Approved', someone)).toMatchObject({ status: 404 });
        expect(await app.get(`${base}/${id}/approvers`, someone)).toMatchObject({ status: 404 });
        expect(await app.put(`${base}/${id}/approvers`, { reviewers: [] }, someone)).toMatchObject({ status: 404 });
        expect(await app.put(`${base}/${id}/title`, { title: 'x' }, someone)).toMatchObject({ status: 404 });
        expect(await app.post(`${base}/${id}/comments`, { text: 'x' }, someone)).toMatchObject({ status: 404 });
        expect(await app.delete(`${base}/${id}`, someone)).toMatchObject({ status: 404 });
        const change = `${base}/${id}/changes/${features[0].changes[0].id}`;
        expect(await app.put(change, turnOn(flag), someone)).toMatchObject({ status: 404 });
        expect(await app.delete(change, someone)).toMatchObject({ status: 404 });
        for (const list of ['', '/pending', `/pending/${flag}`, '/open']) {
            expect((await app.get(`${base}${list}`, someone)).body).toEqual([]);
        }
    }
    const events = JSON.stringify(await newestEvents(project));
    expect(events).toContain('change-added');
    expect(events).not.toMatch(/secret|updateEnabled/);
});

test('the author can delete a draft, but not a request that others have seen', async () => {
    const { project, flag, author, base, propose } = await protectedProject(app);
    const { id } = (await propose(turnOn(flag), author)).body;
    expect(await app.delete(`${base}/${id}`, author)).toMatchObject({ status: 200 });
    expect(await app.get(`${base}/${id}`, author)).toMatchObject({ status: 404 });
    expect((await newestEvents(project))[0]).toMatchObject({
        type: 'change-request-discarded',
        preData: { changeRequestId: id },
    });

    const seen = await inReview();
    expect(await app.delete(`${seen.base}/${seen.id}`, seen.author)).toMatchObject({ status: 400 });
});

test('side effects are shown: an added default strategy, and a flag turned off without its last strategy', async () => {
    const { project, flag, author, propose } = await protectedProject(app);
    const first = (await propose(turnOn(flag), author)).body;
    expect(first.features[0].defaultChange).toMatchObject({
        action: 'addStrategy',
        payload: { name: 'flexibleRollout', parameters: { rollout: '100' } },
    });
    expect((await propose(addRollout(flag, '5'), author)).body.features[0]).not.toHaveProperty('defaultChange');

    const { name } = await app.has.flag({ project });
    const { id } = await app.has.strategy({ flag: name, project, environment: 'production' });
    const remove = { feature: name, action: 'deleteStrategy', payload: { id } };
    expect((await propose(remove, author)).body.features[1].defaultChange).toEqual({
        action: 'updateEnabled',
        payload: { enabled: false },
    });
});
