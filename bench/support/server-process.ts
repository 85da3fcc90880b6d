import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { SERVICE_FLAGS } from '../../scripts/launcher/service.mjs';

/** A server in its own process, so that its CPU time is separate from that of the load generator. */
export interface BenchProcess<Ready> {
    ready: Ready;
    pid: number;
    /** Milliseconds of CPU time so far. */
    cpuMs(): Promise<number>;
    /** The longest time since the last call in which the process could not respond. */
    longestDelayMs(): Promise<number>;
    /** The same, and the CPU time of its thread in one iteration of the event loop, which other processes do not affect. */
    longestIteration(): Promise<{ clockMs: number; cpuMs: number }>;
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
    const query = async (message: object) => {
        child.send(message);
        const [reply] = (await once(child, 'message')) as [{ cpuMs: number; delayMs: number; iterationCpuMs: number }];
        return reply;
    };
    return {
        ready,
        pid: child.pid!,
        cpuMs: async () => (await query({ type: 'cpu' })).cpuMs,
        longestDelayMs: async () => (await query({ type: 'delay' })).delayMs,
        longestIteration: async () => {
            const { delayMs, iterationCpuMs } = await query({ type: 'iteration' });
            return { clockMs: delayMs, cpuMs: iterationCpuMs };
        },
        send: async (message) => void (await query(message)),
        async stop() {
            // Ctrl-C reaches all processes of a terminal.
            if (!child.connected) return;
            child.disconnect();
            await once(child, 'exit');
        },
    };
}

/** The child side: reports that it is ready, responds to its parent, and ends with it. */
export function serveBench(
    ready: object,
    { handle, close }: { handle?: (message: unknown) => void; close?: () => Promise<void> } = {},
): void {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const iterations = new IterationTimer();
    process.on('message', (message: { type: string }) => {
        const { user, system } = process.cpuUsage();
        const reply = { cpuMs: (user + system) / 1000, delayMs: delay.max / 1e6, iterationCpuMs: iterations.longestMs };
        if (message.type === 'delay' || message.type === 'iteration') {
            // Enabled on the first request: the timers cost CPU time.
            delay.enable();
            delay.reset();
            if (message.type === 'iteration') iterations.watch();
        } else if (message.type !== 'cpu') {
            handle?.(message);
        }
        process.send?.(reply);
    });
    process.on('disconnect', async () => {
        await close?.();
        process.exit(0);
    });
    process.send?.(ready);
}

/** The CPU time of this thread between two iterations of the event loop. */
class IterationTimer {
    longestMs = 0;
    #timer: NodeJS.Timeout | undefined;
    #last = 0;

    /** Starts now. */
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
