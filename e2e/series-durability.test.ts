import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { CLIENT_TOKEN, type ServerProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const LONG = { timeout: 300_000 };
const CLIENTS = 6;
const ROUNDS = 2;

/** The address of the service, which changes with each start; undefined while it is down. */
interface Target {
    url: string | undefined;
    isOver: boolean;
}

async function isAccepted({ url }: Target, path_: string, body: object): Promise<boolean> {
    if (url === undefined) {
        await new Promise(setImmediate);
        return false;
    }
    const headers = { authorization: CLIENT_TOKEN, 'content-type': 'application/json' };
    return fetch(`${url}${path_}`, { method: 'POST', headers, body: JSON.stringify(body) }).then(
        ({ status }) => status === 202,
        () => false,
    );
}

/**
 * Counts like an SDK: what was not accepted is sent again, with everything that was counted since, for the same period. Returns what
 * was counted in total.
 */
async function countLikeSdk(target: Target, onAccepted: () => void): Promise<number> {
    const connectionId = randomUUID();
    let total = 0;
    for (let period = 0; !target.isOver; period++) {
        const start = 1_700_000_000_000 + period;
        for (let value = 1; ; value++) {
            total++;
            const labels = { appName: 'shop' };
            const impactMetrics = [{ name: 'sold', help: 'Sold', type: 'counter', samples: [{ labels, value }] }];
            const bucket = { start, stop: Date.now(), toggles: {} };
            const body = { appName: 'shop', connectionId, bucket, impactMetrics };
            if (await isAccepted(target, '/api/client/metrics', body)) break;
        }
        onAccepted();
    }
    return total;
}

/** Sends outcomes with ids, each until it is accepted. */
async function sendOutcomes(target: Target, onAccepted: () => void): Promise<number> {
    let total = 0;
    while (!target.isOver) {
        const outcomes = [{ name: 'purchase', unit: 'anna', value: 2, id: randomUUID() }];
        while (!(await isAccepted(target, '/api/client/outcomes', { outcomes })));
        total++;
        onAccepted();
    }
    return total;
}

async function counted(server: ServerProcess, metric: string): Promise<number> {
    const query = `metricName=${metric}&range=hour&aggregationMode=count&mode=display`;
    const { body } = await server.request('GET', `/api/admin/impact-metrics/?${query}`);
    const { series } = body as { series: { data: [number, string][] }[] };
    return series.flatMap(({ data }) => data).reduce((sum, [, value]) => sum + Number(value), 0);
}

/** Kills the process in each round while clients send; returns what they counted. */
async function countThroughKills(start: (round: number) => Promise<ServerProcess>) {
    const target: Target = { url: undefined, isOver: false };
    let accepted = 0;
    const onAccepted = () => void accepted++;
    const clients = Array.from({ length: CLIENTS }, (_, index) =>
        index % 2 === 0 ? countLikeSdk(target, onAccepted) : sendOutcomes(target, onAccepted),
    );
    for (let round = 0; round < ROUNDS; round++) {
        const server = await start(round);
        const before = accepted;
        target.url = server.url;
        await until(() => accepted >= before + 150);
        await server.stop('SIGKILL');
        target.url = undefined;
    }
    const last = await start(ROUNDS);
    target.isOver = true;
    target.url = last.url;
    const totals = await Promise.all(clients);
    const sum = (kind: number) => totals.reduce((all, total, index) => all + (index % 2 === kind ? total : 0), 0);
    return { last, sold: sum(0), purchases: sum(1) };
}

async function expectExactCounts(server: ServerProcess, sold: number, purchases: number): Promise<void> {
    const all = async () => ({
        sold: await counted(server, 'sold'),
        purchases: await counted(server, 'outcomes_total'),
        values: await counted(server, 'outcome_values_total'),
    });
    await until(async () => {
        const { sold: storedSold, purchases: storedPurchases } = await all();
        return storedSold >= sold && storedPurchases >= purchases;
    });
    expect(await all()).toEqual({ sold, purchases, values: 2 * purchases });
}

describe('metrics and outcomes that were acknowledged survive SIGKILL, and repeated ones count once', () => {
    test.each(['embedded', 'PostgreSQL'] as const)('of a service on %s', LONG, async (kind) => {
        const database = await newDatabase(kind);
        const { last, sold, purchases } = await countThroughKills(() => startServer(database));
        await expectExactCounts(last, sold, purchases);
    });

    test('of an edge with a backup folder', LONG, async () => {
        const folder = await mkdtemp(path.join(tmpdir(), 'halyard-e2e-series-'));
        onTestFinished(() => rm(folder, { recursive: true, force: true }));
        const upstream = await startServer(await newDatabase('embedded'));
        const environment = {
            ...{ PORT: '0', INTERFACE: '127.0.0.1', TOKENS: CLIENT_TOKEN, BACKUP_FOLDER: folder },
            ...{ UPSTREAM_URL: upstream.url, METRICS_INTERVAL_SECONDS: '1' },
        };
        const { sold, purchases } = await countThroughKills(() => startServer(environment, undefined, ['edge']));
        await expectExactCounts(upstream, sold, purchases);
    });
});
