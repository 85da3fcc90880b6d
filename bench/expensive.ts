/**
 * The time that a change waits while ten callers send expensive requests: what-ifs of 500 steps, and plans of 500 new flags.
 * `npm run bench -- expensive [embedded|PostgreSQL]`
 */
import { ADMIN_TOKEN } from './support/app.ts';
import type { HalyardReady } from './support/halyard-process.ts';
import { median } from './support/measure.ts';
import { startProcess } from './support/server-process.ts';

const CALLERS = 10;
const STEPS = 500;

interface Answer {
    status: number;
    text: string;
    ms: number;
}

const kinds = process.argv.length > 2 ? process.argv.slice(2) : ['embedded', 'PostgreSQL'];
for (const kind of kinds) {
    const server = await startProcess<HalyardReady>('./halyard-process.ts', '1000', kind);
    const send = async (method: string, path: string, body?: unknown, token = ADMIN_TOKEN): Promise<Answer> => {
        const started = performance.now();
        const response = await fetch(server.ready.url + path, {
            method,
            headers: { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) },
            ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        return { status: response.status, text, ms: performance.now() - started };
    };
    const json = async (...request: Parameters<typeof send>) => JSON.parse((await send(...request)).text);

    const tokens: string[] = [];
    for (let i = 0; i < CALLERS; i++) {
        tokens.push((await json('POST', '/api/admin/api-tokens', { tokenName: `caller-${i}`, type: 'admin' })).secret);
    }
    const { features } = await json('GET', '/api/admin/projects/default/features');
    const names: string[] = features.map(({ name }: { name: string }) => name);
    const steps = names.slice(0, STEPS).map((feature) => ({
        action: 'addStrategy',
        feature,
        environment: 'development',
        payload: { name: 'flexibleRollout', parameters: { rollout: '50', stickiness: 'default', groupId: feature } },
    }));
    const flags = Array.from({ length: STEPS }, (_, i) => ({
        flag: `planned-${i}`,
        project: 'default',
        environments: { development: { enabled: true, strategies: [{ name: 'default' }] } },
    }));
    const rows: [name: string, path: string, body: object][] = [
        [`what-if, ${STEPS} steps`, '/api/admin/what-if', { project: 'default', steps }],
        [`plan, ${STEPS} flags`, '/api/admin/gitops/plan', { flags }],
    ];
    const toggle = (on: boolean) =>
        send(
            'POST',
            `/api/admin/projects/default/features/${names.at(-1)}/environments/development/${on ? 'on' : 'off'}`,
        );

    console.log(
        `\n${kind}: a change beside ${CALLERS} callers | answered | refused | all ms | change median ms | worst ms | hold-up ms | processor ms`,
    );
    for (const [name, path, body] of rows) {
        await send('POST', path, body);
        await server.longestDelayMs();
        const [started, cpu] = [performance.now(), await server.cpuMs()];
        let isDone = false;
        const all = Promise.all(tokens.map((token) => send('POST', path, body, token))).finally(() => {
            isDone = true;
        });
        const waits: number[] = [];
        for (let on = false; !isDone; on = !on) {
            const { status, text, ms } = await toggle(on);
            if (status !== 200) console.log(`the change was refused: ${status} ${text.slice(0, 200)}`);
            waits.push(ms);
            await new Promise((resolve) => setTimeout(resolve, 100));
        }
        const responses = await all;
        const refused = responses.filter(({ status }) => status === 429).length;
        const failed = responses.find(({ status }) => status !== 200 && status !== 429);
        if (failed) console.log(`${name}: ${failed.status} ${failed.text.slice(0, 300)}`);
        console.log(
            [
                name,
                responses.filter(({ status }) => status === 200).length,
                refused,
                (performance.now() - started).toFixed(0),
                median(waits).toFixed(0),
                Math.max(...waits).toFixed(0),
                (await server.longestDelayMs()).toFixed(0),
                ((await server.cpuMs()) - cpu).toFixed(0),
            ].join(' | '),
        );
    }
    await server.stop();
}
