import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy, targetOf, throughProxy } from '../packages/server/test/support/tcp-proxy.ts';

export const ADMIN_TOKEN = '*:*.admin-token-of-the-chaos';
export const CLIENT_TOKEN = '*:development.client-token-of-the-chaos';

const ENTRY = path.resolve(import.meta.dirname, 'node-process.ts');
const BETWEEN_STARTS_MS = 300;

/** A node as an orchestrator keeps it: started again whenever it ends, always at the same address. */
export class Node {
    readonly name: string;
    readonly url: string;
    readonly proxy: TcpProxy;
    readonly #environment: Record<string, string>;
    #child: ChildProcess | undefined;
    #isWanted = true;
    #isKilled = false;
    #keeping: Promise<void> | undefined;
    #log = '';
    /** It ended though nobody asked it to. */
    deaths = 0;
    /** Lines of its log that should not be there. */
    readonly complaints: string[] = [];

    private constructor(
        name: string,
        { port, databaseUrl, proxy }: { port: number; databaseUrl: string; proxy: TcpProxy },
    ) {
        this.name = name;
        this.url = `http://127.0.0.1:${port}`;
        this.proxy = proxy;
        this.#environment = {
            PATH: process.env['PATH'] ?? '',
            HTTP_PORT: String(port),
            HTTP_HOST: '127.0.0.1',
            LOG_LEVEL: 'warn',
            DATABASE_URL: throughProxy(databaseUrl, proxy),
            INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
            INIT_CLIENT_API_TOKENS: CLIENT_TOKEN,
            UNLEASH_DEFAULT_ADMIN_PASSWORD: 'Correct-horse-7',
        };
    }

    static async start(name: string, port: number, databaseUrl: string): Promise<Node> {
        const proxy = await startTcpProxy(targetOf(databaseUrl));
        const node = new Node(name, { port, databaseUrl, proxy });
        node.#keeping = node.#keep();
        return node;
    }

    kill(): void {
        this.#isKilled = true;
        this.#child?.kill('SIGKILL');
    }

    freeze = () => void this.#child?.kill('SIGSTOP');
    thaw = () => void this.#child?.kill('SIGCONT');

    moveClock(offsetMs: number): void {
        if (this.#child?.connected) this.#child.send({ offsetMs }, () => undefined);
    }

    /** Undefined: nobody answered. */
    async ask(method: string, address: string, body?: unknown): Promise<{ status: number; body: unknown } | undefined> {
        try {
            const response = await fetch(this.url + address, {
                method,
                headers: {
                    authorization: ADMIN_TOKEN,
                    ...(body !== undefined && { 'content-type': 'application/json' }),
                },
                ...(body !== undefined && { body: JSON.stringify(body) }),
                signal: AbortSignal.timeout(60_000),
            });
            const text = await response.text();
            return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
        } catch {
            return undefined;
        }
    }

    async clientFeatures(): Promise<{ name: string; enabled: boolean }[]> {
        const response = await fetch(`${this.url}/api/client/features`, { headers: { authorization: CLIENT_TOKEN } });
        return ((await response.json()) as { features: { name: string; enabled: boolean }[] }).features;
    }

    async stop(): Promise<void> {
        this.#isWanted = false;
        this.#child?.kill('SIGKILL');
        await this.#keeping;
        await this.proxy.close();
    }

    async #keep(): Promise<void> {
        while (this.#isWanted) {
            this.#isKilled = false;
            const hadStarted = await this.#live();
            if (this.#isWanted && hadStarted && !this.#isKilled) {
                this.deaths++;
                this.complaints.push(`${this.name} ended by itself: ${this.#log.slice(-1_000)}`);
            }
            await delay(BETWEEN_STARTS_MS);
        }
    }

    /** Resolves when it has ended, with whether it had started before. */
    #live(): Promise<boolean> {
        const child = spawn(process.execPath, [ENTRY], {
            env: this.#environment,
            stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        });
        this.#child = child;
        let hasStarted = false;
        const read = (text: string) => {
            this.#log = (this.#log + text).slice(-10_000);
            if (text.includes('runs at ')) hasStarted = true;
            for (const line of text.split('\n')) if (line.includes('unexpected error')) this.complaints.push(line);
        };
        child.stdout?.setEncoding('utf8').on('data', read);
        child.stderr?.setEncoding('utf8').on('data', read);
        return new Promise((resolve) => child.once('exit', () => resolve(hasStarted)));
    }
}
