import { PassThrough, Readable } from 'node:stream';
import { runHalyard } from '../../src/cli/run-halyard.ts';
import type { Ran } from './halyard.ts';

interface ProcessEnvironment {
    environment?: Record<string, string>;
    input?: string;
    /** Whether stdout and stderr are a terminal. */
    isTerminal?: boolean;
    /** Whether somebody could type. */
    isTyped?: boolean;
    clock?: () => Date;
}

/** Runs `halyard` within this process: what a process of its own would cost is paid by few tests. */
export async function run(words: string[], surroundings: ProcessEnvironment = {}): Promise<Ran> {
    const { environment = {}, input = '', isTerminal = false, isTyped = false, clock } = surroundings;
    const [out, err] = [new PassThrough(), new PassThrough()];
    const status = await runHalyard(words, {
        environment,
        version: '0.0.0-test',
        ...(clock && { clock }),
        // Streams of a process have more to them than commands use.
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
