import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { SERVICE_FLAGS } from '../../scripts/launcher/service.mjs';

/** A server in its own process, so that its CPU time is separate from that of the load generator. */
export interface BenchProcess<Ready> {
    ready: Ready;
    pid: number;
    /** Milliseconds of processor time so far. */
    cpuMs(): Promise<number>;
    /** The longest time, since last asked, for which it could not have answered anybody. */
    longestHoldUpMs(): Promise<number>;
    /** The same, and the processor time that its thread took in one turn: of that, other processes take nothing. */
    longestTurn(): Promise<{ clockMs: number; cpuMs: number }>;
    send(message: object): Promise<void>;
    stop(): Promise<void>;
}

/** Starts `file`, which must call `serveBench`. */
export async function startProcess<Ready>(file: string, ...args: string[]): Promise<BenchProcess<Ready>> {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
        stdio: 'inherit',
        execArgv: SERVICE_FLAGS,
    });
    const [ready] = (await once(child, 'message')) as [Ready];
    const ask = async (message: object) => {
        child.send(message);
        const [answer] = (await once(child, 'message')) as [{ cpuMs: number; heldUpMs: number; turnCpuMs: number }];
        return answer;
    };
    return {
        ready,
        pid: child.pid!,
        cpuMs: async () => (await ask({ type: 'cpu' })).cpuMs,
        longestHoldUpMs: async () => (await ask({ type: 'hold-up' })).heldUpMs,
        longestTurn: async () => {
            const { heldUpMs, turnCpuMs } = await ask({ type: 'turn' });
            return { clockMs: heldUpMs, cpuMs: turnCpuMs };
        },
        send: async (message) => void (await ask(message)),
        async stop() {
            // Ctrl C reaches everything that a terminal runs.
            if (!child.connected) return;
            child.disconnect();
            await once(child, 'exit');
        },
    };
}

/** The other end: says that it is ready, tells what it is asked, and ends with its parent. */
export function serveBench(
    ready: object,
    { handle, close }: { handle?: (message: unknown) => void; close?: () => Promise<void> } = {},
): void {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const turns = new TurnsOfThread();
    process.on('message', (message: { type: string }) => {
        const { user, system } = process.cpuUsage();
        const answer = { cpuMs: (user + system) / 1000, heldUpMs: delay.max / 1e6, turnCpuMs: turns.longestMs };
        if (message.type === 'hold-up' || message.type === 'turn') {
            // Watched only from the first question on: the timers cost processor time.
            delay.enable();
            delay.reset();
            if (message.type === 'turn') turns.watch();
        } else if (message.type !== 'cpu') {
            handle?.(message);
        }
        process.send?.(answer);
    });
    process.on('disconnect', async () => {
        await close?.();
        process.exit(0);
    });
    process.send?.(ready);
}

/** How much processor time this thread takes between two moments at which a timer could fire. */
class TurnsOfThread {
    longestMs = 0;
    #timer: NodeJS.Timeout | undefined;
    #last = 0;

    /** From now on. */
    watch(): void {
        this.longestMs = 0;
        this.#last = threadMs();
        this.#timer ??= setInterval(() => {
            const now = threadMs();
            this.longestMs = Math.max(this.longestMs, now - this.#last);
            this.#last = now;
        }, 1).unref();
    }
}

function threadMs(): number {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
}
