import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { ownFreshInstall, type TestApp, testApp } from '../../test/support/test-app.ts';

const MINUTE_MS = 60_000;
const isPostgres = process.env['TEST_DATABASE'] === 'postgres';

const clockAheadBy = (milliseconds: number) => () => new Date(Date.now() + milliseconds);

async function twoNodes(milliseconds: number) {
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    const skewed = await testApp({ database, log, nodeClock: clockAheadBy(milliseconds) });
    return { skewed, correct: () => testApp({ database, nodeClock: clockAheadBy(0) }), log: () => lines.join('') };
}

/** Schedules a flag to be enabled; returns whether that has happened. */
async function schedule(app: TestApp, at: number) {
    const { name } = await app.has.flag({ enabled: false });
    const { status } = await app.post('/api/admin/projects/default/environments/development/schedules', {
        scheduledAt: new Date(at).toISOString(),
        timeZone: 'Europe/Oslo',
        changes: [{ feature: name, action: 'updateEnabled', payload: { enabled: true } }],
    });
    expect(status).toBe(200);
    return async (): Promise<boolean> => {
        const { body } = await app.get(`/api/admin/projects/default/features/${name}`);
        return body.environments.find((each: { name: string }) => each.name === 'development').enabled;
    };
}

if (isPostgres) {
    test('a node whose clock is ten minutes fast reports it and applies no schedule early', async () => {
        const { skewed, log } = await twoNodes(10 * MINUTE_MS);
        const isOn = await schedule(skewed, Date.now() + 9 * MINUTE_MS);

        await skewed.services.dueWork.runDue();

        expect(await isOn()).toBe(false);
        expect((await skewed.get('/ready')).body.clock).toEqual({
            state: 'skewed',
            skewSeconds: 600,
            says: expect.stringMatching(/600 s ahead of the clock of the database.*synchronise/),
        });
        expect(log()).toContain('600 s ahead of the clock of the database');
        const metrics = await fetch(`${skewed.url}/internal-backstage/prometheus`).then((response) => response.text());
        expect(metrics).toMatch(/^halyard_clock_skew_seconds 600$/m);
        expect(metrics).toMatch(/^halyard_due_work_paused 1$/m);
    });

    test.each([10 * MINUTE_MS, -10 * MINUTE_MS])(
        'a node whose clock differs by %i ms records events at the time of the database',
        async (milliseconds) => {
            const { skewed } = await twoNodes(milliseconds);
            await skewed.has.flag();

            const { body } = await skewed.get('/api/admin/events');

            expect(Math.abs(Date.parse(body.events[0].createdAt) - Date.now())).toBeLessThan(MINUTE_MS);
        },
    );

    test('a node with a wrong clock leaves due schedules to a node with a correct one', async () => {
        const { skewed, correct } = await twoNodes(-10 * MINUTE_MS);
        const isOn = await schedule(skewed, Date.now() + 9 * MINUTE_MS);
        await skewed.services.recordObservation((tx) =>
            tx.updateTable('change_request_schedules').set({ scheduled_at: new Date().toISOString() }).execute(),
        );

        await skewed.services.dueWork.runDue();
        expect(await isOn()).toBe(false);

        const other = await correct();
        await other.services.dueWork.runDue();
        await expect.poll(isOn).toBe(true);
        expect((await other.get('/ready')).body.clock).toEqual({ state: 'synchronised', skewSeconds: 0, says: '' });
    });
} else {
    test('the embedded database has no clock but that of the machine', async () => {
        const { skewed } = await twoNodes(10 * MINUTE_MS);

        expect((await skewed.get('/ready')).body.clock).toEqual({ state: 'synchronised', skewSeconds: 0, says: '' });
    });
}
