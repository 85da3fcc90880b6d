import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { MAIN } from '../../packages/server/test/support/build.ts';
import { collect, noteSecretsIn } from '../../packages/server/test/support/log-collector.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN } from '../../packages/server/test/support/tokens.ts';

export { ADMIN_TOKEN, CLIENT_TOKEN, MAIN };

const ADMIN_PASSWORD = 'Correct-horse-7';

/** A service to ask, whichever process it runs in. */
export interface ServerProcess {
    url: string;
    /** Sends an admin request; the answer's body is read as JSON where there is one. */
    request(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
    /** The current definitions of an SDK. */
    clientFlags(): Promise<{ name: string; enabled: boolean }[]>;
    stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** One that runs in a process of its own, as in production. */
export interface OwnProcess extends ServerProcess {
    pid: number;
    output(): string;
    /** Freezes it (SIGSTOP) and lets it go on (SIGCONT). */
    signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

/** Starts the service as a process of its own, the way it is run in production, and waits until it says where it is. */
export async function startServer(
    environment: Record<string, string>,
    main = MAIN,
    words: readonly string[] = [],
    { longestFile }: { longestFile?: number } = {},
): Promise<OwnProcess> {
    const [program, ...all] = within(longestFile, [process.execPath, main, ...words]);
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
    // Not by its exit: what it printed last may still be on its way then.
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
        const answer = text ? (JSON.parse(text) as unknown) : undefined;
        noteSecretsIn({ body, answer }, `${method} ${path}`);
        return { status: response.status, body: answer };
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
        async stop(signal = 'SIGTERM') {
            child.kill(signal);
            await closed;
            return child.exitCode;
        },
    };
}

/** The same command, in whose files there is room for so many bytes only. The shell counts them in blocks of 512. */
const within = (bytes: number | undefined, command: [string, ...string[]]): [string, ...string[]] =>
    bytes === undefined
        ? command
        : ['sh', '-c', 'ulimit -f "$0" && exec "$@"', String(Math.ceil(bytes / 512)), ...command];
