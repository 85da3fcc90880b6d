import { expect, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

test('two nodes that start at once on an empty PostgreSQL share it, and each serves changes of the other', async () => {
    const database = await newDatabase('PostgreSQL');
    const [first, second] = await Promise.all([startServer(database), startServer(database)]);
    const flag = '/api/admin/projects/default/features/shared';

    const created = await first.request('POST', '/api/admin/projects/default/features', { name: 'shared' });
    expect(created.status).toBe(201);
    await until(async () => (await second.clientFlags()).some(({ name }) => name === 'shared'));
    const turnedOn = await second.request('POST', `${flag}/environments/development/on`);
    expect(turnedOn.status).toBe(200);
    await until(async () => (await first.clientFlags()).some(({ enabled }) => enabled));

    // A token created on one node is known to the other, and deleted on both.
    const { body } = await first.request('POST', '/api/admin/api-tokens', { tokenName: 'mine', type: 'client' });
    const { secret } = body as { secret: string };
    const statusAtOther = async () =>
        (await fetch(`${second.url}/api/client/features`, { headers: { authorization: secret } })).status;
    await until(async () => (await statusAtOther()) === 200);
    await first.request('DELETE', `/api/admin/api-tokens/${encodeURIComponent(secret)}`);
    await until(async () => (await statusAtOther()) === 401);
});

test('a node that lost its connections to PostgreSQL catches up automatically', async () => {
    const database = await newDatabase('PostgreSQL');
    const [first, second] = await Promise.all([startServer(database), startServer(database)]);
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: database['DATABASE_URL']! });
    await client.connect();
    await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'halyard' and datname = current_database()`,
    );
    await client.end();

    await until(async () => {
        const response = await first.request('POST', '/api/admin/projects/default/features', {
            name: 'after-the-break',
        });
        return response.status === 201 || response.status === 409;
    });

    await until(async () => (await second.clientFlags()).some(({ name }) => name === 'after-the-break'));
    expect((await second.clientFlags()).map(({ name }) => name)).toEqual(['after-the-break']);
});
