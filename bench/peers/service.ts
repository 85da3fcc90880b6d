import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICE_FLAGS } from '../../scripts/launcher/service.mjs';
import type { BenchDatabase } from './database.ts';
import { cpuMsOf, hasProc, memoryMbOf } from './proc.ts';

export const ADMIN_TOKEN = '*:*.admin-token-of-the-bench';
export const CLIENT_TOKEN = '*:development.client-token-of-the-bench';
export const FRONTEND_TOKEN = '*:development.frontend-token-of-the-bench';
export const ADMIN = { username: 'admin', password: 'Password-0f-the-bench' };

export interface StartCost {
    /** Until it reports that it is healthy. */
    seconds: number;
    /** CPU time of service and database until then. */
    cpuSeconds: number;
}

/** A measured server whose CPU time is known. */
export interface Target {
    url: string;
    /** Milliseconds of CPU time so far, of the service and its database. NaN if unknown. */
    cpuMs(): number;
    memoryMb(): number;
    /** Stops it and starts it again with its stored data. */
    restart(): Promise<StartCost>;
    stop(): Promise<void>;
}

export interface Service extends Target {
    /** Starts to measure the CPU time of each iteration of the event loop. */
    watchIterations(): Promise<void>;
    /** The longest one since `watchIterations`; ends the measurement. */
    longestIterationMs(): Promise<number>;
}

export interface Program {
    script: string;
    args?: string[];
    nodeFlags: string[];
    environment: Record<string, string>;
    /** The environment variable of the port; default HTTP_PORT. */
    portVariable?: string;
    /** The path that responds with 200 when the service is ready; default /health. */
    readyPath?: string;
}

export const halyardProgram = (environment: Record<string, string>): Program => ({
    script: 'packages/server/dist/main.js',
    nodeFlags: SERVICE_FLAGS,
    environment: { ...environment, ...COMMON },
});

export const edgeProgram = (upstreamUrl: string, token: string): Program => ({
    script: 'packages/server/dist/main.js',
    args: ['edge'],
    nodeFlags: SERVICE_FLAGS,
    environment: { UPSTREAM_URL: upstreamUrl, TOKENS: token, INTERFACE: '127.0.0.1', LOG_LEVEL: 'error' },
    portVariable: 'PORT',
    readyPath: '/internal-backstage/ready',
});

export const peerProgram = (databaseUrl: string): Program => ({
    script: 'bench/peers/node_modules/unleash-server/dist/server.js',
    nodeFlags: [],
    environment: {
        ...COMMON,
        NODE_ENV: 'production',
        TZ: 'UTC',
        DATABASE_URL: databaseUrl,
        DATABASE_SSL: 'false',
        CHECK_VERSION: 'false',
        SEND_TELEMETRY: 'false',
    },
});

/** Both products use these names. With its default limits, Unleash would reject most of the requests. */
const COMMON = {
    HTTP_HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
    INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
    INIT_FRONTEND_API_TOKENS: FRONTEND_TOKEN,
    UNLEASH_DEFAULT_ADMIN_USERNAME: ADMIN.username,
    UNLEASH_DEFAULT_ADMIN_PASSWORD: ADMIN.password,
    UNLEASH_FEATURE_FLAGS_LIMIT: '1000000',
    UNLEASH_FEATURE_ENVIRONMENT_STRATEGIES_LIMIT: '10000',
    ...Object.fromEntries(
        [
            'SEARCH_FEATURES',
            'SDK_API',
            'TOKEN_AUTHENTICATION',
            'CLIENT_METRICS',
            'REGISTER_CLIENT',
            'FRONTEND_METRICS',
            'REGISTER_FRONTEND',
        ].map((name) => [`${name}_RATE_LIMIT_PER_MINUTE`, '1000000']),
    ),
};

/** Child processes end with this process for any reason: their channel closes. */
const RESOURCES = './bench/support/resources.mjs';

/** Starts a service like an operator, until `stop`. */
export async function startService(program: Program, database?: BenchDatabase): Promise<Service> {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const readyUrl = url + (program.readyPath ?? '/health');
    const cpuMs = () => (hasProc ? cpuMsOf(child.pid!) + (database?.cpuMs() ?? 0) : Number.NaN);
    let child = launch(program, port);
    await untilReady(child, readyUrl);

    return {
        url,
        cpuMs,
        memoryMb: () => (hasProc ? memoryMbOf(child.pid!) : Number.NaN),
        watchIterations: async () => void (await resourcesOf(child, 'watch iterations')),
        longestIterationMs: async () => (await resourcesOf(child, 'report')).longestIterationMs,
        async restart() {
            await end(child);
            const before = database?.cpuMs() ?? 0;
            const started = performance.now();
            child = launch(program, port);
            await untilReady(child, readyUrl);
            return { seconds: (performance.now() - started) / 1_000, cpuSeconds: (cpuMs() - before) / 1_000 };
        },
        stop: () => end(child),
    };
}

function launch(program: Program, port: number): ChildProcess {
    const { script, args = [], nodeFlags, environment, portVariable = 'HTTP_PORT' } = program;
    const inherited = Object.fromEntries(['PATH', 'HOME', 'TMPDIR'].map((name) => [name, process.env[name]]));
    const child = spawn(process.execPath, [...nodeFlags, '--import', RESOURCES, script, ...args], {
        env: { ...inherited, ...environment, [portVariable]: String(port) },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let log = '';
    // Never stop reading: a full pipe would block the service.
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-4_000);
    });
    child.once('exit', (code) => {
        if (code !== 0 && !child.killed) console.error(`${script} ended with ${code}:\n${log}`);
    });
    return child;
}

async function resourcesOf(child: ChildProcess, message: string): Promise<{ longestIterationMs: number }> {
    child.send(message);
    const [resources] = await once(child, 'message');
    return resources;
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
    for (;;) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error('The service did not start.');
        const response = await fetch(url).catch(() => undefined);
        await response?.arrayBuffer();
        if (response?.ok) return;
        await sleep(5);
    }
}

const STOP_TIMEOUT_MS = 10_000;

async function end(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(impatient);
}

async function freePort(): Promise<number> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    server.close();
    return typeof address === 'object' && address ? address.port : 0;
}
