import { expect, onTestFinished, test, vi } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

/* A node that alone loses the database serves old flags: it says so, and leaves the rotation if the operator wants it. */

/** The node reads no changes any more, and the clock that measures its staleness moves on. */
async function loseContact(app: TestApp, seconds: number): Promise<() => Promise<void>> {
    const rename = (from: string, to: string) =>
        app.services.recordObservation((tx) => tx.schema.alterTable(from).renameTo(to).execute());
    await rename('event_head', 'lost');
    await app.services.changeFeed.catchUp().catch(() => undefined);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 1_000 * seconds);
    onTestFinished(() => clock.mockRestore());
    return async () => {
        await rename('lost', 'event_head');
        await app.services.changeFeed.catchUp();
    };
}

const ready = (app: TestApp) => app.send('GET', '/ready', { token: null });

const staleSecondsIn = async (app: TestApp): Promise<number> => {
    const { body } = await app.send('GET', '/internal-backstage/prometheus', { token: null });
    return Number(/^halyard_stale_seconds (\S+)$/m.exec(String(body))?.[1]);
};

test('a node reports for how long it has read no changes, and stays ready', async () => {
    const app = await testApp();
    expect((await ready(app)).body.flags).toEqual({ state: 'current', staleSeconds: expect.any(Number), says: '' });

    const restore = await loseContact(app, 60);

    const { status, body } = await ready(app);
    expect([status, body.health, body.flags.state]).toEqual([200, 'GOOD', 'stale']);
    expect(body.flags.staleSeconds).toBeGreaterThanOrEqual(60);
    expect(body.flags.says).toContain(`${body.flags.staleSeconds} seconds`);
    expect(await staleSecondsIn(app)).toBeGreaterThanOrEqual(60);
    await restore();
    expect((await ready(app)).body.flags.state).toBe('current');
    expect(await staleSecondsIn(app)).toBeLessThan(60);
});

test('READY_MAX_STALENESS_SECONDS: a node is not ready after that time, serves SDKs, and is ready again afterwards', async () => {
    const app = await testApp({ environment: { READY_MAX_STALENESS_SECONDS: '30' } });
    const { name } = await app.has.flag({ enabled: true });
    expect((await ready(app)).status).toBe(200);

    const restore = await loseContact(app, 31);

    expect(await ready(app)).toMatchObject({ status: 503, body: { health: 'BAD', flags: { state: 'stale' } } });
    expect((await app.clientFeatures()).features).toMatchObject([{ name, enabled: true }]);
    expect((await app.send('GET', '/health', { token: null })).status).toBe(200);
    await restore();
    expect(await ready(app)).toMatchObject({ status: 200, body: { health: 'GOOD', flags: { state: 'current' } } });
});

test('a stale node does not reject an unknown token for good, because it may be new', async () => {
    const app = await testApp();
    const token = '*:development.created-at-another-node';
    const requests = [
        ['GET', '/api/client/features'],
        ['GET', '/api/client/streaming'],
        ['POST', '/api/client/metrics'],
        ['POST', '/edge/validate'],
    ] as const;
    const statuses = () =>
        Promise.all(
            requests.map(async ([method, path]) => {
                const headers = { 'content-type': 'application/json' };
                const rawBody = method === 'POST' ? { rawBody: JSON.stringify({ tokens: [token] }) } : {};
                const response = await app.send(method, path, { token, headers, ...rawBody });
                return [response.status, Number(response.headers.get('retry-after')) > 0];
            }),
        );

    const restore = await loseContact(app, 60);

    expect(await statuses()).toEqual(requests.map(() => [503, true]));
    // Missing credentials are a fault of the caller at any time.
    expect((await app.send('GET', '/api/client/features', { token: null })).status).toBe(401);
    await restore();
    expect((await statuses()).map(([status]) => status)).toEqual([401, 401, 401, 200]);
});

test.each(['1', '9', '86401', '-1', 'soon'])('READY_MAX_STALENESS_SECONDS=%s is refused', async (value) => {
    await expect(testApp({ environment: { READY_MAX_STALENESS_SECONDS: value } })).rejects.toThrow(
        'READY_MAX_STALENESS_SECONDS must be 0, or a whole number from 10 to 86400',
    );
});
