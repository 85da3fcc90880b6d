import { PassThrough, Readable } from 'node:stream';
import { runHalyard } from '../../src/cli/run-halyard.ts';
import type { Ran } from './halyard.ts';

interface ProcessEnvironment {
    environment?: Record<string, string>;
    input?: string;
    /** Whether stdout and stderr are a terminal. */
    isTerminal?: boolean;
    /** Whether stdin is interactive. */
    isTyped?: boolean;
    clock?: () => Date;
    wait?: (ms: number) => Promise<void>;
}

/** Runs `halyard` within this process, because starting a process is slow; few tests start one. */
export async function run(args: string[], processEnvironment: ProcessEnvironment = {}): Promise<Ran> {
    const { environment = {}, input = '', isTerminal = false, isTyped = false, clock, wait } = processEnvironment;
    const [out, err] = [new PassThrough(), new PassThrough()];
    const status = await runHalyard(args, {
        environment,
        version: '0.0.0-test',
        ...(clock && { clock }),
        ...(wait && { wait }),
        // Process streams have more members than commands use.
        streams: {
            out: Object.assign(out, { isTTY: isTerminal, columns: 100 }) as unknown as NodeJS.WriteStream,
            err: Object.assign(err, { isTTY: isTerminal, columns: 100 }) as unknown as NodeJS.WriteStream,
            in: Object.assign(Readable.from([input]), { isTTY: isTyped }) as unknown as NodeJS.ReadStream,
        },
    });
    const [stdout, stderr] = [out, err].map((stream) => String(stream.read() ?? ''));
    return {
        status,
        stdout: stdout!,
        stderr: stderr!,
        json: stdout!.startsWith('{') ? JSON.parse(stdout!) : undefined,
    };
}
