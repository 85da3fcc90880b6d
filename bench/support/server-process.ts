import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { SERVICE_FLAGS } from '../../scripts/launcher/service.mjs';

/** A server in a process of its own, whose processor time can be told apart from that of whoever loads it. */
export interface ServerProcess<Ready> {
    ready: Ready;
    pid: number;
    /** Milliseconds of processor time so far. */
    cpuMs(): Promise<number>;
    /** The longest time, since last asked, for which it could not have answered anybody. */
    longestHoldUpMs(): Promise<number>;
    send(message: object): Promise<void>;
    stop(): Promise<void>;
}

/** Starts `file`, which must call `serveBench`. */
export async function startProcess<Ready>(file: string, ...args: string[]): Promise<ServerProcess<Ready>> {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
        stdio: 'inherit',
        execArgv: SERVICE_FLAGS,
    });
    const [ready] = (await once(child, 'message')) as [Ready];
    const ask = async (message: object) => {
        child.send(message);
        const [answer] = (await once(child, 'message')) as [{ cpuMs: number; heldUpMs: number }];
        return answer;
    };
    return {
        ready,
        pid: child.pid!,
        cpuMs: async () => (await ask({ type: 'cpu' })).cpuMs,
        longestHoldUpMs: async () => (await ask({ type: 'hold-up' })).heldUpMs,
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
    process.on('message', (message: { type: string }) => {
        const { user, system } = process.cpuUsage();
        const answer = { cpuMs: (user + system) / 1000, heldUpMs: delay.max / 1e6 };
        if (message.type === 'hold-up') {
            // Watched only from the first question on: the timer costs processor time.
            delay.enable();
            delay.reset();
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
