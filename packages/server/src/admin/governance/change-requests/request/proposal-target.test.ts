import { expect, test } from 'vitest';
import {
    addRollout,
    protectedProject,
    protectedStrategy,
    turnOn,
} from '../../../../../test/support/change-requests.ts';
import { type RequestOptions, testApp } from '../../../../../test/support/test-app.ts';

/** Sends a change with the preference to propose it in a new request, or in a named one. */
const preferring = (target: number | 'new' | undefined, by: RequestOptions): RequestOptions => ({
    ...by,
    headers: { ...by.headers, prefer: target === undefined ? 'change-request' : `change-request=${target}` },
});

test('a change in a new request leaves the approved request of its author as it is', async () => {
    const app = await testApp();
    const { project, rollout, approved, propose, read, author } = await protectedStrategy(app);
    const { name: other } = await app.has.flag({ project });
    const existing = await approved([rollout('20')]);

    const separate = (await propose(turnOn(other), preferring('new', author))).body;

    expect(separate).toMatchObject({ state: 'Draft', kind: 'request', features: [{ name: other }] });
    expect(separate.id).not.toBe(existing);
    expect((await read(existing, author)).body).toMatchObject({
        state: 'Approved',
        approvals: [{}],
        features: [{ changes: [{}] }],
    });
    // Later changes without a target, and changes that name the existing request, do not change the new one either.
    expect((await propose(rollout('30'), author)).body.id).toBe(existing);
    expect((await propose(rollout('35'), preferring(existing, author))).body).toMatchObject({
        id: existing,
        state: 'In review',
        approvals: [],
    });
    expect((await read(separate.id, author)).body.features).toMatchObject([{ name: other, changes: [{}] }]);
});

test('changes are added to a new request that the author names, and it is reviewed and applied like any other', async () => {
    const app = await testApp();
    const { project, flag, propose, move, author, owner } = await protectedProject(app);
    const { id: first } = (await propose(turnOn(flag), author)).body;
    const { name: other } = await app.has.flag({ project });
    const { id } = (await propose(turnOn(other), preferring('new', author))).body;

    const added = await propose(addRollout(other, '10'), preferring(id, author));

    expect(added.body).toMatchObject({ id, features: [{ name: other, changes: [{}, {}] }], needed: { approvals: 1 } });
    expect(await app.get(`/api/admin/projects/${project}/change-requests/pending`, author)).toMatchObject({
        body: [{ id: first }, { id }],
    });
    await move(id, 'In review', author);
    expect((await app.get('/api/admin/change-requests/inbox', owner)).body.waitingForMe).toMatchObject([{ id }]);
    // Without the approval, it can neither be applied nor scheduled.
    const scheduledAt = '2100-01-01T00:00:00.000Z';
    expect((await move(id, 'Applied', owner)).status).toBe(400);
    expect((await move(id, 'Scheduled', owner, { scheduledAt })).status).toBe(400);
    expect((await move(id, 'Approved', author)).status).toBe(403);
    await move(id, 'Approved', owner);
    await app.put(`/api/admin/projects/${project}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 2,
    });
    expect((await move(id, 'Scheduled', owner, { scheduledAt })).status).toBe(403);
    await app.put(`/api/admin/projects/${project}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
    });
    expect((await move(id, 'Applied', owner)).body).toMatchObject({ state: 'Applied', kind: 'request' });
});

test('a write that needs approval is proposed in a new request once, and on top of that request only', async () => {
    const app = await testApp();
    const { project, flag, propose, author } = await protectedProject(app);
    const { id: first } = (await propose([addRollout(flag, '0')], author)).body;
    const on = `/api/admin/projects/${project}/features/${flag}/environments/production/on`;

    const created = await app.post(on, undefined, preferring('new', author));
    const repeated = await app.post(on, undefined, { ...preferring('new', author), changesNothing: true });

    expect(created).toMatchObject({ status: 202, body: { state: 'Draft' } });
    expect(created.body.id).not.toBe(first);
    expect(repeated.body.id).toBe(created.body.id);
    // The rehearsal of a change starts from the request that it is added to.
    const rehearsed = (base: object) =>
        app.post(
            '/api/admin/what-if',
            { project, steps: [{ ...turnOn(flag), environment: 'production' }], contexts: [{ userId: '1' }], base },
            { ...author, changesNothing: true },
        );
    expect((await rehearsed({ changeRequest: first })).body.who).toMatchObject([{ flags: [{ offToOn: 0 }] }]);
    expect((await rehearsed({ changeRequest: created.body.id })).body.who).toMatchObject([
        { flags: [{ offToOn: 0, onBefore: 1 }] },
    ]);
    const tried = (target: number | 'new') =>
        app.post(on, undefined, {
            ...author,
            headers: { ...author.headers, prefer: `what-if, change-request=${target}` },
            changesNothing: true,
        });
    expect((await tried('new')).body.changes).toMatchObject([{ before: { definition: { enabled: false } } }]);
    expect((await tried(created.body.id)).body.changes).toMatchObject([{ before: { definition: { enabled: true } } }]);
});

test('the named request must be open, of the author, and of the environment', async () => {
    const app = await testApp();
    const { flag, propose, move, author, owner } = await protectedProject(app);
    const mine = (await propose(turnOn(flag), author)).body.id;
    const foreign = (await propose(turnOn(flag), owner)).body.id;
    const closed = (await propose(turnOn(flag), preferring('new', author))).body.id;
    await move(closed, 'Cancelled', author);
    const into = (target: number | string, environment?: string) =>
        propose(
            addRollout(flag, '5'),
            { ...author, headers: { ...author.headers, prefer: `change-request=${target}` }, changesNothing: true },
            environment,
        );

    // Nobody else may know of a draft.
    expect(await into(foreign)).toMatchObject({ status: 404 });
    await move(foreign, 'In review', owner);
    expect(await into(foreign)).toMatchObject({ status: 403 });
    expect(await into(closed)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('can no longer be edited') },
    });
    expect(await into(999_999)).toMatchObject({ status: 404 });
    expect(await into(mine, 'development')).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('is for production') },
    });
    for (const malformed of ['old', '0', '-1', '1.5', '99999999999']) {
        expect(await into(malformed)).toMatchObject({ status: 400, body: { details: [{ path: '/headers/prefer' }] } });
    }
});

test('a change of several environments goes to the named request and to new ones', async () => {
    const app = await testApp();
    const { project, flag, propose, author } = await protectedProject(app);
    await app.put(`/api/admin/projects/${project}/environments/development/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 1,
    });
    const { id: development } = (await propose(turnOn(flag), author, 'development')).body;
    const { id: production } = (await propose(turnOn(flag), author)).body;
    const { name: other } = await app.has.flag({ project });
    const steps = ['development', 'production'].map((environment) => ({ ...turnOn(other), environment }));

    const { status, body } = await app.post(
        `/api/admin/projects/${project}/proposals`,
        { steps },
        preferring(production, author),
    );

    expect(status).toBe(202);
    const requests = body.changeRequests as { id: number; environment: string }[];
    expect(requests.map(({ environment }) => environment).toSorted()).toEqual(['development', 'production']);
    expect(requests.find(({ environment }) => environment === 'production')).toMatchObject({ id: production });
    expect(requests.find(({ environment }) => environment === 'development')!.id).not.toBe(development);
});

test('an author has at most 100 open requests for an environment', async () => {
    const app = await testApp();
    const { flag, propose, author, move } = await protectedProject(app);
    const { id } = (await propose(addRollout(flag, '5'), preferring('new', author))).body;
    const requests = app.services.db.selectFrom('change_requests').selectAll().where('id', '=', id);
    const {
        state_timestamps,
        people,
        effect: _,
        applied_effect: _applied,
        break_glass: _none,
        approvals_cleared: _cleared,
        ...row
    } = await requests.executeTakeFirstOrThrow();
    const json = { state_timestamps: JSON.stringify(state_timestamps), people: JSON.stringify(people) };
    const others = Array.from({ length: 99 }, (_, index) => ({ ...row, ...json, id: id + 1_000 + index }));
    await app.services.recordObservation((tx) => tx.insertInto('change_requests').values(others).execute());

    const refused = await propose(turnOn(flag), { ...preferring('new', author), changesNothing: true });

    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('100 open') } });
    expect((await propose(turnOn(flag), preferring(id, author))).status).toBe(200);
    await move(id, 'Cancelled', author);
    expect((await propose(turnOn(flag), preferring('new', author))).status).toBe(200);
});
