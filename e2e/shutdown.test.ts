import { createConnection } from 'node:net';
import { expect, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { startServer } from './support/server-process.ts';

test('the service stops cleanly when asked, even with idle connections open', async () => {
    const server = await startServer({ ...(await newDatabase('embedded')), GRACEFUL_SHUTDOWN_TIMEOUT: '100' });
    const idle = createConnection(Number(new URL(server.url).port), '127.0.0.1');
    await server.request('GET', '/health');

    const code = await server.stop('SIGTERM');

    idle.destroy();
    expect(code).toBe(0);
});

test('a wrong setting stops the start with one line that names the variable', async () => {
    const failure = await startServer({ HTTP_PORT: 'http' }).catch((error: Error) => error.message);

    expect(failure).toBe('The server did not start:\nHTTP_PORT must be a whole number from 0 to 65535.\n');
});

test('the first start shows the password it made up, the second does not', async () => {
    const database = { ...(await newDatabase('embedded')), UNLEASH_DEFAULT_ADMIN_PASSWORD: '' };
    const first = await startServer(database);
    await first.request('GET', '/health');
    const password = /with the password (\S+)/.exec(first.output())?.[1];

    const login = await fetch(`${first.url}/auth/simple/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password }),
    });
    await first.stop();
    const second = await startServer(database);
    await second.request('GET', '/health');

    expect(login.status).toBe(200);
    expect(second.output()).not.toContain('password');
});
