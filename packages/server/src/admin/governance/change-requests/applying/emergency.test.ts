import { describe, expect, test } from 'vitest';
import { protectedProject, turnOn } from '../../../../../test/support/change-requests.ts';
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

        const { status, body } = await breakGlass({ changes: [turnOn(flag)], reason: REASON });

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
