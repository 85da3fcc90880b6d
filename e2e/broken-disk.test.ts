import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { CLIENT_TOKEN, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const create = (server: Awaited<ReturnType<typeof startServer>>, name: string) =>
    fetch(`${server.url}/api/admin/projects/default/features`, {
        method: 'POST',
        headers: { authorization: '*:*.admin-token-of-the-tests', 'content-type': 'application/json' },
        body: JSON.stringify({ name, description: 'x'.repeat(200) }),
    });

test('a disk that rejects writes results in 503, never 500, and nothing is lost', { timeout: 120_000 }, async () => {
    const database = await newDatabase('embedded');
    const installed = await startServer(database);
    await installed.stop();
    const { size } = await stat(path.join(database['DATA_DIR']!, 'halyard.db'));

    // The system rejects writes that would make a file longer than this: an input/output error for SQLite (SQLITE_IOERR_WRITE).
    const server = await startServer({ ...database, CHECK_DB_ON_READY: 'true' }, undefined, [], {
        longestFile: size + 500_000,
    });
    const acknowledged: string[] = [];
    let refused: Response | undefined;
    for (let number = 0; number < 2_000 && !refused; number++) {
        const response = await create(server, `flag-${number}`);
        if (response.status === 201) acknowledged.push(`flag-${number}`);
        else refused = response;
    }
    expect(refused?.status).toBe(503);
    for (let number = 0; number < 10; number++) {
        const response = await create(server, `late-${number}`);
        expect(response.status).toBe(503);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await response.json()).toMatchObject({ name: 'DatabaseUnavailableError' });
    }
    const ready = await fetch(`${server.url}/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([503, { health: 'BAD', database: { state: 'away' } }]);
    expect((await server.clientFlags()).map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted());
    await server.stop();

    // With free space again, everything that was acknowledged exists, and the log is complete.
    const mended = await startServer(database);
    expect((await mended.clientFlags()).map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted());
    expect(await mended.request('GET', '/api/admin/events/verify')).toMatchObject({
        status: 200,
        body: { valid: true },
    });
    expect((await create(mended, 'after')).status).toBe(201);
});

test('an edge acknowledges only the reports that it could write, also between and after failed writes', async () => {
    const upstream = await startServer(await newDatabase('embedded'));
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-e2e-full-disk-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const environment = { UPSTREAM_URL: upstream.url, PORT: '0', INTERFACE: '127.0.0.1', TOKENS: CLIENT_TOKEN };
    const startEdge = (seconds: string, limits = {}) => {
        const variables = { ...environment, BACKUP_FOLDER: folder, METRICS_INTERVAL_SECONDS: seconds };
        return startServer(variables, undefined, ['edge'], limits);
    };
    expect((await create(upstream, 'counted')).status).toBe(201);
    const edge = await startEdge('3600', { longestFile: 64 * 1024 });
    await until(async () => (await edge.clientFlags()).length > 0);
    const deliver = (to: typeof edge, { key, apps }: { key: string; apps: number }) => {
        const counts = { featureName: 'counted', environment: 'development', timestamp: new Date(), yes: 1, no: 0 };
        const metrics = Array.from({ length: apps }, (_, app) => ({ ...counts, appName: `app-${app}` }));
        return fetch(`${to.url}/api/client/metrics/bulk`, {
            method: 'POST',
            headers: { authorization: CLIENT_TOKEN, 'content-type': 'application/json', 'idempotency-key': key },
            body: JSON.stringify({ applications: [], metrics }),
        });
    };

    // Long reports until they do not fit any more, then shorter ones, some of which fit again.
    const accepted: { key: string; apps: number }[] = [];
    const refused: { key: string; apps: number }[] = [];
    for (const apps of [50, 10, 3, 1, 50, 1]) {
        for (let sent = 0, refusals = 0; sent < 500 && refusals < 3; sent++) {
            const delivery = { key: randomUUID(), apps };
            const response = await deliver(edge, delivery);
            if (response.status === 202) accepted.push(delivery);
            else {
                refusals++;
                refused.push(delivery);
                expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([503, true]);
            }
        }
    }
    expect(refused).toHaveLength(18);
    expect(new Set(accepted.map(({ apps }) => apps)).size).toBeGreaterThan(1);
    await edge.stop('SIGKILL');

    const mended = await startEdge('1');
    const usage = async (): Promise<number> => {
        const { body } = await upstream.request('GET', '/api/admin/client-metrics/features/counted/raw?hoursBack=48');
        return (body as { data: { yes: number }[] }).data.reduce((sum, { yes }) => sum + yes, 0);
    };
    const sumOf = (list: typeof accepted) => list.reduce((sum, { apps }) => sum + apps, 0);
    await until(async () => (await usage()) >= sumOf(accepted));
    expect(await usage()).toBe(sumOf(accepted));
    // Repeated as downstream edges repeat them: those that were acknowledged are not counted again.
    for (const delivery of [...accepted, ...refused]) expect((await deliver(mended, delivery)).status).toBe(202);
    await until(async () => (await usage()) >= sumOf(accepted) + sumOf(refused));
    expect(await usage()).toBe(sumOf(accepted) + sumOf(refused));
});
