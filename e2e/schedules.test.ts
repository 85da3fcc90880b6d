import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const P = '/api/admin/projects/default';
const COUNT = 20;

/** So far ahead that what is asked for now is still to come when it arrives, on a machine that took this long for as many requests. */
const ahead = (started: number): number => Date.now() + Math.max(4_000, 5 * (Date.now() - started));

test('what two nodes have scheduled on one PostgreSQL happens once, at its time, although one of them is killed just then', async () => {
    const database = await newDatabase('PostgreSQL');
    const [one, other] = await Promise.all([startServer(database), startServer(database)]);
    const flags = Array.from({ length: COUNT }, (_, index) => `scheduled-${index}`);
    const started = Date.now();
    for (const name of flags) await one.request('POST', `${P}/features`, { name });
    const at = ahead(started);
    const schedule = (feature: string, index: number) =>
        (index % 2 ? one : other).request('POST', `${P}/environments/development/schedules`, {
            scheduledAt: new Date(at).toISOString(),
            timeZone: 'Europe/Oslo',
            changes: [{ feature, action: 'updateEnabled', payload: { enabled: true } }],
        });
    for (const answer of await Promise.all(flags.map(schedule))) {
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    }
    expect(Date.now()).toBeLessThan(at);

    await delay(at - Date.now());
    await one.stop('SIGKILL');

    const isOn = async () => (await other.clientFlags()).filter(({ enabled }) => enabled).length;
    await until(async () => (await isOn()) === COUNT);
    const { body } = await other.request('GET', '/api/admin/events?limit=500');
    const { events } = body as { events: { type: string; data: { changeRequestId: number }; createdAt: string }[] };
    const applied = events.filter(({ type }) => type === 'change-request-scheduled-application-success');
    expect(applied.map(({ data }) => data.changeRequestId).sort((a, b) => a - b)).toEqual(
        flags.map((_, index) => index + 1),
    );
    expect(events.filter(({ type }) => type === 'feature-environment-enabled')).toHaveLength(COUNT);
    expect(Math.min(...applied.map(({ createdAt }) => Date.parse(createdAt)))).toBeGreaterThanOrEqual(at);
    expect(await other.request('GET', '/api/admin/events/verify')).toMatchObject({ body: { valid: true } });
});

test('what was due while nobody ran happens when somebody does', async () => {
    const database = await newDatabase('embedded');
    const first = await startServer(database);
    const started = Date.now();
    await first.request('POST', `${P}/features`, { name: 'later' });
    const scheduledAt = new Date(ahead(started)).toISOString();
    const changes = { feature: 'later', action: 'updateEnabled', payload: { enabled: true } };
    const asked = await first.request('POST', `${P}/environments/development/schedules`, { scheduledAt, changes });
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    await first.stop('SIGKILL');
    await delay(Math.max(0, Date.parse(scheduledAt) - Date.now()));

    const second = await startServer(database);

    await until(async () => (await second.clientFlags()).some(({ name, enabled }) => name === 'later' && enabled));
});
