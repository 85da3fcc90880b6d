import { describe, expect, test } from 'vitest';
import { protectedProject, turnOn } from '../../../../../test/support/change-requests.ts';
import { enrolTotp, nextCode } from '../../../../../test/support/second-factor.ts';
import { type RequestOptions, testApp } from '../../../../../test/support/test-app.ts';

const REASON = 'Payments fail since the last release';

/** A project whose production environment requires approvals. Owners may not skip them; the administrator may. */
async function emergency(rules: object = { bypass: 'break-glass' }) {
    const app = await testApp();
    const made = await protectedProject(app, { rules });
    const { project, flag } = made;
    return {
        app,
        ...made,
        breakGlass: (body: object, by?: RequestOptions) =>
            app.post(`/api/admin/projects/${project}/environments/production/change-requests/break-glass`, body, by),
        isOn: async () =>
            (await app.get(`/api/admin/projects/${project}/features/${flag}/environments/production`)).body.enabled,
    };
}

describe('applying changes at once', () => {
    test('changes are applied in a request of their own, which approvers review afterwards', async () => {
        const { app, breakGlass, flag, isOn, move, owner } = await emergency();
        const admin = await app.has.user({ rootRole: 'admin' });

        const { status, body } = await breakGlass({ changes: [turnOn(flag)], reason: REASON }, admin);

        expect(status).toBe(200);
        expect(body).toMatchObject({
            state: 'Applied',
            breakGlass: { reason: REASON, review: 'pending' },
            features: [{ name: flag, changes: [{ action: 'updateEnabled' }] }],
        });
        expect(await isOn()).toBe(true);
        const { events } = (await app.get('/api/admin/events')).body;
        expect(events.slice(0, 2)).toMatchObject([
            { type: 'change-request-applied', data: { changeRequestId: body.id, breakGlass: true, changes: [{}] } },
            { type: 'feature-environment-enabled', bypass: true, reason: REASON },
        ]);
        expect((await move(body.id, 'Approved', owner)).body.breakGlass).toMatchObject({ review: 'confirmed' });
    });

    test('the open draft of the user is neither applied nor changed', async () => {
        const { app, breakGlass, flag, project, propose, read } = await emergency();
        const other = (await app.has.flag({ project })).name as string;
        const draft = (await propose([turnOn(other)], {})).body;

        const { body } = await breakGlass({ changes: [turnOn(flag)], reason: REASON });

        expect(body.id).not.toBe(draft.id);
        expect((await read(draft.id)).body).toMatchObject({ state: 'Draft', features: [{ name: other }] });
    });

    test.each([{}, { reason: '  ' }, { reason: 'x'.repeat(501) }])('the reason %j gets 400', async (reason) => {
        const { breakGlass, flag, isOn } = await emergency();

        expect(await breakGlass({ changes: [turnOn(flag)], ...reason })).toMatchObject({ status: 400 });
        expect(await isOn()).toBe(false);
    });

    test('a user without SKIP_CHANGE_REQUEST gets 403, and nothing is stored', async () => {
        const { app, breakGlass, flag, isOn, owner, project } = await emergency();

        expect(await breakGlass({ changes: [turnOn(flag)], reason: REASON }, owner)).toMatchObject({
            status: 403,
            body: { permissions: ['SKIP_CHANGE_REQUEST'] },
        });
        expect(await isOn()).toBe(false);
        expect((await app.get(`/api/admin/projects/${project}/change-requests`)).body).toEqual([]);
    });

    test('the permissions for the changes are required, too', async () => {
        const { app, breakGlass, flag, isOn, project } = await emergency();
        const user = await app.has.user({ rootRole: 'viewer' });
        const { body } = await app.post('/api/admin/roles', {
            name: 'skips',
            type: 'custom',
            permissions: [{ name: 'SKIP_CHANGE_REQUEST', environment: 'production' }],
        });
        const access = `/api/admin/projects/${project}/access`;
        await app.post(access, { roles: [body.roles.id], users: [user.id], groups: [] });

        expect(await breakGlass({ changes: [turnOn(flag)], reason: REASON }, user)).toMatchObject({ status: 403 });
        expect(await isOn()).toBe(false);
    });

    test('the rule "nobody" applies to administrators', async () => {
        const { breakGlass, flag, isOn } = await emergency({ bypass: 'nobody' });

        expect(await breakGlass({ changes: [turnOn(flag)], reason: REASON })).toMatchObject({
            status: 403,
            body: { message: expect.stringContaining('Request approvals') },
        });
        expect(await isOn()).toBe(false);
    });

    test('all changes are applied, or none', async () => {
        const { breakGlass, flag, isOn } = await emergency();

        expect(await breakGlass({ changes: [turnOn(flag), turnOn('missing')], reason: REASON })).toMatchObject({
            status: 404,
        });
        expect(await isOn()).toBe(false);
    });

    test('an environment that the project does not have gets 404', async () => {
        const { app, flag, project } = await emergency();

        expect(
            await app.post(`/api/admin/projects/${project}/environments/moon/change-requests/break-glass`, {
                changes: [turnOn(flag)],
                reason: REASON,
            }),
        ).toMatchObject({ status: 404, body: { message: expect.stringContaining(`moon in project ${project}`) } });
    });
});

describe('if break glass needs a fresh second factor', () => {
    /** An emergency, in which an administrator with an app for codes has just required it. */
    async function strictEmergency() {
        const made = await emergency();
        const { app } = made;
        const admin = await app.has.user({ rootRole: 'admin' });
        const { secret } = await enrolTotp(app, admin);
        const settings = { requiredFor: 'nobody', rootRoles: [], forBreakGlass: true };
        const path = '/api/admin/auth/second-factor/settings';
        expect(await app.put(path, settings, admin)).toMatchObject({ status: 200 });
        return { ...made, admin, secret };
    }

    test('a second factor that is older than five minutes is refused, and a proved one is accepted', async () => {
        const { app, admin, breakGlass, flag, isOn, secret } = await strictEmergency();
        app.passTime(6 * 60_000);

        expect(await breakGlass({ changes: [turnOn(flag)], reason: REASON }, admin)).toMatchObject({
            status: 403,
            body: { name: 'SecondFactorExpired', message: expect.stringContaining('Halyard-Second-Factor') },
        });
        expect(await isOn()).toBe(false);
        const code = nextCode(app, secret);
        await app.post('/api/admin/user/second-factors/prove', { code }, admin);
        expect(await breakGlass({ changes: [turnOn(flag)], reason: REASON }, admin)).toMatchObject({ status: 200 });
        expect(await isOn()).toBe(true);
    });

    test('a program sends a code with the personal token of a user', async () => {
        const { app, admin, breakGlass, flag, isOn, secret } = await strictEmergency();
        const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
        const token = (await app.post('/api/admin/user/tokens', { description: 'x', expiresAt }, admin)).body.secret;
        const changes = { changes: [turnOn(flag)], reason: REASON };
        const by = (code: string) => ({ token, headers: { 'halyard-second-factor': code } });

        expect(await breakGlass(changes, { token })).toMatchObject({ status: 403 });
        expect(await breakGlass(changes, by('000000'))).toMatchObject({ status: 401 });
        expect(await isOn()).toBe(false);
        expect(await breakGlass(changes, by(nextCode(app, secret)))).toMatchObject({ status: 200 });
    });

    test('an administrator token, which has no second factor, is refused', async () => {
        const { breakGlass, flag, isOn } = await strictEmergency();
        const changes = { changes: [turnOn(flag)], reason: REASON };

        expect(await breakGlass(changes)).toMatchObject({ status: 403 });
        expect(await breakGlass(changes, { headers: { 'halyard-second-factor': '123456' } })).toMatchObject({
            status: 403,
        });
        expect(await isOn()).toBe(false);
    });

    test('a request in review is applied without approvals only with a fresh second factor', async () => {
        const { app, admin, author, flag, move, propose, isOn } = await strictEmergency();
        const { id } = (await propose([turnOn(flag)], author)).body;
        await move(id, 'In review', author);
        const breakGlass = { breakGlass: true, reason: REASON };
        app.passTime(6 * 60_000);

        expect(await move(id, 'Applied', admin, breakGlass)).toMatchObject({
            status: 403,
            body: { name: 'SecondFactorExpired' },
        });
        expect(await isOn()).toBe(false);
    });
});

describe('changes of the rules are not covered', () => {
    const strict = {
        bypass: 'break-glass',
        additionalApprovals: [
            { when: { tag: 'simple:risky' }, approvals: 3 },
            { when: { flagType: 'kill-switch' }, approvals: 2 },
        ],
    };
    const config = (payload: object) => ({ feature: null, action: 'updateChangeRequestConfig', payload });

    async function strictEnvironment(rules: object = strict) {
        const made = await emergency(rules);
        const { app, project, flag } = made;
        const other = (await app.has.flag({ project, type: 'kill-switch' })).name as string;
        await app.post(`/api/admin/features/${flag}/tags`, { type: 'simple', value: 'risky' });
        const rulesOf = () => app.services.db.selectFrom('change_request_settings').selectAll().execute();
        return { ...made, other, rulesOf };
    }

    test.each(
        Object.entries<(names: { flag: string; other: string }) => object>({
            'turning approvals off': () => config({ changeRequestsEnabled: false }),
            'allowing a bypass': () => config({ changeRequestsEnabled: true, rules: { bypass: 'allowed' } }),
            'requiring fewer approvals': () => config({ changeRequestsEnabled: true, requiredApprovals: 2 }),
            'an exemption': () => config({ changeRequestsEnabled: true, rules: { turnOffWithoutApproval: true } }),
            'other freeze periods': () =>
                config({
                    changeRequestsEnabled: true,
                    rules: { frozen: [{ timeZone: 'UTC', from: '18:00', to: '20:00', days: [1] }] },
                }),
            'removing a tag that the rules name': ({ flag }) => ({
                feature: flag,
                action: 'updateTags',
                payload: { addedTags: [], removedTags: [{ type: 'simple', value: 'risky' }] },
            }),
            'changing a flag type that the rules name': ({ other }) => ({
                feature: other,
                action: 'updateFeature',
                payload: { type: 'release' },
            }),
        }),
    )('%s', async (_what, changeOf) => {
        const { app, base, breakGlass, flag, isOn, move, other, propose, rulesOf } = await strictEnvironment();
        const before = await rulesOf();
        const changes = [turnOn(flag), changeOf({ flag, other })];
        const refused = { status: 403, body: { message: expect.stringContaining('Break glass does not cover') } };

        expect(await breakGlass({ changes, reason: REASON })).toMatchObject(refused);
        const { id } = (await propose(changes, {})).body;
        const applied = await move(id, 'Applied', {}, { breakGlass: true, reason: REASON });
        expect(applied).toMatchObject(refused);

        expect(await isOn()).toBe(false);
        expect(await rulesOf()).toEqual(before);
        const { body: request } = await app.get(`${base}/${id}`);
        const changesOf = ({ features, settings }: typeof request) =>
            [...features.flatMap((each: typeof request) => each.changes), ...settings] as {
                id: number;
                action: string;
            }[];
        const uncovered = changesOf(request).filter(({ action }) => action !== 'updateEnabled');
        expect(request).toMatchObject({ state: 'Draft', notCoveredByBreakGlass: uncovered.map((each) => each.id) });
        expect(uncovered).toHaveLength(1);
        expect((await app.get(`/api/admin/features/${flag}/tags`)).body.tags).toHaveLength(1);
    });

    test('not even where approvals may be bypassed directly', async () => {
        const { breakGlass, rulesOf } = await strictEnvironment({});
        const before = await rulesOf();

        expect(await breakGlass({ changes: [config({ changeRequestsEnabled: false })], reason: REASON })).toMatchObject(
            { status: 403 },
        );
        expect(await rulesOf()).toEqual(before);
    });

    test('not even in a project without rules', async () => {
        const { app, rulesOf } = await strictEnvironment();
        const { id: project } = await app.has.project();
        const before = await rulesOf();

        const refused = await app.post(
            `/api/admin/projects/${project}/environments/development/change-requests/break-glass`,
            { changes: [config({ changeRequestsEnabled: true })], reason: REASON },
        );

        expect(refused).toMatchObject({
            status: 403,
            body: { message: expect.stringContaining('Break glass does not cover') },
        });
        expect(await rulesOf()).toEqual(before);
    });

    test('settings that are sent again unchanged are no change', async () => {
        const { breakGlass, flag, isOn } = await strictEnvironment();
        const changes = [turnOn(flag), config({ changeRequestsEnabled: true })];

        expect(await breakGlass({ changes, reason: REASON })).toMatchObject({ status: 200 });
        expect(await isOn()).toBe(true);
    });

    test('a request with approvals may contain them', async () => {
        const { author, owner, move, propose, rulesOf } = await strictEnvironment();
        const { id } = (await propose(config({ changeRequestsEnabled: false }), author)).body;
        await move(id, 'In review', author);
        await move(id, 'Approved', owner);

        expect(await move(id, 'Applied', owner)).toMatchObject({ status: 200 });
        expect(await rulesOf()).toEqual([]);
    });
});
