import { expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/support/test-app.ts';

/** Makes changes in an environment of a project need approvals, as its settings do. */
export async function protect(app: TestApp, { project = 'default', environment = 'development', rules = {} } = {}) {
    await app.services.observe((tx) =>
        tx
            .insertInto('change_request_settings')
            .values({ project, environment, required_approvals: 1, rules: JSON.stringify(rules) })
            .onConflict((row) => row.columns(['project', 'environment']).doUpdateSet({ rules: JSON.stringify(rules) }))
            .execute(),
    );
}

const ON = '/api/admin/projects/default/features/lantern/environments/development/on';

test('a direct write in a protected environment is refused, and passes for those who may do without', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'lantern' });
    const member = await app.has.user({ projectRoles: { default: 'member' } });
    await protect(app);

    expect(await app.post(ON, {}, member)).toMatchObject({
        status: 403,
        body: { name: 'PermissionError', permissions: ['SKIP_CHANGE_REQUEST'] },
    });
    expect((await app.clientFeatures()).features).toMatchObject([{ enabled: false }]);

    expect(await app.post(ON, {})).toMatchObject({ status: 200 });
    expect((await app.clientFeatures()).features).toMatchObject([{ enabled: true }]);
    const { body } = await app.get('/api/admin/events');
    expect(body.events[0]).toMatchObject({ type: 'feature-environment-enabled', bypass: true });
});
