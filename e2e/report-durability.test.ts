import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { CLIENT_TOKEN, type ServerProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const LONG = { timeout: 300_000 };
const FLAG = 'counted';
const ROUNDS = 2;
const CLIENTS = 8;

/** Sends reports of one evaluation each, from several clients, until the process is killed; returns the number of acknowledged ones. */
async function reportUntilKilled(server: ServerProcess, atLeast: number): Promise<number> {
    let acknowledged = 0;
    let isKilled = false;
    const client = async () => {
        while (!isKilled) {
            const now = new Date();
            const toggles = { [FLAG]: { yes: 1, no: 0, variants: {} } };
            const body = { appName: 'shop', instanceId: 'one', bucket: { start: now, stop: now, toggles } };
            const status = await fetch(`${server.url}/api/client/metrics`, {
                method: 'POST',
                headers: { authorization: CLIENT_TOKEN, 'content-type': 'application/json' },
                body: JSON.stringify(body),
            }).then(
                (response) => response.status,
                () => undefined,
            );
            if (status === 202) acknowledged++;
        }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    await until(() => acknowledged >= atLeast);
    await server.stop('SIGKILL');
    isKilled = true;
    await Promise.all(clients);
    return acknowledged;
}

async function storedUsage(server: ServerProcess): Promise<number> {
    const { body } = await server.request('GET', `/api/admin/client-metrics/features/${FLAG}/raw?hoursBack=48`);
    return (body as { data: { yes: number }[] }).data.reduce((sum, { yes }) => sum + yes, 0);
}

const addFlag = async (server: ServerProcess) => {
    await server.request('POST', '/api/admin/projects/default/features', { name: FLAG });
    await server.request('POST', `/api/admin/projects/default/features/${FLAG}/environments/development/on`);
    await until(async () => (await server.clientFlags()).some(({ name }) => name === FLAG));
};

describe('reports that were acknowledged survive SIGKILL', () => {
    test.each(['embedded', 'PostgreSQL'] as const)('of a service on %s', LONG, async (kind) => {
        const database = await newDatabase(kind);
        let acknowledged = 0;
        for (let round = 0; round < ROUNDS; round++) {
            const server = await startServer(database);
            if (round === 0) await addFlag(server);
            acknowledged += await reportUntilKilled(server, 200);
        }
        const server = await startServer(database);
        // One report per client and round may be stored whose acknowledgement the kill cut off.
        await until(async () => (await storedUsage(server)) >= acknowledged);
        expect(await storedUsage(server)).toBeLessThanOrEqual(acknowledged + ROUNDS * CLIENTS);
    });

    test('of an edge with a backup folder', LONG, async () => {
        const folder = await mkdtemp(path.join(tmpdir(), 'halyard-e2e-reports-'));
        onTestFinished(() => rm(folder, { recursive: true, force: true }));
        const upstream = await startServer(await newDatabase('embedded'));
        await addFlag(upstream);
        const environment = { PORT: '0', INTERFACE: '127.0.0.1', TOKENS: CLIENT_TOKEN, BACKUP_FOLDER: folder };
        const startEdge = (seconds: string) =>
            startServer({ ...environment, UPSTREAM_URL: upstream.url, METRICS_INTERVAL_SECONDS: seconds }, undefined, [
                'edge',
            ]);
        let acknowledged = 0;
        for (let round = 0; round < ROUNDS; round++)
            acknowledged += await reportUntilKilled(await startEdge('60'), 200);
        await startEdge('1');
        await until(async () => (await storedUsage(upstream)) >= acknowledged);
        expect(await storedUsage(upstream)).toBeLessThanOrEqual(acknowledged + ROUNDS * CLIENTS);
    });
});
