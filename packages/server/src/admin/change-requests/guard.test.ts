import { expect, test } from 'vitest';
import { protect } from '../../../test/support/protect.ts';
import { testApp } from '../../../test/support/test-app.ts';

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
