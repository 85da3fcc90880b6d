import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { MAIN } from '../../packages/server/test/support/build.ts';
import { collect, noteSecretsIn } from '../../packages/server/test/support/log-collector.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN } from '../../packages/server/test/support/tokens.ts';

export { ADMIN_TOKEN, CLIENT_TOKEN, MAIN };

const ADMIN_PASSWORD = 'Correct-horse-7';

/** A service, in this or another process. */
export interface ServerProcess {
    url: string;
    /** Sends an admin request; the response body is parsed as JSON if there is one. */
    request(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
    /** The current definitions of an SDK. */
    clientFlags(): Promise<{ name: string; enabled: boolean }[]>;
    stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A service in a separate process, as in production. */
export interface OwnProcess extends ServerProcess {
    pid: number;
    output(): string;
    /** Sends a signal without waiting for the exit: SIGSTOP freezes the process, SIGCONT continues it. */
    signal(signal: NodeJS.Signals): void;
    /** Whether the process still runs. */
    isRunning(): boolean;
}

/** Starts the service as a separate process, as in production, and waits until it prints its URL. */
export async function startServer(
    environment: Record<string, string>,
    main = MAIN,
    args: readonly string[] = [],
    { longestFile }: { longestFile?: number } = {},
): Promise<OwnProcess> {
    const [program, ...all] = within(longestFile, [process.execPath, main, ...args]);
    const variables = {
        HTTP_PORT: '0',
        HTTP_HOST: '127.0.0.1',
        LOG_LEVEL: 'trace',
        INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
        INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
        UNLEASH_DEFAULT_ADMIN_PASSWORD: ADMIN_PASSWORD,
        ...environment,
    };
    noteSecretsIn(variables, 'the environment');
    const child = spawn(program, all, {
        env: { PATH: process.env['PATH'], ...variables },
        stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Not on exit: the last output may still be pending then.
    const closed = once(child, 'close');
    let output = '';
    onTestFinished(() => {
        child.kill('SIGKILL');
        collect(output);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
        output += text;
    });
    const url = await new Promise<string>((resolve, reject) => {
        child.stdout.setEncoding('utf8').on('data', (text: string) => {
            output += text;
            const announced = / runs at ([^\s,]+)/.exec(output);
            if (announced) resolve(announced[1]!);
        });
        void closed.then(() => reject(new Error(`The server did not start:\n${output}`)));
    });

    async function send(method: string, path: string, token: string, body?: unknown) {
        const response = await fetch(url + path, {
            method,
            headers: { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) },
            ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        const parsed = text ? (JSON.parse(text) as unknown) : undefined;
        noteSecretsIn({ body, answer: parsed }, `${method} ${path}`);
        return { status: response.status, body: parsed };
    }

    return {
        url,
        pid: child.pid!,
        output: () => output,
        request: (method, path, body) => send(method, path, ADMIN_TOKEN, body),
        async clientFlags() {
            const { body } = await send('GET', '/api/client/features', CLIENT_TOKEN);
            return (body as { features: { name: string; enabled: boolean }[] }).features;
        },
        signal: (signal) => void child.kill(signal),
        isRunning: () => child.exitCode === null && child.signalCode === null,
        async stop(signal = 'SIGTERM') {
            child.kill(signal);
            await closed;
            return child.exitCode;
        },
    };
}

/** The same command with a file size limit. The shell counts in blocks of 512 bytes. */
const within = (bytes: number | undefined, command: [string, ...string[]]): [string, ...string[]] =>
    bytes === undefined
        ? command
        : ['sh', '-c', 'ulimit -f "$0" && exec "$@"', String(Math.ceil(bytes / 512)), ...command];
