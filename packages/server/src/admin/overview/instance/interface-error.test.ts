import { expect, test } from 'vitest';
import { collectingLog } from '../../../../test/support/log-collector.ts';
import { testApp } from '../../../../test/support/test-app.ts';

test('an error in the browser is logged with its user, without an event', async () => {
    const lines: string[] = [];
    const app = await testApp({ log: collectingLog({ level: 'warn', stream: { write: (line) => lines.push(line) } }) });
    const user = await app.has.user();

    const response = await app.post(
        '/api/admin/record-ui-error',
        { errorMessage: 'x is undefined\n{"level":60}', errorStack: 'at render' },
        user,
    );

    expect(response).toMatchObject({ status: 204, body: '' });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        {
            msg: 'the web interface failed',
            report: { user: user.username, message: 'x is undefined\n{"level":60}', stack: 'at render' },
        },
    ]);
});

test.each([
    ['no message', {}],
    ['a message that is too long', { errorMessage: 'x'.repeat(2_001) }],
    ['a member nobody knows', { errorMessage: 'x', colour: 'red' }],
])('a report with %s is rejected', async (_what, body) => {
    const app = await testApp();

    expect((await app.post('/api/admin/record-ui-error', body)).status).toBe(400);
    expect((await app.post('/api/admin/record-ui-error', { errorMessage: 'x' }, { token: null })).status).toBe(401);
});

test('a page that fails repeatedly does not fill the log', async () => {
    const app = await testApp();
    const report = () => app.post('/api/admin/record-ui-error', { errorMessage: 'again' });

    for (let count = 0; count < 20; count++) expect((await report()).status).toBe(204);

    expect((await report()).status).toBe(429);
});
