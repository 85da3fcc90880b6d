import { beforeAll, expect, test } from 'vitest';
import {
    addRollout,
    protectedProject,
    protectedStrategy,
    turnOn,
} from '../../../../../test/support/change-requests.ts';
import { type TestApp, testApp } from '../../../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const environment = 'production';

const newStrategy = (options?: Parameters<typeof protectedStrategy>[1]) => protectedStrategy(app, options);

test('an approved request is applied as one group, and SDKs receive it immediately', async () => {
    const { project, flag, author, owner, propose, move } = await protectedProject(app);
    const token = (
        await app.post('/api/admin/api-tokens', { tokenName: 'sdk', type: 'client', environment, projects: [project] })
    ).body.secret;
    const { id } = (await propose([turnOn(flag), addRollout(flag, '25')], author)).body;
    await move(id, 'In review', author);
    await move(id, 'Approved', owner);

    const { status, body } = await move(id, 'Applied', owner);

    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'Applied', stateTimestamps: { Applied: expect.any(String) } });
    expect((await app.clientFeatures(token)).features).toMatchObject([
        { name: flag, enabled: true, strategies: [{ parameters: { rollout: '25' } }] },
    ]);
    const { body: log } = await app.get(`/api/admin/events?project=${project}`);
    const group = log.events.filter(({ groupType }: { groupType?: string }) => groupType === 'change-request');
    expect(group.map(({ type }: { type: string }) => type).sort()).toEqual([
        'change-request-applied',
        'feature-environment-enabled',
        'feature-strategy-add',
    ]);
    expect(new Set(group.map(({ groupId }: { groupId: string }) => groupId)).size).toBe(1);
    expect(group[0].createdBy).toBe(owner.username);
    const row = await app.services.db
        .selectFrom('change_requests')
        .select(['applied_in', 'applied_at_revision'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    expect(row).toEqual({ applied_in: group[0].groupId, applied_at_revision: group[0].id });
    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 400 });
});

test('the author may apply an approved request with the permission to apply, without permissions for the changes', async () => {
    const { id: role } = (
        await app.post('/api/admin/roles', {
            name: `Applier ${Date.now()}`,
            description: '',
            type: 'custom',
            permissions: [{ name: 'APPLY_CHANGE_REQUEST', environment }],
        })
    ).body.roles;
    const { project, rollout, approved, move, now } = await newStrategy();
    const id = await approved(rollout('50'));
    const applier = await app.has.user();
    await app.post(`/api/admin/projects/${project}/access`, { roles: [role], groups: [], users: [applier.id] });
    const stranger = await app.has.user();

    expect(await move(id, 'Applied', stranger)).toMatchObject({ status: 403 });
    expect((await move(id, 'Applied', applier)).body).toMatchObject({ state: 'Applied' });

    expect((await now()).parameters.rollout).toBe('50');
});

test('concurrent changes of other members are preserved', async () => {
    const { rollout, approved, directly, move, owner, now, read } = await newStrategy();
    const id = await approved(rollout('50'));
    await directly({ title: 'Theirs', constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] });

    expect((await read(id, owner)).body.features[0].changes[0]).not.toHaveProperty('conflict');
    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });

    expect(await now()).toMatchObject({
        title: 'Theirs',
        parameters: { rollout: '50' },
        constraints: [{ values: ['7'] }],
    });
});

test('concurrent changes of the same member are a conflict: nothing is applied until the author resolves it', async () => {
    const { flag, rollout, approved, directly, move, owner, author, now, read, base, strategy } = await newStrategy();
    const id = await approved([rollout('50'), turnOn(flag)]);
    await directly({ parameters: { ...strategy.parameters, rollout: '12' } });

    const shown = (await read(id, owner)).body.features[0].changes.find(
        ({ action }: { action: string }) => action === 'updateStrategy',
    );
    expect(shown).toMatchObject({
        conflict: 'The strategy was changed in the meantime: rollout.',
        conflicts: [{ member: 'parameters.rollout', base: '10', current: '12', proposed: '50' }],
    });
    const refused = await move(id, 'Applied', owner);
    expect(refused).toMatchObject({
        status: 409,
        body: { name: 'ConflictError', details: [{ change: shown.id, message: expect.stringContaining(flag) }] },
    });
    expect((await now()).parameters.rollout).toBe('12');

    const resolve = `${base}/${id}/changes/${shown.id}/resolve`;
    expect(await app.post(resolve, { take: 'mine' }, owner)).toMatchObject({ status: 403 });
    expect(await app.post(resolve, {}, author)).toMatchObject({ status: 400 });
    const resolved = await app.post(resolve, { take: 'mine' }, author);
    expect(resolved).toMatchObject({ status: 200, body: { state: 'In review', approvals: [] } });
    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 400 });
    await move(id, 'Approved', owner);
    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });
    expect((await now()).parameters.rollout).toBe('50');
});

test('resolving a conflict with "theirs" keeps the other edits of the change', async () => {
    const { change, approved, directly, author, base, read, strategy } = await newStrategy();
    const id = await approved(change({ title: 'Mine', parameters: { ...strategy.parameters, rollout: '50' } }));
    await directly({ parameters: { ...strategy.parameters, rollout: '12' } });
    const [{ id: changeId }] = (await read(id, author)).body.features[0].changes;

    const { body } = await app.post(`${base}/${id}/changes/${changeId}/resolve`, { take: 'theirs' }, author);

    expect(body.features[0].changes).toMatchObject([
        { payload: { title: 'Mine', parameters: { rollout: '12' }, snapshot: { parameters: { rollout: '12' } } } },
    ]);
});

test('updating a deleted strategy is a conflict, deleting it again is not', async () => {
    const gone = await newStrategy();
    const id = await gone.approved(gone.rollout('50'));
    await app.delete(gone.at);
    expect((await gone.read(id, gone.owner)).body.features[0].changes[0].conflict).toMatch(/no longer exists/);
    expect(await gone.move(id, 'Applied', gone.owner)).toMatchObject({ status: 409 });

    const twice = await newStrategy();
    const removal = { feature: twice.flag, action: 'deleteStrategy', payload: { id: twice.strategy.id } };
    const other = await twice.approved([removal, addRollout(twice.flag, '5')]);
    await app.delete(twice.at);
    expect(await twice.move(other, 'Applied', twice.owner)).toMatchObject({ status: 200 });
});

test('a request with a change of an archived flag is not applied, not even its changes of other flags', async () => {
    const { project, flag, approved, move, owner, read } = await newStrategy();
    const second = (await app.has.flag({ project })).name;
    const id = await approved([turnOn(flag), turnOn(second)]);
    await app.delete(`/api/admin/projects/${project}/features/${flag}`);

    const { features } = (await read(id, owner)).body;
    expect(features.find(({ name }: { name: string }) => name === flag).conflict).toMatch(/archived/);
    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 409 });
    const { body } = await app.get(`/api/admin/projects/${project}/features/${second}/environments/${environment}`);
    expect(body.enabled).toBe(false);
});

test('a request shows the members that an update of a strategy resets because it omits them', async () => {
    const { project, flag, author, propose } = await protectedProject(app);
    const constraints = [{ contextName: 'country', operator: 'IN', values: ['NO'] }];
    const variants = [{ name: 'blue', weight: 1000, weightType: 'variable', stickiness: 'default' }];
    const { id } = await app.has.strategy({ project, flag, environment, name: 'default', constraints, variants });

    const { body } = await propose({ feature: flag, action: 'updateStrategy', payload: { id, title: 'All' } }, author);

    expect(body.features[0].changes[0].payload).toMatchObject({
        title: 'All',
        constraints: [],
        variants: [],
        parameters: {},
        snapshot: { constraints, variants },
    });
});

test('a strategy gets its id when it is proposed, so that later changes of the request can refer to it', async () => {
    const { project, flag, author, owner, propose, move } = await protectedProject(app);
    const first = (await propose(addRollout(flag, '10'), author)).body;
    const added = first.features[0].changes[0].payload.id;
    const payload = { id: added, title: 'Named', parameters: { rollout: '20', stickiness: 'default', groupId: flag } };
    await propose({ feature: flag, action: 'updateStrategy', payload }, author);
    await move(first.id, 'In review', author);
    await move(first.id, 'Approved', owner);

    expect(await move(first.id, 'Applied', owner)).toMatchObject({ status: 200 });
    const path = `/api/admin/projects/${project}/features/${flag}/environments/${environment}/strategies`;
    expect((await app.get(path)).body).toMatchObject([{ id: added, title: 'Named', parameters: { rollout: '20' } }]);
});

test('archiving a flag that was archived in the meantime is not a conflict', async () => {
    const { project, flag, approved, move, owner, read } = await protectedStrategy(app);
    const id = await approved({ feature: flag, action: 'archiveFeature' });
    await app.delete(`/api/admin/projects/${project}/features/${flag}`);

    const [feature] = (await read(id, owner)).body.features;
    expect(feature.conflict).toBeUndefined();
    expect(feature.changes[0].conflict).toBeUndefined();
    expect((await move(id, 'Applied', owner)).body).toMatchObject({ state: 'Applied' });
});

test('approvals of users who lost the permission do not count', async () => {
    const { project, rollout, approved, move, owner, other, now } = await newStrategy();
    const id = await approved(rollout('50'));
    await app.delete(`/api/admin/projects/${project}/users/${owner.id}/roles`);

    const refused = await move(id, 'Applied', other);

    expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining(owner.username) } });
    expect((await now()).parameters.rollout).toBe('10');
});

test('nothing is applied during a freeze, nor scheduled into one', async () => {
    const year = new Date().getUTCFullYear();
    const frozen = [{ timeZone: 'UTC', from: `${year}-01-01T00:00`, to: `${year + 2}-01-01T00:00` }];
    const { rollout, approved, move, owner } = await newStrategy({ rules: { frozen } });
    const id = await approved(rollout('50'));

    expect(await move(id, 'Applied', owner)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(`${year + 2}-01-01`) },
    });
    const inside = new Date(Date.now() + 60_000).toISOString();
    expect(await move(id, 'Scheduled', owner, { scheduledAt: inside })).toMatchObject({ status: 400 });
});

test('a request that reaches another protected environment needs approvals there, too', async () => {
    const { project, flag, approved, move, owner } = await newStrategy();
    await app.put(`/api/admin/projects/${project}/environments/development/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 2,
    });
    await app.post(`/api/admin/projects/${project}/features/${flag}/environments/development/on`);

    const id = await approved({ feature: flag, action: 'archiveFeature' });

    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 403, body: { name: 'PermissionError' } });
});

test('in an emergency a user with the permission applies at once with a reason, and others review it afterwards', async () => {
    const { project, rollout, propose, move, owner, author, other, now, base } = await newStrategy({
        requiredApprovals: 2,
    });
    const admin = await app.has.user({ rootRole: 'admin' });
    const { id } = (await propose(rollout('90'), author)).body;
    await move(id, 'In review', author);

    expect(await move(id, 'Applied', owner, { breakGlass: true, reason: 'fire' })).toMatchObject({ status: 403 });
    expect(await move(id, 'Applied', admin, { breakGlass: true })).toMatchObject({
        status: 400,
        body: { details: [{ path: '/body/reason' }] },
    });
    const { status, body } = await move(id, 'Applied', admin, { breakGlass: true, reason: 'Payments are down' });

    expect(status).toBe(200);
    expect(body).toMatchObject({
        state: 'Applied',
        breakGlass: { reason: 'Payments are down', userId: admin.id, review: 'pending' },
    });
    expect((await now()).parameters.rollout).toBe('90');
    const { events } = (await app.get(`/api/admin/events?project=${project}`)).body;
    expect(events[0]).toMatchObject({ groupType: 'change-request', reason: 'Payments are down', bypass: true });
    const actionable = async () => (await app.get(`${base}/actionable`, other)).body.total;
    const inbox = async () => (await app.get('/api/admin/change-requests/inbox', other)).body.waitingForMe;
    expect(await actionable()).toBe(1);
    expect(await inbox()).toMatchObject([{ id }]);

    expect(await move(id, 'Approved', author)).toMatchObject({ status: 403 });
    expect(await move(id, 'Approved', admin)).toMatchObject({ status: 403 });
    expect((await move(id, 'Rejected', other, { comment: 'It could have waited' })).body).toMatchObject({
        state: 'Applied',
        breakGlass: { review: 'objected' },
        rejections: [{ createdBy: { id: other.id } }],
    });
    expect(await actionable()).toBe(0);
    expect(await move(id, 'Approved', other)).toMatchObject({ status: 400 });
});

test('emergency changes are refused if the rules forbid any bypass', async () => {
    const { rollout, propose, move, author, now } = await (async () => {
        const made = await newStrategy();
        await app.put(`/api/admin/projects/${made.project}/environments/${environment}/change-requests/config`, {
            changeRequestsEnabled: true,
            rules: { bypass: 'nobody' },
        });
        return made;
    })();
    const admin = await app.has.user({ rootRole: 'admin' });
    const { id } = (await propose(rollout('90'), author)).body;
    await move(id, 'In review', author);

    expect(await move(id, 'Applied', admin, { breakGlass: true, reason: 'fire' })).toMatchObject({ status: 403 });
    expect((await now()).parameters.rollout).toBe('10');
});

test('two updates and a removal of one strategy in a request do not conflict with each other', async () => {
    const { flag, rollout, change, approved, move, owner, now, strategy } = await newStrategy();
    const id = await approved([
        rollout('50'),
        change({ title: 'Last', parameters: { ...strategy.parameters, rollout: '75' } }),
        turnOn(flag),
    ]);

    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });

    expect(await now()).toMatchObject({ title: 'Last', parameters: { rollout: '75' } });
});

test.each(['updateStrategy', 'deleteStrategy'])(
    'a request with %s for the last strategy can also turn the flag off',
    async (action) => {
        const { project, flag, strategy, approved, move, owner } = await protectedStrategy(app);
        const path = `/api/admin/projects/${project}/features/${flag}/environments/production`;
        await app.post(`${path}/on`);
        const payload = action === 'deleteStrategy' ? { id: strategy.id } : { ...strategy, disabled: true };
        const id = await approved([
            { feature: flag, action, payload },
            { feature: flag, action: 'updateEnabled', payload: { enabled: false } },
        ]);

        expect((await move(id, 'Applied', owner)).body).toMatchObject({ state: 'Applied' });
        expect((await app.get(path)).body.enabled).toBe(false);
    },
);

test('a request that creates a flag can configure it and turn it on', async () => {
    const { project, author, owner, propose, move } = await protectedProject(app);
    const flag = `new-in-${project}`;
    const { body } = await propose(
        [{ feature: flag, action: 'createFeature', payload: {} }, addRollout(flag, '40'), turnOn(flag)],
        author,
    );
    await move(body.id, 'In review', author);
    await move(body.id, 'Approved', owner);

    expect(await move(body.id, 'Applied', owner)).toMatchObject({ status: 200 });
    const path = `/api/admin/projects/${project}/features/${flag}/environments/production`;
    expect((await app.get(path)).body).toMatchObject({
        enabled: true,
        strategies: [{ parameters: { rollout: '40' } }],
    });
});
