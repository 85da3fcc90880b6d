import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { ROLE_ID } from '../../../core/access/permissions.ts';

test('values of a metric that name a flag of a private project are visible to its members only', async () => {
    const app = await testApp();
    await app.has.project({ id: 'covert', mode: 'private' });
    await app.has.flag({ name: 'secret-flag', project: 'covert' });
    await app.has.flag({ name: 'open-flag' });
    const [insider, outsider] = [await app.has.user(), await app.has.user()];
    await app.post('/api/admin/projects/covert/access', { roles: [ROLE_ID.member], users: [insider.id], groups: [] });
    // The series of a token of all projects belong to everybody.
    const { secret: token } = await app.has.token({ environment: 'development', projects: ['*'] });
    const samples = ['secret-flag', 'open-flag'].map((flag) => ({ labels: { feature_flag_key: flag }, value: 3 }));
    const impactMetrics = [{ name: 'checkout_errors', help: '', type: 'counter', samples }];
    await app.post('/api/client/metrics', { appName: 'shop', impactMetrics }, { token });
    await app.services.reports.store();

    const labels = JSON.stringify({ feature_flag_key: ['*'] });
    const query = { metricName: 'checkout_errors', aggregationMode: 'count', range: 'hour', mode: 'display', labels };
    const now = Math.ceil(app.services.clock().getTime() / 1_000);
    const paths = [
        `/api/admin/impact-metrics?${new URLSearchParams(query)}`,
        `/api/v1/query?${new URLSearchParams({ query: 'increase(checkout_errors[5m])', time: String(now) })}`,
        '/api/v1/label/feature_flag_key/values',
        `/api/v1/series?${new URLSearchParams({ 'match[]': 'checkout_errors' })}`,
    ];
    for (const path of paths) {
        expect(JSON.stringify((await app.get(path, insider)).body), path).toContain('secret-flag');
        const seen = JSON.stringify((await app.get(path, outsider)).body);
        expect(seen, path).toContain('open-flag');
        expect(seen, path).not.toContain('secret-flag');
    }
});
