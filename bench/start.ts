/**
 * The time until the built service responds, and its memory at rest.
 * `npm run bench -- start [flags] [starts]`; build before (`npm run build`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../packages/server/test/support/postgres.ts';
import { SERVICE_FLAGS } from '../scripts/launcher/service.mjs';
import { ADMIN_TOKEN, type DatabaseKind } from './support/app.ts';
import { mixedFlags } from './support/flags.ts';
import { median } from './support/measure.ts';

const [flags = '1000', starts = '5'] = process.argv.slice(2);
const PORT = '14299';
const URL_OF_SERVICE = `http://127.0.0.1:${PORT}`;
const root = fileURLToPath(new URL('..', import.meta.url));
/** By then garbage of the start has been collected, and the service is at rest. */
const REST_MS = 5_000;

/** The report of `support/resources.mjs`. */
interface Resources {
    cpuMs: number;
    memory: NodeJS.MemoryUsage;
    /** The allocated bytes of each heap space. */
    spaces: Record<string, number>;
}

interface StartedService {
    seconds: number;
    atStart: Resources;
    resources(): Promise<Resources>;
    stop(): Promise<void>;
}

async function start(database: Record<string, string>): Promise<StartedService> {
    const began = performance.now();
    const child = spawn(
        process.execPath,
        [...SERVICE_FLAGS, '--import', './bench/support/resources.mjs', 'packages/server/dist/main.js'],
        {
            cwd: root,
            stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
            env: {
                ...process.env,
                ...database,
                HTTP_PORT: PORT,
                HTTP_HOST: '127.0.0.1',
                INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
                UNLEASH_FEATURE_FLAGS_LIMIT: '100000',
            },
        },
    );
    while (!(await isUp())) await sleep(5);
    const seconds = (performance.now() - began) / 1000;
    const resources = async () => {
        child.send('resources');
        const [resources] = (await once(child, 'message')) as [Resources];
        return resources;
    };
    return {
        seconds,
        atStart: await resources(),
        resources,
        async stop() {
            child.kill('SIGTERM');
            await once(child, 'exit');
        },
    };
}

const isUp = () =>
    fetch(`${URL_OF_SERVICE}/health`).then(
        ({ ok }) => ok,
        () => false,
    );

async function importFlags(): Promise<void> {
    for (let from = 0; from < Number(flags); from += 1_000) {
        const response = await fetch(`${URL_OF_SERVICE}/api/admin/features-batch/import`, {
            method: 'POST',
            headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
            body: JSON.stringify({
                project: 'default',
                environment: 'development',
                data: mixedFlags(Math.min(1_000, Number(flags) - from), `flag${from / 1_000}`),
            }),
        });
        if (!response.ok) throw new Error(await response.text());
    }
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

for (const kind of ['embedded', 'PostgreSQL'] as const satisfies DatabaseKind[]) {
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-bench-'));
    const postgres = kind === 'PostgreSQL' ? await startPostgres({ durable: true }) : undefined;
    await postgres?.createDatabase('bench');
    const database: Record<string, string> = postgres ? { DATABASE_URL: postgres.url('bench') } : { DATA_DIR: folder };
    const first = await start(database);
    await importFlags();
    await first.stop();

    const began: StartedService[] = [];
    let rest: Resources | undefined;
    for (let round = 0; round < Number(starts); round++) {
        const started = await start(database);
        began.push(started);
        if (round === Number(starts) - 1) {
            await sleep(REST_MS);
            rest = await started.resources();
        }
        await started.stop();
    }
    const { memory, spaces } = rest!;
    console.log(`
${kind}, ${flags} flags, ${starts} starts
until it answers: ${median(began.map(({ seconds }) => seconds)).toFixed(2)} s, ${median(began.map(({ atStart }) => atStart.cpuMs / 1000)).toFixed(2)} s of processor time
at rest: ${megabytes(memory.rss)}, of which heap ${megabytes(memory.heapUsed)} of ${megabytes(memory.heapTotal)}, outside of it ${megabytes(memory.external)}
${Object.entries(spaces)
    .map(([name, bytes]) => `${name} ${megabytes(bytes)}`)
    .join(', ')}`);
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
}
