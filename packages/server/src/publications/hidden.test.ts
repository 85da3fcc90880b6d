import { expect, test } from 'vitest';
import { CLIENT_TOKEN, ownFreshInstall, type TestApp, testApp } from '../../test/support/test-app.ts';

const STRATEGIES = '/api/admin/projects/default/features/checkout/environments/development/strategies';

async function flagWithStrategies(app: TestApp) {
    await app.has.flag({ name: 'checkout', enabled: true });
    const titled = await app.has.strategy({ flag: 'checkout', title: 'Nordics' });
    const disabled = await app.has.strategy({
        flag: 'checkout',
        disabled: true,
        constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
    });
    return { titled, disabled };
}

const fetchFlags = (app: TestApp, etag?: string) =>
    app.get('/api/client/features', { token: CLIENT_TOKEN, headers: etag ? { 'if-none-match': etag } : {} });

test('changes that SDKs do not receive cause no SDK update, not even after a restart', async () => {
    const database = await ownFreshInstall();
    const app = await testApp({ database });
    const { titled, disabled } = await flagWithStrategies(app);
    const { body, headers } = await fetchFlags(app);
    const etag = headers.get('etag')!;

    await app.patch(`${STRATEGIES}/${titled.id}`, [{ op: 'replace', path: '/title', value: 'Scandinavia' }]);
    await app.patch(`${STRATEGIES}/${disabled.id}`, [{ op: 'replace', path: '/constraints', value: [] }]);

    expect(JSON.stringify(body)).not.toMatch(/Nordics|disabled|userId/);
    expect((await fetchFlags(app, etag)).status).toBe(304);
    await app.close();
    const restarted = await testApp({ database });
    expect((await fetchFlags(restarted, etag)).status).toBe(304);
    await restarted.close();
    await database.remove();
});
