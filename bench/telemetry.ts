/**
 * The cost of telemetry: CPU time of the same requests to a service that exports nothing, to one that exports traces by OTLP, and to one
 * that also reports one evaluation in a hundred; and the cost of counting a response for Prometheus, which every service does. `npm run
 * bench -- telemetry [rounds]`
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpMetrics } from '../packages/server/src/http/server/metrics.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN } from './support/app.ts';
import { flagName } from './support/flags.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { load, type Request } from './support/load.ts';
import { median } from './support/measure.ts';
import { type BenchProcess, startProcess } from './support/server-process.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const WARM_UP_ROUNDS = 2;
const CONNECTIONS = 16;

/** Accepts and discards everything. */
const collector = createServer((request, response) => void request.resume().on('end', () => response.end('{}')));
await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve));
const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

const VARIANTS: Record<string, Record<string, string>> = {
    'not exported': {},
    traces: { OTEL_EXPORTER_OTLP_ENDPOINT },
    'traces, 1 % of evaluations': { OTEL_EXPORTER_OTLP_ENDPOINT, EVALUATION_EVENTS_RATIO: '0.01' },
};

const services = await Promise.all(
    Object.entries(VARIANTS).map(async ([name, environment]) => ({
        name,
        server: await startProcess<HalyardReady>(
            './halyard-process.ts',
            ...['1000', 'embedded', JSON.stringify(environment)],
        ),
        rounds: [] as number[],
    })),
);
type Service = (typeof services)[number];

interface Row {
    name: string;
    count: number;
    request: (index: number, ready: HalyardReady) => Request;
}

const sdk = { authorization: CLIENT_TOKEN, 'unleash-client-spec': '5.2.0', 'unleash-appname': 'bench' };
const etags = new Map<string, string>();
for (const { server } of services) {
    const { headers } = await fetch(`${server.ready.url}/api/client/features`, {
        headers: { ...sdk, 'accept-encoding': 'identity' },
    });
    etags.set(server.ready.url, headers.get('etag')!);
}

let toggles = 0;
const ROWS: Row[] = [
    {
        name: '304',
        count: 6_000,
        request: (_, { url }) => ({
            method: 'GET',
            path: '/api/client/features',
            headers: { ...sdk, 'if-none-match': etags.get(url)! },
        }),
    },
    {
        name: 'frontend',
        count: 1_500,
        request: (index, { frontendToken }) => ({
            method: 'GET',
            path: `/api/frontend?userId=${index}&country=NO`,
            headers: { authorization: frontendToken },
        }),
    },
    {
        name: 'toggle',
        count: 200,
        request: () => ({
            method: 'POST',
            path: `/api/admin/projects/default/features/${flagName(toggles % 40)}/environments/development/${Math.floor(toggles++ / 40) % 2 === 0 ? 'on' : 'off'}`,
            headers: { authorization: ADMIN_TOKEN },
        }),
    },
];

async function cost({ request, count }: Row, server: BenchProcess<HalyardReady>): Promise<number> {
    const before = await server.cpuMs();
    const { requests } = await load(server.ready.url, {
        count,
        connections: CONNECTIONS,
        request: (index) => request(index, server.ready),
    });
    return ((await server.cpuMs()) - before) / requests;
}

console.log('row, CPU ms for each request, and how many times that of a service that exports nothing');
for (const row of ROWS) {
    for (const service of services) service.rounds = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
        // Alternating, starting with another one each time, so that other load on the machine affects all.
        const turns = services.map((_, index) => services[(index + round) % services.length]!);
        for (const service of turns) {
            const figure = await cost(row, service.server);
            if (round >= WARM_UP_ROUNDS) service.rounds.push(figure);
        }
    }
    const [plain] = services as [Service, ...Service[]];
    const figures = services.map(({ name, rounds }) => {
        const ratio = median(rounds.map((each, index) => each / plain.rounds[index]!));
        return `${name} ${median(rounds).toFixed(3)} (${ratio.toFixed(2)})`;
    });
    console.log(`${row.name.padEnd(9)} ${figures.join(', ')}`);
}

const metrics = createHttpMetrics();
const COUNTED_RESPONSES = 2_000_000;
for (const take of ['warm-up', 'counted'] as const) {
    const before = process.cpuUsage();
    for (let index = 0; index < COUNTED_RESPONSES; index++) {
        metrics.onResponse({ route: undefined, status: 200, hasToken: false, seconds: (index % 100) / 10_000 });
    }
    const { user, system } = process.cpuUsage(before);
    const nanoseconds = ((user + system) * 1000) / COUNTED_RESPONSES;
    if (take === 'counted') console.log(`counting an answer: ${nanoseconds.toFixed(0)} ns`);
}

await Promise.all(services.map(({ server }) => server.stop()));
collector.close();
process.exit();
