import { beforeAll, describe, expect, test } from 'vitest';
import { addRollout, protectedProject, turnOn } from '../../../../test/support/change-requests.ts';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { findFrozenTime } from './frozen-times.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

/** A change request in review in an environment with these approval rules. */
async function requestInReview(
    rules: object,
    changes = (flag: string): unknown => [turnOn(flag), addRollout(flag, '100')],
) {
    const project = await protectedProject(app, { rules });
    const { id } = (await project.propose(changes(project.flag), project.author)).body;
    const { body } = await project.move(id, 'In review', project.author);
    return { ...project, id: id as number, request: body };
}

test('a rule can require approvals from a group, and the error names the group', async () => {
    const member = await app.has.user({ rootRole: 'admin' });
    const { body: group } = await app.post('/api/admin/groups', {
        name: 'Security',
        users: [{ user: { id: member.id } }],
    });
    const { id, request, owner, move } = await requestInReview({ groups: [{ group: group.id, approvals: 1 }] });
    expect(request.needed.missing).toContainEqual(expect.stringContaining('group Security'));

    const first = (await move(id, 'Approved', owner)).body;
    expect(first).toMatchObject({ state: 'In review', needed: { approvals: 1, given: 1 } });
    expect(first.needed.missing).toEqual([expect.stringContaining('group Security')]);

    expect((await move(id, 'Approved', member)).body).toMatchObject({ state: 'Approved', needed: { missing: [] } });
});

test('approvals of excluded users are rejected', async () => {
    const excluded = await app.has.user({ rootRole: 'admin' });
    const excludedMember = await app.has.user({ rootRole: 'admin' });
    const { body: group } = await app.post('/api/admin/groups', {
        name: 'Barred',
        users: [{ user: { id: excludedMember.id } }],
    });
    const { id, owner, move } = await requestInReview({
        excludedApprovers: { users: [excluded.id], groups: [group.id] },
    });

    for (const someone of [excluded, excludedMember]) {
        expect(await move(id, 'Approved', someone)).toMatchObject({ status: 400 });
    }
    expect((await move(id, 'Approved', owner)).body.state).toBe('Approved');
});

describe('additional approvals are required', () => {
    test('for flags with a tag or of a type, and the highest number applies', async () => {
        const { project, flag, author, propose, read } = await protectedProject(app, {
            rules: {
                additionalApprovals: [
                    { when: { tag: 'simple:risky' }, approvals: 3 },
                    { when: { flagType: 'kill-switch' }, approvals: 2 },
                ],
            },
        });
        const { id } = (await propose(turnOn(flag), author)).body;
        const needed = async () => (await read(id, author)).body.needed;
        expect(await needed()).toMatchObject({ approvals: 1 });

        const { name } = await app.has.flag({ project, type: 'kill-switch' });
        await propose(turnOn(name), author);
        expect(await needed()).toMatchObject({ approvals: 2, missing: [expect.stringContaining('kill-switch')] });

        await app.post(`/api/admin/features/${flag}/tags`, { type: 'simple', value: 'risky' });
        expect(await needed()).toMatchObject({ approvals: 3, missing: [expect.stringContaining('simple:risky')] });
    });

    test('for a segment that such a flag uses, and for a flag that such a flag depends on', async () => {
        const rules = {
            additionalApprovals: [
                { when: { tag: 'simple:risky' }, approvals: 3 },
                { when: { flagType: 'kill-switch' }, approvals: 2 },
            ],
        };
        const { project, flag, author, propose } = await protectedProject(app, { rules });
        const { id: segment, name } = await app.has.segment({ project });
        const { name: brake } = await app.has.flag({ project, type: 'kill-switch' });
        const { name: child } = await app.has.flag({ project });
        await app.has.strategy({ flag: brake, project, environment: 'production', segments: [segment] });
        await app.post(`/api/admin/projects/${project}/features/${child}/dependencies`, { feature: flag });
        await app.post(`/api/admin/features/${child}/tags`, { type: 'simple', value: 'risky' });
        const constraints = [{ contextName: 'country', operator: 'IN', values: ['NO'] }];
        const update = { feature: null, action: 'updateSegment', payload: { id: segment, name, project, constraints } };

        expect((await propose(update, author)).body.needed).toMatchObject({ approvals: 2 });
        expect((await propose(turnOn(flag), author)).body.needed).toMatchObject({ approvals: 3 });
    });

    test('for a change that affects more than a percentage of users, measured again after each edit', async () => {
        const rules = { additionalApprovals: [{ when: { changesMoreThanPercent: 40 }, approvals: 2 }] };
        const { id, flag, base, author, owner, request, read, move } = await requestInReview(rules);
        expect(request.effect).toMatchObject({ population: 'made-up', evaluated: 1000, changed: 1000 });
        expect(request.needed).toMatchObject({
            approvals: 2,
            missing: [expect.stringContaining('affects 100 % of the evaluated users')],
        });
        expect((await move(id, 'Approved', owner)).body).toMatchObject({ state: 'In review', minApprovals: 2 });

        const { id: change } = request.features[0].changes[0];
        const { body } = await app.put(`${base}/${id}/changes/${change}`, addRollout(flag, '10'), author);
        expect(body.effect.changed).toBeLessThan(200);
        expect(body.needed).toMatchObject({ approvals: 1, given: 0 });

        expect((await move(id, 'Approved', owner)).body).toMatchObject({ state: 'Approved', minApprovals: 1 });
        expect((await read(id)).body.effect).toEqual(body.effect);
    });

    test('for an effect that a node of the previous release measured', async () => {
        const rules = { additionalApprovals: [{ when: { changesMoreThanPercent: 40 }, approvals: 2 }] };
        const { id, request, read } = await requestInReview(rules);
        const { revision, population } = request.effect;
        expect(request.effect).toMatchObject({ evaluated: 1000, asked: 1000 });
        for (const [changed, approvals] of [
            [390, 1],
            [410, 2],
        ]) {
            const effect = JSON.stringify({ revision, population, asked: 1000, changed });
            await app.services.recordObservation((tx) =>
                tx.updateTable('change_requests').set({ effect }).where('id', '=', id).execute(),
            );
            expect((await read(id)).body).toMatchObject({
                effect: { evaluated: 1000, asked: 1000, changed },
                needed: { approvals },
            });
        }
    });

    test('for a change whose effect is unknown', async () => {
        const rules = { additionalApprovals: [{ when: { changesMoreThanPercent: 40 }, approvals: 2 }] };
        const { project, flag, author, owner, propose, move } = await protectedProject(app, { rules });
        const { id: strategy } = await app.has.strategy({ flag, project, environment: 'production' });
        const { id } = (await propose({ feature: flag, action: 'deleteStrategy', payload: { id: strategy } }, author))
            .body;
        const strategies = `/api/admin/projects/${project}/features/${flag}/environments/production/strategies`;
        await app.delete(`${strategies}/${strategy}`);

        const { body } = await move(id, 'In review', author);

        expect(body).not.toHaveProperty('effect');
        expect(body.needed).toMatchObject({
            approvals: 2,
            missing: [expect.stringContaining('number of affected users is unknown')],
        });
        expect((await move(id, 'Approved', owner)).body.state).toBe('In review');
    });

    test('not for a change that affects nobody', async () => {
        const rules = { additionalApprovals: [{ when: { changesMoreThanPercent: 0 }, approvals: 2 }] };
        const { request } = await requestInReview(rules, (feature) => ({
            feature,
            action: 'updateFeature',
            payload: { description: 'x' },
        }));
        expect(request.needed.approvals).toBe(1);
    });
});

describe('the measured effect of a change cannot be manipulated', () => {
    const rules = { additionalApprovals: [{ when: { changesMoreThanPercent: 40 }, approvals: 2 }] };
    const toNorway = (flag: string) => [
        turnOn(flag),
        {
            ...addRollout(flag, '100'),
            payload: {
                ...addRollout(flag, '100').payload,
                constraints: [{ contextName: 'country', operator: 'IN', values: ['NO'] }],
            },
        },
    ];
    const UNKNOWN = { approvals: 2, missing: [expect.stringContaining('number of affected users is unknown')] };

    test('contexts sent with a public frontend token do not count', async () => {
        const { secret } = await app.has.token({ type: 'frontend', environment: 'production' });
        for (let visitor = 0; visitor < 150; visitor++) {
            await app.send('GET', `/api/frontend?userId=${visitor}&country=SE`, { token: secret });
            await app.send('POST', '/ofrep/v1/evaluate/flags', {
                token: secret,
                rawBody: JSON.stringify({ context: { targetingKey: String(visitor), country: 'SE' } }),
                headers: { 'content-type': 'application/json' },
            });
        }

        const { request } = await requestInReview(rules, toNorway);

        expect(request.needed).toMatchObject(UNKNOWN);
    });

    test('personas, which the author can create, do not count', async () => {
        const project = await protectedProject(app, { rules });
        const persona = { name: 'Swede', context: { userId: '1', properties: { country: 'SE' } } };
        expect(
            await app.post(`/api/admin/projects/${project.project}/personas`, persona, project.author),
        ).toMatchObject({
            status: 201,
        });
        const { id } = (await project.propose(toNorway(project.flag), project.author)).body;

        expect((await project.move(id, 'In review', project.author)).body.needed).toMatchObject(UNKNOWN);
    });

    test('contexts sent by backends count as soon as there are enough of them, regardless of all others', async () => {
        const own = await testApp();
        const client = (await own.has.token({ type: 'client', environment: 'production' })).secret;
        const frontend = (await own.has.token({ type: 'frontend', environment: 'production' })).secret;
        const seen = (token: string, country: string, count: number) =>
            Promise.all(
                Array.from({ length: count }, (_, visitor) =>
                    own.send('POST', '/ofrep/v1/evaluate/flags', {
                        token,
                        rawBody: JSON.stringify({ context: { targetingKey: String(visitor), country } }),
                        headers: { 'content-type': 'application/json' },
                    }),
                ),
            );
        // Context samples exist only for projects that existed when they were recorded.
        const projects: Awaited<ReturnType<typeof protectedProject>>[] = [];
        for (let i = 0; i < 3; i++) projects.push(await protectedProject(own, { rules }));
        const needed = async () => {
            const project = projects.pop()!;
            const { id } = (await project.propose(toNorway(project.flag), project.author)).body;
            return (await project.move(id, 'In review', project.author)).body;
        };
        await seen(client, 'SE', 99);
        expect((await needed()).needed).toMatchObject(UNKNOWN);
        await seen(client, 'SE', 1);
        await seen(frontend, 'NO', 300);

        expect(await needed()).toMatchObject({
            needed: { approvals: 1 },
            effect: { population: 'traffic', evaluated: 100, changed: 0 },
        });
        await seen(client, 'NO', 100);
        expect(await needed()).toMatchObject({
            needed: { approvals: 2, missing: [expect.stringContaining('50 %')] },
            effect: { population: 'traffic', evaluated: 200, changed: 100 },
        });
    });

    test.each<[string, (flag: string) => unknown]>([
        ['archives a flag that is off', (feature) => ({ feature, action: 'archiveFeature' })],
        [
            'changes tags',
            (feature) => ({
                feature,
                action: 'updateTags',
                payload: { addedTags: [{ value: 'boats' }], removedTags: [] },
            }),
        ],
        [
            'changes the type of values',
            (feature) => ({ feature, action: 'updateFeature', payload: { valueType: 'string' } }),
        ],
        [
            'uses a field for stickiness that only some contexts have',
            (flag) => [
                turnOn(flag),
                {
                    ...addRollout(flag, '100'),
                    payload: {
                        ...addRollout(flag, '100').payload,
                        parameters: { rollout: '100', stickiness: 'company', groupId: flag },
                    },
                },
            ],
        ],
        [
            'uses a strategy that the service cannot evaluate',
            (flag) => [
                turnOn(flag),
                { feature: flag, action: 'addStrategy', payload: { name: 'theirs', parameters: {}, constraints: [] } },
            ],
        ],
    ])('the effect of a request that %s is unknown', async (_what, changes) => {
        await app.send('POST', '/api/admin/strategies', {
            rawBody: JSON.stringify({ name: 'theirs', parameters: [] }),
            headers: { 'content-type': 'application/json' },
        });

        expect((await requestInReview(rules, changes)).request.needed).toMatchObject(UNKNOWN);
    });
});

test('a review without a reason is rejected if reasons are required', async () => {
    const { flag, author, propose, move } = await protectedProject(app, { rules: { reasonRequired: true } });
    const { id } = (await propose(turnOn(flag), author)).body;

    expect(await move(id, 'In review', author)).toMatchObject({
        status: 400,
        body: { details: [{ path: '/body/reason' }] },
    });
    expect(await move(id, 'In review', author, { comment: ' ' })).toMatchObject({ status: 400 });
    expect(await move(id, 'In review', author, { reason: 'sale' })).toMatchObject({ status: 200 });
});

test('changed rules apply to open requests: more approvals are needed after the number is raised', async () => {
    const { project, id, owner, read, move } = await requestInReview({});
    await app.put(`/api/admin/projects/${project}/environments/production/change-requests/config`, {
        changeRequestsEnabled: true,
        requiredApprovals: 2,
    });

    expect((await read(id)).body).toMatchObject({ minApprovals: 2, needed: { approvals: 2 } });
    expect((await move(id, 'Approved', owner)).body.state).toBe('In review');
});

describe('frozen times', () => {
    const oslo = { timeZone: 'Europe/Oslo', days: [5], from: '16:00', to: '08:00' };
    const at = (frozen: object, instant: string) =>
        findFrozenTime({ frozen: [frozen as typeof oslo] }, new Date(instant));

    test.each<[string, object, string, string | undefined]>([
        ['before it begins', oslo, '2026-11-20T14:59:00Z', undefined],
        ['when it begins, in winter', oslo, '2026-11-20T15:00:00Z', '2026-11-21 08:00 (Europe/Oslo)'],
        ['an hour earlier in summer', oslo, '2026-07-17T14:00:00Z', '2026-07-18 08:00 (Europe/Oslo)'],
        ['but not in winter', oslo, '2026-11-20T14:00:00Z', undefined],
        ['in the night after', oslo, '2026-11-21T06:59:00Z', '2026-11-21 08:00 (Europe/Oslo)'],
        ['when it ends', oslo, '2026-11-21T07:00:00Z', undefined],
        ['on other days', oslo, '2026-11-19T16:00:00Z', undefined],
        // Clocks go back on Sunday 2026-10-25 at 03:00: 02:30 occurs twice and is frozen both times.
        ...['00:30', '01:30'].map((time): [string, object, string, string] => [
            `the hour that comes twice (${time} in UTC)`,
            { timeZone: 'Europe/Oslo', days: [7], from: '02:00', to: '03:00' },
            `2026-10-25T${time}:00Z`,
            '2026-10-25 03:00 (Europe/Oslo)',
        ]),
        [
            // Clocks go forward on Sunday 2026-03-29 at 02:00: this hour does not exist.
            'the hour that daylight saving skips',
            { timeZone: 'Europe/Oslo', days: [7], from: '02:00', to: '03:00' },
            '2026-03-29T01:00:00Z',
            undefined,
        ],
        [
            'a single frozen time',
            { timeZone: 'America/New_York', from: '2026-12-20T18:00', to: '2027-01-04T08:00' },
            '2026-12-20T23:00:00Z',
            '2027-01-04 08:00 (America/New_York)',
        ],
        [
            'one minute before the start',
            { timeZone: 'America/New_York', from: '2026-12-20T18:00', to: '2027-01-04T08:00' },
            '2026-12-20T22:59:00Z',
            undefined,
        ],
    ])('%s', (_what, frozen, instant, until) => {
        expect(at(frozen, instant)?.until).toBe(until);
    });
});

describe('rules that an earlier release stored with former names of members', () => {
    async function stored(rules: object) {
        const project = await protectedProject(app, {});
        await app.services.recordObservation((tx) =>
            tx
                .updateTable('change_request_settings')
                .set({ rules: JSON.stringify(rules) })
                .where('project', '=', project.project)
                .execute(),
        );
        return project;
    }

    test('exclude approvers', async () => {
        const excluded = await app.has.user({ rootRole: 'admin' });
        const { flag, author, owner, propose, move } = await stored({ notBy: { users: [excluded.id] } });
        const { id } = (await propose(turnOn(flag), author)).body;
        await move(id, 'In review', author);

        expect(await move(id, 'Approved', excluded)).toMatchObject({ status: 400 });
        expect((await move(id, 'Approved', owner)).body.state).toBe('Approved');
    });

    test('require additional approvals, also for the removal of a tag that they name', async () => {
        const { project, flag, author, propose, read } = await stored({
            more: [{ when: { tag: 'simple:risky' }, approvals: 3 }],
        });
        await app.post(`/api/admin/features/${flag}/tags`, { type: 'simple', value: 'risky' });
        const { id } = (await propose(turnOn(flag), author)).body;
        expect((await read(id, author)).body.needed).toMatchObject({ approvals: 3 });

        const member = await app.has.user({ projectRoles: { [project]: 'owner' } });
        expect(await app.delete(`/api/admin/features/${flag}/tags/simple/risky`, member)).toMatchObject({
            status: 403,
        });
    });

    test('are applied from a change request of that release', async () => {
        const { project, author, owner, propose, move } = await protectedProject(app, {});
        const payload = { changeRequestsEnabled: true, rules: { notBy: { users: [owner.id] } } };
        const { id } = (await propose({ feature: null, action: 'updateChangeRequestConfig', payload }, owner)).body;
        await move(id, 'In review', owner);
        const reviewer = await app.has.user({ rootRole: 'admin' });
        await move(id, 'Approved', reviewer);
        expect(await move(id, 'Applied', reviewer)).toMatchObject({ body: { state: 'Applied' } });

        const { body } = await app.get(
            `/api/admin/projects/${project}/environments/production/change-requests/config`,
            author,
        );
        expect(body.rules.excludedApprovers).toEqual({ users: [owner.id] });
    });
});
