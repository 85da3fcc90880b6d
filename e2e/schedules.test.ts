import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const P = '/api/admin/projects/default';
const COUNT = 20;

/** Asks again, for a later time, where the time was over before the request had arrived. */
async function schedule(node: ServerProcess, feature: string): Promise<{ id: number; at: number }> {
    for (let aheadMs = 3_000; ; aheadMs *= 2) {
        const at = Date.now() + aheadMs;
        const { status, body } = await node.request('POST', `${P}/environments/development/schedules`, {
            scheduledAt: new Date(at).toISOString(),
            timeZone: 'Europe/Oslo',
            changes: [{ feature, action: 'updateEnabled', payload: { enabled: true } }],
        });
        if (status === 200) return { id: (body as { id: number }).id, at };
        expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ path: '/body/scheduledAt' }] } });
    }
}

test('what two nodes have scheduled on one PostgreSQL happens once, at its time, although one of them is killed just then', async () => {
    const database = await newDatabase('PostgreSQL');
    const [one, other] = await Promise.all([startServer(database), startServer(database)]);
    const flags = Array.from({ length: COUNT }, (_, index) => `scheduled-${index}`);
    for (const name of flags) await one.request('POST', `${P}/features`, { name });
    const asked = await Promise.all(flags.map((name, index) => schedule(index % 2 ? one : other, name)));

    await delay(Math.max(...asked.map(({ at }) => at)) - Date.now());
    await one.stop('SIGKILL');

    const isOn = async () => (await other.clientFlags()).filter(({ enabled }) => enabled).length;
    await until(async () => (await isOn()) === COUNT);
    const { body } = await other.request('GET', '/api/admin/events?limit=500');
    const { events } = body as { events: { type: string; data: { changeRequestId: number }; createdAt: string }[] };
    const applied = events.filter(({ type }) => type === 'change-request-scheduled-application-success');
    const appliedAt = applied.map(({ data, createdAt }): [number, number] => [
        data.changeRequestId,
        Date.parse(createdAt),
    ]);
    expect(appliedAt.map(([id]) => id).sort((a, b) => a - b)).toEqual(asked.map(({ id }) => id).sort((a, b) => a - b));
    expect(events.filter(({ type }) => type === 'feature-environment-enabled')).toHaveLength(COUNT);
    const times = new Map(appliedAt);
    expect(asked.filter(({ id, at }) => times.get(id)! < at)).toEqual([]);
    expect(await other.request('GET', '/api/admin/events/verify')).toMatchObject({ body: { valid: true } });
});

test('what was due while nobody ran happens when somebody does', async () => {
    const database = await newDatabase('embedded');
    const first = await startServer(database);
    await first.request('POST', `${P}/features`, { name: 'later' });
    const { at } = await schedule(first, 'later');
    await first.stop('SIGKILL');
    await delay(at - Date.now());

    const second = await startServer(database);

    await until(async () => (await second.clientFlags()).some(({ name, enabled }) => name === 'later' && enabled));
});
