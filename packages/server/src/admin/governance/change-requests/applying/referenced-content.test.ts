import { beforeAll, describe, expect, test } from 'vitest';
import { addRollout, protectedStrategy } from '../../../../../test/support/change-requests.ts';
import { type TestApp, testApp } from '../../../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(app.services.clock().getTime() + minutes * MINUTE).toISOString();

const countries = (...values: string[]) => [{ contextName: 'country', operator: 'IN', values }];

/** A protected project, a segment that no strategy uses yet, and a strategy that would use it. */
async function withSegment() {
    const made = await protectedStrategy(app);
    const segment = await app.has.segment({ project: made.project, constraints: countries('NO') });
    const rollout = addRollout(made.flag, '100');
    const addition = { ...rollout, payload: { ...rollout.payload, segments: [segment.id] } };
    const setSegment = async (members: object) =>
        expect(
            await app.put(`/api/admin/segments/${segment.id}`, {
                name: segment.name,
                project: made.project,
                constraints: countries('NO'),
                ...members,
            }),
        ).toMatchObject({ status: 204 });
    const path = `/api/admin/projects/${made.project}/features/${made.flag}/environments/production/strategies`;
    const usesOfSegment = async () =>
        (await app.get(path)).body.filter(({ segments }: { segments: number[] }) => segments.includes(segment.id));
    return { ...made, segment, addition, setSegment, usesOfSegment };
}

type SegmentFixture = Awaited<ReturnType<typeof withSegment>>;

test('reviewers see the content of the segments that a strategy uses, and it is part of the content hash', async () => {
    const { author, addition, propose, segment, setSegment, base } = await withSegment();
    const { id, contentHash, features } = (await propose(addition, author)).body;
    expect(features[0].changes[0].references).toEqual([
        {
            type: 'segment',
            id: segment.id,
            name: segment.name,
            constraints: [expect.objectContaining({ contextName: 'country', operator: 'IN', values: ['NO'] })],
        },
    ]);
    await setSegment({ constraints: countries('SE') });
    const { body } = await app.put(`${base}/${id}/changes/${features[0].changes[0].id}`, addition, author);

    expect(body.features[0].changes[0].references[0].constraints).toMatchObject(countries('SE'));
    expect(body.contentHash).not.toBe(contentHash);
    const evidence = (await app.get(`${base}/${id}/evidence`, author)).body;
    expect(evidence.changes[0].references).toEqual(body.features[0].changes[0].references);
});

describe.each<[string, (world: SegmentFixture) => unknown]>([
    ['a strategy that is added', ({ addition }) => addition],
    ['a strategy that is changed', ({ change, segment }) => change({ segments: [segment.id] })],
    [
        'a strategy that is added when the flag is turned on',
        ({ flag, addition }) => ({
            feature: flag,
            action: 'updateEnabled',
            payload: { enabled: true, defaultStrategy: { ...addition.payload } },
        }),
    ],
])('the segment of %s', (kind, changesOf) => {
    async function approved() {
        const world = await withSegment();
        // The default strategy is only added to a flag without strategies.
        if (kind.includes('turned on')) await app.delete(world.at);
        const id = await world.approved(changesOf(world));
        return { ...world, id };
    }

    test('is edited after approval: the request is not applied until the new content is approved', async () => {
        const { id, move, owner, author, setSegment, usesOfSegment, read, segment, base } = await approved();
        await setSegment({ constraints: countries('NO', 'SE') });

        const { body: shown } = await read(id, owner);
        const [change] = shown.features[0].changes;
        expect(change.conflict).toContain(segment.name);
        expect(change.conflicts).toMatchObject([
            { member: `segment ${segment.id}`, base: countries('NO'), current: countries('NO', 'SE') },
        ]);
        expect(await move(id, 'Applied', owner)).toMatchObject({
            status: 409,
            body: { message: expect.stringContaining(segment.name) },
        });
        expect(await move(id, 'Scheduled', owner, { scheduledAt: inMinutes(5) })).toMatchObject({ status: 409 });
        expect(await usesOfSegment()).toEqual([]);

        const path = `${base}/${id}/changes/${change.id}/resolve`;
        const { status, body } = await app.post(path, { take: 'mine' }, author);
        expect(status, JSON.stringify(body)).toBe(200);
        expect(body).toMatchObject({ state: 'In review', approvals: [] });
        expect(body.contentHash).not.toBe(shown.contentHash);
        expect(body.features[0].changes[0]).not.toHaveProperty('conflict');
        expect(body.features[0].changes[0].references[0].constraints).toMatchObject(countries('NO', 'SE'));
        await move(id, 'Approved', owner);
        expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });
        expect(await usesOfSegment()).toHaveLength(1);
    });

    test('is edited and set back, or only renamed: the approved content is applied', async () => {
        const { id, move, owner, setSegment, usesOfSegment } = await approved();
        await setSegment({ constraints: countries('SE') });
        await setSegment({ description: 'changed' });

        expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });
        expect(await usesOfSegment()).toHaveLength(1);
    });

    test('is edited after the request was scheduled: the schedule is suspended', async () => {
        const { id, move, owner, setSegment, usesOfSegment, read } = await approved();
        await move(id, 'Scheduled', owner, { scheduledAt: inMinutes(5) });
        await setSegment({ constraints: countries('SE') });
        await app.services.schedules.recheck();

        expect((await read(id, owner)).body.schedule).toMatchObject({ status: 'suspended' });
        app.passTime(6 * MINUTE);
        await app.services.dueWork.runDue();
        expect(await usesOfSegment()).toEqual([]);
    });

    test('is edited just before the scheduled time: the request fails and nothing is applied', async () => {
        const { id, move, owner, setSegment, usesOfSegment, read, segment } = await approved();
        await move(id, 'Scheduled', owner, { scheduledAt: inMinutes(5) });
        app.passTime(6 * MINUTE);
        await setSegment({ constraints: countries('SE') });
        await app.services.dueWork.runDue();

        // A recheck may suspend the schedule first.
        expect((await read(id, owner)).body.schedule).toMatchObject({
            status: expect.stringMatching(/^(failed|suspended)$/),
            reason: expect.stringContaining(segment.name),
        });
        expect(await usesOfSegment()).toEqual([]);
    });

    test('was not recorded by the release that stored the approved request: it has to be approved again', async () => {
        const { id, move, owner, author, usesOfSegment, read, base } = await approved();
        await app.services.recordObservation((tx) =>
            tx.updateTable('change_request_changes').set({ refs: null }).where('request', '=', id).execute(),
        );

        expect(await move(id, 'Applied', owner)).toMatchObject({
            status: 409,
            body: { message: expect.stringContaining('not recorded') },
        });
        expect(await usesOfSegment()).toEqual([]);
        const change = (await read(id, owner)).body.features[0].changes[0].id;
        await app.post(`${base}/${id}/changes/${change}/resolve`, { take: 'mine' }, author);
        await move(id, 'Approved', owner);
        expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });
    });
});

test('a request that changes a segment and uses it does not conflict with itself', async () => {
    const { project, approved, addition, segment, move, owner, usesOfSegment } = await withSegment();
    const { id: segmentId, name } = segment;
    const id = await approved([
        {
            feature: null,
            action: 'updateSegment',
            payload: { id: segmentId, name, project, constraints: countries('FI') },
        },
        addition,
    ]);

    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });
    expect(await usesOfSegment()).toHaveLength(1);
    expect((await app.get(`/api/admin/segments/${segmentId}`)).body.constraints).toMatchObject(countries('FI'));
});

test('a segment that the request itself creates needs no reference', async () => {
    const { project, propose, author, approved, addition, move, owner, read } = await withSegment();
    const payload = { name: `made for ${addition.feature}`, project, constraints: countries('FI') };
    const { body } = await propose({ feature: null, action: 'addSegment', payload }, author);
    const segments = [body.segments[0].payload.id];
    const id = await approved({ ...addition, payload: { ...addition.payload, segments } });
    expect((await read(id, owner)).body.features[0].changes[0]).not.toHaveProperty('references');

    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });
});

test('the segments of an archived flag are part of the request that revives it', async () => {
    const { project, flag, approved, segment, setSegment, move, owner, directly, read } = await withSegment();
    await directly({ segments: [segment.id] });
    await app.delete(`/api/admin/projects/${project}/features/${flag}`);
    const id = await approved([
        { feature: flag, action: 'reviveFeature' },
        { feature: flag, action: 'updateEnabled', payload: { enabled: true } },
    ]);
    expect((await read(id, owner)).body.features[0].changes[0].references).toMatchObject([{ id: segment.id }]);
    await setSegment({ constraints: countries('SE') });

    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 409 });
});

test('a schedule that edits a segment is shown as a conflict of the scheduled requests that use the segment', async () => {
    const { project, author, propose, move, owner, approved, addition, segment, read, usesOfSegment } =
        await withSegment();
    const user = await approved(addition);
    expect(await move(user, 'Scheduled', owner, { scheduledAt: inMinutes(10) })).toMatchObject({ status: 200 });
    const payload = { id: segment.id, name: segment.name, project, constraints: countries('FI') };
    const { id } = (await propose({ feature: null, action: 'updateSegment', payload }, author)).body;
    await move(id, 'In review', author);
    const { body } = await move(id, 'Approved', owner);
    expect(body.segments[0].scheduleConflicts).toEqual({ changeRequests: [{ id: user }] });

    expect(await move(id, 'Scheduled', owner, { scheduledAt: inMinutes(5) })).toMatchObject({ status: 200 });
    expect((await read(user, owner)).body.schedule).toMatchObject({
        status: 'suspended',
        reason: expect.stringContaining(segment.name),
    });
    expect(await move(user, 'Scheduled', owner, { scheduledAt: inMinutes(10) })).toMatchObject({ status: 409 });
    app.passTime(11 * MINUTE);
    await app.services.dueWork.runDue();
    expect(await usesOfSegment()).toEqual([]);
});

test('parameters of a strategy type change after approval: the request is not applied', async () => {
    const { flag, approved, move, owner, author, base, read } = await withSegment();
    const name = `type-of-${flag}`;
    const parameters = [{ name: 'limit', type: 'number', description: '', required: false }];
    expect(await app.post('/api/admin/strategies', { name, description: '', parameters })).toMatchObject({
        status: 201,
    });
    const addition = { feature: flag, action: 'addStrategy', payload: { name, parameters: { limit: '5' } } };
    const id = await approved(addition);
    expect((await read(id, owner)).body.features[0].changes[0].references).toEqual([
        { type: 'strategyType', name, parameters },
    ]);
    await move(id, 'Scheduled', owner, { scheduledAt: inMinutes(5) });
    const changed = [{ ...parameters[0], type: 'percentage' }];
    await app.put(`/api/admin/strategies/${name}`, { description: '', parameters: changed });
    await app.services.schedules.recheck();

    expect((await read(id, owner)).body.schedule).toMatchObject({ status: 'suspended' });
    expect(await move(id, 'Applied', owner)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining(name) },
    });
    const [change] = (await read(id, owner)).body.features[0].changes;
    await app.post(`${base}/${id}/changes/${change.id}/resolve`, { take: 'theirs' }, author);
    await move(id, 'Approved', owner);
    expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });
});

test('the default stickiness of the project is part of the request when it is proposed', async () => {
    const { project, flag, approved, move, owner, read } = await withSegment();
    const bare = { feature: flag, action: 'addStrategy', payload: { name: 'flexibleRollout' } };
    const id = await approved(bare);
    const parameters = { rollout: '100', stickiness: 'default', groupId: flag };
    expect((await read(id, owner)).body.features[0].changes[0].payload).toMatchObject({ parameters });
    expect(
        await app.put(`/api/admin/projects/${project}`, { name: project, defaultStickiness: 'userId' }),
    ).toMatchObject({ status: 200 });

    await move(id, 'Applied', owner);
    const path = `/api/admin/projects/${project}/features/${flag}/environments/production/strategies`;
    expect((await app.get(path)).body[1]).toMatchObject({ parameters });
});
