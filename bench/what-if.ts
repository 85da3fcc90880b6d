/**
 * The cost of a what-if for a segment used by 500 of 5,000 flags, evaluated on 5,000 sampled contexts, and how long it blocks other
 * requests; then the cost of sampling for the sampled requests.
 * `npm run bench -- what-if`
 */
import { randomUUID } from 'node:crypto';
import type { SdkActor } from '../packages/server/src/core/access/actor.ts';
import { TrafficSamples } from '../packages/server/src/delivery/traffic/traffic-samples.ts';
import { ADMIN_TOKEN } from './support/app.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { load } from './support/load.ts';
import { median } from './support/measure.ts';
import { startProcess } from './support/server-process.ts';

const ROUNDS = 7;
const CONTEXTS = 5_000;
const COUNTRIES = ['NO', 'SE', 'DK', 'FI', 'DE', 'FR', 'IT', 'ES', 'PL', 'NL'];

for (const kind of ['embedded', 'PostgreSQL']) {
    const server = await startProcess<HalyardReady>('./halyard-process.ts', '5000', kind);
    const { url, frontendToken } = server.ready;
    const send = async (method: string, path: string, body?: unknown) => {
        const response = await fetch(url + path, {
            method,
            headers: { authorization: ADMIN_TOKEN, ...(body !== undefined && { 'content-type': 'application/json' }) },
            ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
        return text;
    };

    await load(url, {
        count: CONTEXTS,
        connections: 8,
        request: (i) => ({
            method: 'GET',
            path: `/api/frontend?userId=${randomUUID()}&appName=app-${i % 5}&country=${COUNTRIES[i % 10]}&age=${10 + (i % 50)}`,
            headers: { authorization: frontendToken },
        }),
    });
    const { segments } = JSON.parse(await send('GET', '/api/admin/segments'));
    const { id, name } = segments[0];
    const constraints = (age: number) => [{ contextName: 'age', operator: 'NUM_GTE', value: String(age) }];
    const times: number[] = [];
    const iterations: { clockMs: number; cpuMs: number }[] = [];
    let effect = { who: [{ evaluated: 0, population: '', flags: [] }] };
    for (let round = 0; round < ROUNDS; round++) {
        await server.longestIteration();
        const started = performance.now();
        const text = await send('POST', '/api/admin/what-if', {
            project: 'default',
            steps: [{ action: 'updateSegment', payload: { id, name, constraints: constraints(20 + round) } }],
            splitBy: ['country', 'age'],
        });
        times.push(performance.now() - started);
        iterations.push(await server.longestIteration());
        effect = JSON.parse(text);
    }
    const [environment] = effect.who;
    const [onClock, ofThread] = [iterations.map(({ clockMs }) => clockMs), iterations.map(({ cpuMs }) => cpuMs)];
    console.log(
        `${kind}: ${environment?.flags.length} flags, ${environment?.evaluated} contexts of ${environment?.population}: ` +
            `first ${times[0]!.toFixed(0)} ms, median ${median(times).toFixed(0)} ms; ` +
            `longest hold-up: median ${median(onClock).toFixed(1)}, at most ${Math.max(...onClock).toFixed(1)} ms, ` +
            `of processor time ${median(ofThread).toFixed(1)} and ${Math.max(...ofThread).toFixed(1)} ms`,
    );
    await server.stop();
}

const actor = { environment: 'development', projects: ['*'] } as unknown as SdkActor;
const context = { userId: '7', appName: 'web', remoteAddress: '10.0.0.1', properties: { country: 'NO', age: '20' } };
const samples = new TrafficSamples({
    capacity: CONTEXTS,
    projectsWithFlags: () => ['default'],
    hashOf: (value) => value,
    storage: {
        adopt: async () => new Map(),
        store: async () => undefined,
        release: async () => undefined,
        deleteUnits: async () => 0,
        deletedUnits: async () => new Set<string>(),
    },
    setting: () => ({ mode: 'on', fields: [] }),
    clock: () => new Date(),
    random: Math.random,
});
for (const [from, to] of [
    [0, 10_000],
    [10_000, 1_000_000],
    [1_000_000, 20_000_000],
] as const) {
    const started = process.cpuUsage();
    for (let i = from; i < to; i++) samples.see(actor, context);
    const { user, system } = process.cpuUsage(started);
    const each = ((user + system) * 1000) / (to - from);
    console.log(`sampling the requests from ${from} to ${to} of a day: ${each.toFixed(1)} ns of processor time each`);
}
