import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../packages/server/test/support/free-port.ts';
import { newDatabase } from './support/databases.ts';
import { stepsOf } from './support/docs/steps.ts';
import { startHaproxy, startNginx } from './support/load-balancers.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const GUIDE = path.resolve(import.meta.dirname, '../docs/high-availability.md');

/** The configuration in the documentation, for these nodes and this port, without TLS. */
function documented(language: 'nginx' | 'haproxy', [a, b]: readonly number[], port: number): string {
    const steps = stepsOf(readFileSync(GUIDE, 'utf8'));
    const block = steps.find((step) => step.kind === 'not run' && step.language === language);
    if (block?.kind !== 'not run') throw new Error(`${GUIDE} has no block of ${language}.`);
    return block.text
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replace(/bind :443 ssl.*/, `bind 127.0.0.1:${port}`)
        .replaceAll('node-a:4242', `127.0.0.1:${a}`)
        .replaceAll('node-b:4242', `127.0.0.1:${b}`);
}

/** Without repeated requests, as balancers of clouds: only the health check protects clients. */
const withoutRetries = (configuration: string) =>
    configuration.replace(/^ *(retry-on|option redispatch) .*$/gm, '').replace(/^( *)retries .*$/m, '$1retries 0');

/** Polls until the test is over, and counts the responses by status. */
function poll(url: string, token: string) {
    const outcomes: Record<string, number> = {};
    let isOver = false;
    const count = (outcome: number | string) => {
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    };
    const loop = async () => {
        while (!isOver) {
            await fetch(url, { headers: { authorization: token } }).then(
                async (response) => {
                    await response.arrayBuffer();
                    count(response.status);
                },
                (error: Error) => count(String(error.cause ?? error)),
            );
            await delay(10);
        }
    };
    const loops = [loop(), loop()];
    const end = async () => {
        isOver = true;
        await Promise.all(loops);
        return outcomes;
    };
    onTestFinished(async () => void (await end()));
    return { outcomes, end };
}

test('a rolling restart of two nodes behind nginx and HAProxy, configured as documented, fails no request', {
    timeout: 120_000,
}, async () => {
    const database = await newDatabase('PostgreSQL');
    const ports = [await freePort(), await freePort()];
    const start = (index: number) =>
        startServer({
            ...database,
            HTTP_PORT: String(ports[index]),
            DRAIN_SECONDS: '2',
            REQUEST_LOGGER_ENABLE: 'true',
        });
    const nodes = [await start(0), await start(1)];
    // Each balancer has its own path, by which the logs of the nodes show who sends requests.
    const balancers = [
        {
            url: await startNginx((port) => documented('nginx', ports, port)),
            path: '/api/client/features',
            token: CLIENT_TOKEN,
        },
        {
            url: await startHaproxy((port) => documented('haproxy', ports, port)),
            path: '/api/client/delta',
            token: CLIENT_TOKEN,
        },
        {
            url: await startHaproxy((port) => withoutRetries(documented('haproxy', ports, port))),
            path: '/api/admin/environments',
            token: ADMIN_TOKEN,
        },
    ];
    const getsRequests = (index: number) =>
        until(() => balancers.every((balancer) => nodes[index]!.output().includes(`"route":"${balancer.path}"`)));
    const polls = balancers.map((balancer) => poll(balancer.url + balancer.path, balancer.token));
    for (const index of [0, 1]) await getsRequests(index);

    for (const index of [0, 1]) {
        expect(await nodes[index]!.stop('SIGTERM')).toBe(0);
        nodes[index] = await start(index);
        await getsRequests(index);
    }

    const outcomes = await Promise.all(polls.map(({ end }) => end()));
    expect(outcomes).toEqual(outcomes.map(() => ({ 200: expect.any(Number) })));
    for (const { url } of balancers) {
        const { status } = await fetch(`${url}/internal-backstage/prometheus`);
        expect(status).toBe(403);
    }
});
