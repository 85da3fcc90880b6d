import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const P = '/api/admin/projects/default';
const COUNT = 20;

/** Retries with a later time if the time passed before the request arrived. */
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

test('a schedule of two nodes on one PostgreSQL is applied once and on time, even if one of them is killed then', async () => {
    const database = await newDatabase('PostgreSQL');
    const [first, second] = await Promise.all([startServer(database), startServer(database)]);
    const flags = Array.from({ length: COUNT }, (_, index) => `scheduled-${index}`);
    for (const name of flags) await first.request('POST', `${P}/features`, { name });
    const scheduled = await Promise.all(flags.map((name, index) => schedule(index % 2 ? first : second, name)));

    await delay(Math.max(...scheduled.map(({ at }) => at)) - Date.now());
    await first.stop('SIGKILL');

    const isOn = async () => (await second.clientFlags()).filter(({ enabled }) => enabled).length;
    await until(async () => (await isOn()) === COUNT);
    const { body } = await second.request('GET', '/api/admin/events?limit=500');
    const { events } = body as { events: { type: string; data: { changeRequestId: number }; createdAt: string }[] };
    const applied = events.filter(({ type }) => type === 'change-request-scheduled-application-success');
    const appliedAt = applied.map(({ data, createdAt }): [number, number] => [
        data.changeRequestId,
        Date.parse(createdAt),
    ]);
    expect(appliedAt.map(([id]) => id).sort((a, b) => a - b)).toEqual(
        scheduled.map(({ id }) => id).sort((a, b) => a - b),
    );
    expect(events.filter(({ type }) => type === 'feature-environment-enabled')).toHaveLength(COUNT);
    const times = new Map(appliedAt);
    expect(scheduled.filter(({ id, at }) => times.get(id)! < at)).toEqual([]);
    expect(await second.request('GET', '/api/admin/events/verify')).toMatchObject({ body: { valid: true } });
});

test('a schedule that was due while no node ran is applied at the next start', async () => {
    const database = await newDatabase('embedded');
    const first = await startServer(database);
    await first.request('POST', `${P}/features`, { name: 'later' });
    const { at } = await schedule(first, 'later');
    await first.stop('SIGKILL');
    await delay(at - Date.now());

    const second = await startServer(database);

    await until(async () => (await second.clientFlags()).some(({ name, enabled }) => name === 'later' && enabled));
});
