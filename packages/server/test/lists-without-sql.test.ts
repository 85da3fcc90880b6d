import { expect, test } from 'vitest';
import { watchStatements, withoutBackgroundWork } from './support/statements.ts';
import { testApp } from './support/test-app.ts';

const PROJECT = '/api/admin/projects/default';

/** All lists of flags, and the data derived from them. */
const LISTS = [
    PROJECT,
    `${PROJECT}/features`,
    `${PROJECT}/features?namePrefix=flag`,
    `${PROJECT}/overview`,
    `${PROJECT}/health-report`,
    `${PROJECT}/insights`,
    `${PROJECT}/dora`,
    '/api/admin/projects',
    '/api/admin/search/features',
    '/api/admin/search/features?query=flag&sortBy=name&status[]=production:enabled',
    '/api/admin/search/features?archived=IS:true',
];

test('lists need no SQL while nothing changes, and after a change read only its rows', async () => {
    withoutBackgroundWork();
    const app = await testApp();
    for (let index = 0; index < 20; index++) await app.has.flag({ name: `flag-${index}`, enabled: true });
    for (const path of LISTS) await app.send('GET', path);
    const statements = watchStatements();

    for (const path of LISTS) {
        expect((await app.send('GET', path)).status).toBe(200);
        expect(statements.executed(), path).toEqual([]);
    }

    await app.send('POST', `${PROJECT}/features/flag-7/environments/production/on`);
    statements.executed();
    const { body } = await app.send('GET', '/api/admin/search/features?status[]=production:enabled');
    expect(body).toMatchObject({ total: 1, features: [{ name: 'flag-7' }] });
    const again = statements.executed();
    expect(again.length).toBeGreaterThan(0);
    expect(again.length, again.join('\n')).toBeLessThan(18);
    for (const path of LISTS) await app.send('GET', path);
    expect(statements.executed(), 'what was read once is in all lists').toEqual([]);
});
