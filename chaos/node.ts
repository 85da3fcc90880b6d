import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../packages/server/test/support/free-port.ts';
import { startTcpProxy, type TcpProxy } from '../packages/server/test/support/tcp-proxy.ts';

export const ADMIN_TOKEN = '*:*.admin-token-of-the-chaos';
export const CLIENT_TOKEN = '*:development.client-token-of-the-chaos';
export const FRONTEND_TOKEN = '*:development.frontend-token-of-the-chaos';

const BETWEEN_STARTS_MS = 300;

export interface NodeOptions {
    name: string;
    entry: string;
    /** The upstream and its address; undefined for none. */
    dependsOn?: { name: string; host: string; port: number } | undefined;
    /** Its settings, for the port through which it reaches its dependency. */
    environment: (port?: number) => Record<string, string>;
    isEdge?: boolean;
}

/** The definitions that SDKs receive, by name. */
export interface ServedDefinitions {
    features: {
        name: string;
        enabled: boolean;
        variants?: { name: string }[];
        strategies: { parameters?: Record<string, string> }[];
    }[];
    segments?: { name: string; constraints: { values?: string[] }[] }[];
}

/** The outcome of a request: a response, or none. */
export type NodeResponse = { status: number; body: unknown } | 'unreachable' | 'lost';

/** A node under an orchestrator: restarted whenever it ends, always at the same address. */
export class Node {
    readonly name: string;
    readonly port: number;
    readonly isEdge: boolean;
    /** The proxy between the node and its dependency. */
    readonly link: { to: string; proxy: TcpProxy } | undefined;
    readonly #entry: string;
    readonly #environment: Record<string, string>;
    #child: ChildProcess | undefined;
    #isWanted = true;
    #isKilled = false;
    #hasStarted = false;
    #isFrozen = false;
    #keeping: Promise<void> | undefined;
    #log = '';
    /** The number of events that may affect current requests. */
    disturbances = 0;
    /** Observed violations. */
    readonly complaints: string[] = [];

    private constructor(
        { name, entry, isEdge = false }: NodeOptions,
        port: number,
        link: Node['link'],
        settings: object,
    ) {
        this.name = name;
        this.port = port;
        this.isEdge = isEdge;
        this.link = link;
        this.#entry = entry;
        this.#environment = {
            PATH: process.env['PATH'] ?? '',
            // An edge has its own names for the listen settings.
            ...(isEdge
                ? { PORT: String(port), INTERFACE: '127.0.0.1' }
                : { HTTP_PORT: String(port), HTTP_HOST: '127.0.0.1' }),
            LOG_LEVEL: 'warn',
            ...settings,
        };
    }

    static async start(options: NodeOptions): Promise<Node> {
        const { dependsOn } = options;
        const link = dependsOn && { to: dependsOn.name, proxy: await startTcpProxy(dependsOn) };
        const node = new Node(options, await freePort(), link, options.environment(link?.proxy.port));
        node.#keeping = node.#keep();
        return node;
    }

    get url(): string {
        return `http://127.0.0.1:${this.port}`;
    }

    /** Whether requests must get a response at this moment. */
    get isServing(): boolean {
        return this.#hasStarted && !this.#isFrozen;
    }

    /** The end of its output. */
    get log(): string {
        return this.#log.slice(-1_000);
    }

    kill(): void {
        this.#isKilled = true;
        this.#hasStarted = false;
        this.disturbances++;
        this.#child?.kill('SIGKILL');
    }

    freeze = () => {
        this.#isFrozen = true;
        this.disturbances++;
        this.#child?.kill('SIGSTOP');
    };

    thaw = () => {
        this.#child?.kill('SIGCONT');
        this.#isFrozen = false;
        this.disturbances++;
    };

    moveClock(offsetMs: number): void {
        if (this.#child?.connected) this.#child.send({ offsetMs }, () => undefined);
    }

    async request(method: string, address: string, body?: unknown): Promise<NodeResponse> {
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
        } catch (error) {
            const { cause } = error as { cause?: { code?: string } };
            return cause?.code === 'ECONNREFUSED' ? 'unreachable' : 'lost';
        }
    }

    /** The definitions that a newly started SDK receives, in the current format. */
    async definitions(): Promise<ServedDefinitions> {
        const response = await fetch(`${this.url}/api/client/features`, {
            headers: { authorization: CLIENT_TOKEN, 'unleash-client-spec': '5.2.0' },
        });
        return (await response.json()) as ServedDefinitions;
    }

    /** Sends a request like a polling SDK on its own connection, and returns the status; 0: no response. */
    async poll(etag: string): Promise<{ status: number; etag: string }> {
        try {
            const headers = { authorization: CLIENT_TOKEN, 'if-none-match': etag };
            const signal = AbortSignal.timeout(60_000);
            const sent = request(`${this.url}/api/client/features`, { agent: false, headers, signal }).end();
            const [response] = (await once(sent, 'response')) as [IncomingMessage];
            for await (const _ of response);
            return { status: response.statusCode!, etag: response.headers.etag ?? '' };
        } catch {
            return { status: 0, etag: '' };
        }
    }

    async stop(): Promise<void> {
        this.#isWanted = false;
        this.#child?.kill('SIGKILL');
        await this.#keeping;
        await this.link?.proxy.close();
    }

    async #keep(): Promise<void> {
        while (this.#isWanted) {
            this.#isKilled = false;
            const hadStarted = await this.#live();
            if (this.#isWanted && hadStarted && !this.#isKilled) {
                this.complaints.push(`${this.name} ended by itself: ${this.log}`);
            }
            await delay(BETWEEN_STARTS_MS);
        }
    }

    /** Resolves when the process has ended, with whether it had started. */
    #live(): Promise<boolean> {
        const child = spawn(process.execPath, [this.#entry], {
            env: this.#environment,
            stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        });
        this.#child = child;
        let hasStarted = false;
        const read = (text: string) => {
            this.#log = (this.#log + text).slice(-10_000);
            // Output from before the kill may arrive later.
            if (text.includes('runs at ')) {
                hasStarted = true;
                this.#hasStarted = !this.#isKilled;
            }
            for (const line of text.split('\n')) if (line.includes('unexpected error')) this.complaints.push(line);
        };
        child.stdout?.setEncoding('utf8').on('data', read);
        child.stderr?.setEncoding('utf8').on('data', read);
        return new Promise((resolve) =>
            child.once('exit', () => {
                this.#hasStarted = false;
                this.disturbances++;
                resolve(hasStarted);
            }),
        );
    }
}
