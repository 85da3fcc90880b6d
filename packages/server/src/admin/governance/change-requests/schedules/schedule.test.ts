import { beforeAll, describe, expect, test } from 'vitest';
import { addRollout, protectedStrategy, requestsOf, turnOn } from '../../../../../test/support/change-requests.ts';
import { type TestApp, testApp } from '../../../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const environment = 'production';
const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(app.services.clock().getTime() + minutes * MINUTE).toISOString();

/** Advances the clock and applies the requests that are due. */
async function minutesLater(minutes: number) {
    app.passTime(minutes * MINUTE);
    await app.services.dueWork.runDue();
    await app.services.schedules.recheck();
}

async function newStrategy(options?: Parameters<typeof protectedStrategy>[1]) {
    const made = await protectedStrategy(app, options);
    const scheduled = async (changes: unknown, minutes: number) => {
        const id = await made.approved(changes);
        const { status, body } = await made.move(id, 'Scheduled', made.owner, { scheduledAt: inMinutes(minutes) });
        expect(status, JSON.stringify(body)).toBe(200);
        return id;
    };
    return { ...made, scheduled };
}

const eventsOf = async (project: string) =>
    (await app.get(`/api/admin/events?project=${project}&limit=100`)).body.events as {
        type: string;
        createdBy: string;
        groupType?: string;
        data: Record<string, unknown>;
    }[];

test('an approved request is applied on time and once, in the name of the user who scheduled it', async () => {
    const { project, rollout, approved, move, owner, now, read } = await newStrategy();
    const id = await approved(rollout('50'));
    const scheduledAt = inMinutes(30);

    const { body } = await move(id, 'Scheduled', owner, { scheduledAt, timeZone: 'Europe/Oslo' });

    expect(body).toMatchObject({
        state: 'Scheduled',
        schedule: { scheduledAt, timeZone: 'Europe/Oslo', status: 'pending', stackedOn: [] },
    });
    await minutesLater(29);
    expect((await now()).parameters.rollout).toBe('10');
    await minutesLater(2);
    await app.services.dueWork.runDue();

    expect((await now()).parameters.rollout).toBe('50');
    expect((await read(id, owner)).body).toMatchObject({ state: 'Applied' });
    const events = await eventsOf(project);
    const applied = events.filter(({ type }) => type === 'change-request-scheduled-application-success');
    expect(applied).toMatchObject([
        {
            createdBy: owner.username,
            groupType: 'change-request',
            data: { changeRequestId: id, scheduledDate: scheduledAt },
        },
    ]);
});

test.each([
    [{}, '/body/scheduledAt'],
    [{ scheduledAt: '2020-01-01T00:00:00Z' }, '/body/scheduledAt'],
    [{ scheduledAt: '2099-01-01T00:00:00Z', timeZone: 'Mars/Olympus' }, '/body/timeZone'],
])('a schedule of %j is refused', async (wish, path) => {
    const { rollout, approved, move, owner } = await newStrategy();
    const id = await approved(rollout('50'));

    expect(await move(id, 'Scheduled', owner, wish)).toMatchObject({ status: 400, body: { details: [{ path }] } });
});

test('a scheduled request can be rescheduled, and a rejection ends the schedule', async () => {
    const { rollout, scheduled, move, owner, author, now, read } = await newStrategy();
    const id = await scheduled(rollout('50'), 10);
    expect(await move(id, 'Scheduled', owner, { scheduledAt: inMinutes(20) })).toMatchObject({ status: 200 });
    await minutesLater(11);
    expect((await now()).parameters.rollout).toBe('10');

    await move(id, 'Rejected', author);
    await minutesLater(15);

    expect((await read(id, owner)).body).toMatchObject({ state: 'Rejected' });
    expect((await read(id, owner)).body).not.toHaveProperty('schedule');
    expect((await now()).parameters.rollout).toBe('10');
});

test('a second schedule of the same strategy is rehearsed and shown on top of the first, and both are applied', async () => {
    const { rollout, scheduled, now, read, owner, base } = await newStrategy();
    const first = await scheduled(rollout('25'), 10);
    const second = await scheduled(rollout('50'), 20);

    expect((await read(second, owner)).body.schedule).toMatchObject({ stackedOn: [first], status: 'pending' });
    expect((await read(first, owner)).body.features[0].changes[0]).not.toHaveProperty('scheduleConflicts');
    const { body: calendar } = await app.get(`${base}/calendar?from=${inMinutes(0)}&to=${inMinutes(60)}`, owner);
    expect(calendar.map(({ id }: { id: number }) => id)).toEqual([first, second]);
    expect((await app.get(`${base}/calendar?offset=1`, owner)).body).toEqual([calendar[1]]);
    const { body: ofAll } = await app.get('/api/admin/change-requests/calendar', owner);
    expect(ofAll.filter(({ id }: { id: number }) => id === first || id === second)).toEqual(calendar);
    await minutesLater(11);
    expect((await now()).parameters.rollout).toBe('25');
    expect((await read(second, owner)).body.schedule).toMatchObject({ stackedOn: [], status: 'pending' });
    await minutesLater(10);

    expect((await now()).parameters.rollout).toBe('50');
});

test.each(['Rejected', 'Cancelled'])(
    'once the first is %s, the second starts from what it was proposed against',
    async (state) => {
        const { rollout, scheduled, now, read, owner, author, move } = await newStrategy();
        const first = await scheduled(rollout('25'), 10);
        const second = await scheduled(rollout('50'), 20);
        // Creating the users of this test also triggers a check of all schedules. Only the following steps may trigger the tested one.
        await app.services.schedules.recheck();
        expect((await read(second, owner)).body.schedule).toMatchObject({ stackedOn: [first] });
        expect(await move(first, state, author)).toMatchObject({ status: 200 });
        await app.services.schedules.recheck();

        expect((await read(second, owner)).body.schedule).toMatchObject({ stackedOn: [], status: 'pending' });
        await minutesLater(21);

        expect((await now()).parameters.rollout).toBe('50');
    },
);

test('once the first is suspended because the service was late, the second no longer builds on it and is applied', async () => {
    const { rollout, scheduled, now, read, owner } = await newStrategy();
    const first = await scheduled(rollout('25'), 10);
    const second = await scheduled(rollout('50'), 200);
    await app.services.schedules.recheck();
    expect((await read(second, owner)).body.schedule).toMatchObject({ stackedOn: [first] });

    await minutesLater(75);

    expect((await read(first, owner)).body.schedule).toMatchObject({ status: 'suspended' });
    expect((await read(second, owner)).body.schedule).toMatchObject({ stackedOn: [], status: 'pending' });
    await minutesLater(126);
    expect((await now()).parameters.rollout).toBe('50');
});

test('once the first could not be applied, the second no longer builds on it and is applied', async () => {
    const { project, rollout, scheduled, now, read, owner } = await newStrategy();
    const first = await scheduled(rollout('25'), 10);
    const second = await scheduled(rollout('50'), 60);
    // Freeze periods are checked when a request is applied. This one covers the time of the first request only.
    const localTime = (minutes: number) => inMinutes(minutes).slice(0, 16);
    await app.put(`/api/admin/projects/${project}/environments/${environment}/change-requests/config`, {
        changeRequestsEnabled: true,
        rules: { frozen: [{ timeZone: 'UTC', from: localTime(5), to: localTime(30) }] },
    });
    await app.services.schedules.recheck();
    expect((await read(second, owner)).body.schedule).toMatchObject({ stackedOn: [first] });

    await minutesLater(11);

    expect((await read(first, owner)).body.schedule).toMatchObject({ status: 'failed' });
    expect((await read(second, owner)).body.schedule).toMatchObject({ stackedOn: [], status: 'pending' });
    await minutesLater(50);
    expect((await now()).parameters.rollout).toBe('50');
});

test('changes of other members are merged; a change of the same member suspends the schedule with a reason', async () => {
    const { project, rollout, scheduled, directly, now, read, owner, author, move, strategy, base } =
        await newStrategy();
    const id = await scheduled(rollout('50'), 10);
    await directly({ title: 'Theirs' });
    await app.services.schedules.recheck();
    expect((await read(id, owner)).body.schedule.status).toBe('pending');

    await directly({ title: 'Theirs', parameters: { ...strategy.parameters, rollout: '12' } });
    await app.services.schedules.recheck();

    const { body } = await read(id, owner);
    expect(body.schedule).toMatchObject({
        status: 'suspended',
        reason: expect.stringContaining('changed in the meantime: rollout.'),
    });
    const suspended = (await eventsOf(project)).filter(({ type }) => type === 'change-request-schedule-suspended');
    expect(suspended).toMatchObject([{ data: { changeRequestId: id, reason: body.schedule.reason } }]);
    await minutesLater(11);
    expect((await now()).parameters.rollout).toBe('12');
    expect(await move(id, 'Scheduled', owner, { scheduledAt: inMinutes(5) })).toMatchObject({ status: 409 });

    const [{ id: changeId }] = body.features[0].changes;
    const resolved = await app.post(`${base}/${id}/changes/${changeId}/resolve`, { take: 'mine' }, author);
    expect(resolved).toMatchObject({ status: 200, body: { state: 'In review', approvals: [] } });
    await move(id, 'Approved', owner);
    await move(id, 'Scheduled', owner, { scheduledAt: inMinutes(5) });
    await minutesLater(6);
    expect(await now()).toMatchObject({ title: 'Theirs', parameters: { rollout: '50' } });
});

test('archiving a flag suspends its scheduled changes', async () => {
    const { project, flag, rollout, scheduled, read, owner } = await newStrategy();
    const id = await scheduled(rollout('50'), 10);

    await app.delete(`/api/admin/projects/${project}/features/${flag}`);
    await app.services.schedules.recheck();

    expect((await read(id, owner)).body.schedule).toMatchObject({
        status: 'suspended',
        reason: expect.stringContaining('archived'),
    });
});

test('a schedule is not applied after its user was deleted', async () => {
    const { rollout, scheduled, read, owner, other, now } = await newStrategy();
    const id = await scheduled(rollout('50'), 10);

    await app.delete(`/api/admin/user-admin/${owner.id}`);
    await app.services.schedules.recheck();

    expect((await read(id, other)).body.schedule).toMatchObject({
        status: 'suspended',
        reason: expect.stringContaining(owner.username),
    });
    await minutesLater(11);
    expect((await now()).parameters.rollout).toBe('10');
});

test('a request that became due during a downtime is still applied, unless it is too late', async () => {
    const { flag, rollout, scheduled, read, owner, now, project } = await newStrategy();
    const id = await scheduled(rollout('50'), 10);
    await minutesLater(65);
    expect((await now()).parameters.rollout).toBe('50');

    const late = await scheduled(addRollout(flag, '5'), 10);
    await minutesLater(75);

    expect((await read(late, owner)).body.schedule).toMatchObject({
        status: 'suspended',
        reason: expect.stringMatching(/65 minutes late/),
    });
    expect(id).not.toBe(late);
    expect((await eventsOf(project))[0]).toMatchObject({ type: 'change-request-schedule-suspended' });
});

test('a request that cannot be applied on time fails with a reason and is counted', async () => {
    const { project, rollout, scheduled, read, owner, now, other } = await newStrategy();
    const id = await scheduled(rollout('50'), 10);
    // Approvals are checked again when the request is applied: this one is removed.
    await app.put(`/api/admin/projects/${project}/environments/${environment}/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 3,
    });
    await minutesLater(11);

    expect((await read(id, owner)).body.schedule).toMatchObject({
        status: 'failed',
        reason: expect.stringContaining('approval'),
        failureReason: expect.any(String),
    });
    expect((await now()).parameters.rollout).toBe('10');
    expect((await eventsOf(project))[0]).toMatchObject({ type: 'change-request-scheduled-application-failure' });
    const metrics = (await app.send('GET', '/internal-backstage/prometheus', { token: null })).body as string;
    expect(metrics).toMatch(/scheduled_changes_total\{outcome="failed"\} [1-9]/);
    expect(metrics).toMatch(/scheduled_changes_due 0/);
    expect(other).toBeDefined();
});

test('a request lists the schedules that it would break', async () => {
    const { flag, rollout, scheduled, propose, other, strategy } = await newStrategy();
    const id = await scheduled(rollout('50'), 10);

    const removal = { feature: flag, action: 'deleteStrategy', payload: { id: strategy.id } };
    const { body } = await propose(removal, other);

    expect(body.features[0].changes[0].scheduleConflicts).toEqual({ changeRequests: [{ id }] });
});

test('a request of one environment lists the schedules of others that need the segment it deletes', async () => {
    const { project, scheduled, propose, other } = await newStrategy();
    const { id: segment, name } = await app.has.segment({ project });
    const payload = { id: segment, name, project, constraints: [] };
    const id = await scheduled({ feature: null, action: 'updateSegment', payload }, 10);

    const removal = { feature: null, action: 'deleteSegment', payload: { id: segment } };
    const { body } = await propose(removal, other, 'development');

    expect(body.segments[0].scheduleConflicts).toEqual({ changeRequests: [{ id }] });
});

test.each(['in the order of their numbers', 'in the opposite order'])(
    'two schedules of the same strategy at the same time, made %s, are applied in the order of their numbers',
    async (order) => {
        const { rollout, scheduled, move, now, read, owner } = await newStrategy();
        const [first, second] = [await scheduled(rollout('25'), 5), await scheduled(rollout('50'), 6)];
        const scheduledAt = inMinutes(10);
        for (const id of order === 'in the opposite order' ? [second, first] : [first, second]) {
            expect(await move(id, 'Scheduled', owner, { scheduledAt })).toMatchObject({ status: 200 });
        }

        const [{ body: earlier }, { body: later }] = [await read(first, owner), await read(second, owner)];
        expect(earlier.schedule).toMatchObject({ status: 'pending', stackedOn: [] });
        expect(later.schedule).toMatchObject({ status: 'pending', stackedOn: [first] });
        for (const { features } of [earlier, later])
            expect(features[0].changes[0]).not.toHaveProperty('scheduleConflicts');
        await minutesLater(11);

        expect((await now()).parameters.rollout).toBe('50');
        expect((await read(first, owner)).body.state).toBe('Applied');
        expect((await read(second, owner)).body.state).toBe('Applied');
    },
);

test('schedules at the same time are listed and applied in the order of their numbers, whatever the order in which they were made', async () => {
    const { project, rollout, scheduled, move, owner } = await newStrategy();
    const { name } = await app.has.flag({ project });
    const turnOnOther = { feature: name, action: 'updateEnabled', payload: { enabled: true } };
    const [first, second] = [await scheduled(rollout('50'), 5), await scheduled(turnOnOther, 6)];
    const scheduledAt = inMinutes(10);
    for (const id of [second, first]) {
        expect(await move(id, 'Scheduled', owner, { scheduledAt })).toMatchObject({ status: 200 });
    }

    const { body: due } = await app.get(`/api/admin/projects/${project}/due-work`, owner);
    expect(due.map(({ id }: { id: number }) => id)).toEqual([first, second]);
    await minutesLater(11);

    const applied = (await eventsOf(project)).filter(
        ({ type }) => type === 'change-request-scheduled-application-success',
    );
    expect(applied.map(({ data }) => data['changeRequestId'])).toEqual([second, first]);
});

test.each(['before', 'at the same time as', 'after'])(
    'a scheduled request to archive a flag suspends only the schedules that are due after it: %s another environment',
    async (order) => {
        const { project, flag, approved, move, owner, read } = await newStrategy();
        const archiving = await approved({ feature: flag, action: 'archiveFeature' });
        const { body: other } = await app.post(`/api/admin/projects/${project}/environments/development/schedules`, {
            scheduledAt: inMinutes(20),
            changes: turnOn(flag),
        });
        const scheduledAt = {
            before: inMinutes(10),
            'at the same time as': other.schedule.scheduledAt,
            after: inMinutes(30),
        }[order];
        await app.services.schedules.recheck();

        expect(await move(archiving, 'Scheduled', owner, { scheduledAt })).toMatchObject({ status: 200 });

        expect((await read(archiving, owner)).body.schedule).toMatchObject({ status: 'pending' });
        expect((await read(other.id)).body.schedule.status).toBe(order === 'after' ? 'pending' : 'suspended');
        expect((await read(archiving, owner)).body.features[0].changes[0]).not.toHaveProperty('scheduleConflicts');
    },
);

test('a suspended request lists all schedules that it would break, because it can be applied at any time', async () => {
    const { project, flag, scheduled, owner, read } = await newStrategy();
    const { body: earlier } = await app.post(`/api/admin/projects/${project}/environments/development/schedules`, {
        scheduledAt: inMinutes(10),
        changes: turnOn(flag),
    });
    const archiving = await scheduled({ feature: flag, action: 'archiveFeature' }, 20);
    await app.delete(`/api/admin/user-admin/${owner.id}`);
    await app.services.schedules.recheck();

    const { body } = await read(archiving);

    expect(body.schedule).toMatchObject({ status: 'suspended' });
    expect(body.features[0].changes[0].scheduleConflicts).toEqual({ changeRequests: [{ id: earlier.id }] });
});

test('a request that archives a flag lists the schedules of the flag', async () => {
    const { flag, rollout, scheduled, propose, other } = await newStrategy();
    const id = await scheduled(rollout('50'), 10);

    const { body } = await propose({ feature: flag, action: 'archiveFeature' }, other);

    expect(body.features[0].changes[0].scheduleConflicts).toEqual({ changeRequests: [{ id }] });
});

describe('without a request', () => {
    const plain = async () => {
        const { id: project } = await app.has.project();
        const flag = (await app.has.flag({ project })).name as string;
        const editor = await app.has.user({ projectRoles: { [project]: 'member' } });
        const schedules = `/api/admin/projects/${project}/environments/development/schedules`;
        const isOn = async () =>
            (await app.get(`/api/admin/projects/${project}/features/${flag}/environments/development`)).body.enabled;
        return { project, flag, editor, schedules, isOn, base: `/api/admin/projects/${project}/change-requests` };
    };

    test('a scheduled change is applied on time if its user has the permission both now and then', async () => {
        const { flag, editor, schedules, isOn, base } = await plain();
        const scheduledAt = inMinutes(10);

        const { status, body } = await app.post(
            schedules,
            { scheduledAt, timeZone: 'Europe/Oslo', title: 'Friday', changes: turnOn(flag) },
            editor,
        );

        expect(status, JSON.stringify(body)).toBe(200);
        expect(body).toMatchObject({
            kind: 'schedule',
            title: 'Friday',
            state: 'Scheduled',
            schedule: { scheduledAt },
        });
        const { body: pending } = await app.get(`${base}/pending/${flag}`, editor);
        expect(pending).toMatchObject([{ id: body.id }]);
        expect(await isOn()).toBe(false);
        await minutesLater(11);
        expect(await isOn()).toBe(true);
    });

    test('scheduling requires the permission, and losing it suspends the schedule', async () => {
        const { project, flag, editor, schedules, isOn } = await plain();
        const viewer = await app.has.user();
        const wish = { scheduledAt: inMinutes(10), changes: [turnOn(flag)] };
        expect(await app.post(schedules, wish, viewer)).toMatchObject({ status: 403 });
        expect(await app.post(schedules, wish, editor)).toMatchObject({ status: 200 });

        await app.delete(`/api/admin/projects/${project}/users/${editor.id}/roles`);
        await app.services.schedules.recheck();
        await minutesLater(11);

        expect(await isOn()).toBe(false);
    });

    test('a schedule is refused like a direct write if the environment requires approvals', async () => {
        const { project, flag, editor } = await plain();
        await app.put(`/api/admin/projects/${project}/environments/production/change-requests/config`, {
            changeRequestsEnabled: true,
        });

        const response = await app.post(
            `/api/admin/projects/${project}/environments/production/schedules`,
            { scheduledAt: inMinutes(10), changes: turnOn(flag) },
            editor,
        );

        expect(response).toMatchObject({ status: 403, body: { name: 'PermissionError' } });
    });

    test('a schedule can be applied early and moved by its author, and not by other members without the permission', async () => {
        const { project, flag, editor, schedules, isOn } = await plain();
        const { move, read } = requestsOf(app, project);
        const { id } = (await app.post(schedules, { scheduledAt: inMinutes(10), changes: turnOn(flag) }, editor)).body;
        const member = await app.has.user({ projectRoles: { [project]: 'member' } });
        const later = { scheduledAt: inMinutes(30) };

        expect(await move(id, 'Applied', member)).toMatchObject({ status: 403 });
        expect(await move(id, 'Scheduled', member, later)).toMatchObject({ status: 403 });
        expect(await isOn()).toBe(false);
        expect((await read(id, editor)).body).toMatchObject({ state: 'Scheduled', createdBy: { id: editor.id } });
        expect(await move(id, 'Scheduled', editor, later)).toMatchObject({ status: 200 });
        expect(await move(id, 'Applied', editor)).toMatchObject({ status: 200 });
        expect(await isOn()).toBe(true);
    });

    test('a schedule can be cancelled by its author and by users who may make the change, and by nobody else', async () => {
        const { project, flag, editor, schedules, isOn, base } = await plain();
        const create = async () =>
            (await app.post(schedules, { scheduledAt: inMinutes(10), changes: turnOn(flag) }, editor)).body
                .id as number;
        const cancel = (id: number, by: object) => app.put(`${base}/${id}/state`, { state: 'Cancelled' }, by);
        const member = await app.has.user({ projectRoles: { [project]: 'member' } });

        expect(await cancel(await create(), editor)).toMatchObject({ status: 200 });
        expect(await cancel(await create(), member)).toMatchObject({ status: 200 });
        const last = await create();
        expect(await cancel(last, await app.has.user())).toMatchObject({ status: 403 });
        expect(await cancel(last, editor)).toMatchObject({ status: 200 });

        await minutesLater(11);
        expect(await isOn()).toBe(false);
    });
});

test('the due work of a project and of a flag shows scheduled requests with the reason of a suspended one, until they are cancelled', async () => {
    const { project, flag, rollout, scheduled, move, owner, author, directly, strategy } = await newStrategy();
    const id = await scheduled(rollout('50'), 10);
    const due = async (query = '') => (await app.get(`/api/admin/projects/${project}/due-work${query}`, owner)).body;
    const entry = { kind: 'change-request', id, environment, features: [flag], dueAt: expect.any(String) };

    expect(await due()).toEqual([entry]);
    expect(await due(`?feature=${flag}`)).toEqual([entry]);
    expect(await due('?feature=another')).toEqual([]);

    await directly({ parameters: { ...strategy.parameters, rollout: '12' } });
    await app.services.schedules.recheck();
    expect(await due()).toEqual([{ ...entry, reason: expect.stringContaining('changed in the meantime: rollout.') }]);

    await move(id, 'Cancelled', author);
    expect(await due()).toEqual([]);
});

test('the due work of a private project is hidden from users outside of it', async () => {
    const { project, rollout, scheduled } = await newStrategy();
    await scheduled(rollout('50'), 10);
    const outsider = await app.has.user();
    const path = `/api/admin/projects/${project}/due-work`;
    expect(await app.get(path, outsider)).toMatchObject({ status: 200, body: [expect.any(Object)] });

    expect(await app.put(`/api/admin/projects/${project}`, { name: project, mode: 'private' })).toMatchObject({
        status: 200,
    });

    expect(await app.get(path, outsider)).toMatchObject({ status: 404 });
    expect(await app.get(path)).toMatchObject({ status: 200, body: [expect.any(Object)] });
});
