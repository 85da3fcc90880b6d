import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own, whose processor time can be told apart from that of whoever loads it. */
export interface ServerProcess<Ready> {
    ready: Ready;
    /** Milliseconds of processor time so far. */
    cpuMs(): Promise<number>;
    send(message: object): Promise<void>;
    stop(): Promise<void>;
}

/** Starts `file`, which must call `serveBench`. */
export async function startProcess<Ready>(file: string, ...args: string[]): Promise<ServerProcess<Ready>> {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, { stdio: 'inherit' });
    const [ready] = (await once(child, 'message')) as [Ready];
    const ask = async (message: object) => {
        child.send(message);
        const [answer] = (await once(child, 'message')) as [{ cpuMs: number }];
        return answer;
    };
    return {
        ready,
        cpuMs: async () => (await ask({ type: 'cpu' })).cpuMs,
        send: async (message) => void (await ask(message)),
        async stop() {
            child.disconnect();
            await once(child, 'exit');
        },
    };
}

/** The other end: says that it is ready, tells its processor time, and ends with its parent. */
export function serveBench(ready: object, handle: (message: unknown) => void = () => undefined): void {
    process.on('message', (message: { type: string }) => {
        if (message.type !== 'cpu') handle(message);
        const { user, system } = process.cpuUsage();
        process.send?.({ cpuMs: (user + system) / 1000 });
    });
    process.on('disconnect', () => process.exit(0));
    process.send?.(ready);
}
