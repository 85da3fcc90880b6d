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
    /** The lines that a user types, each after a prompt. */
    answers?: readonly string[];
    clock?: () => Date;
    wait?: (ms: number) => Promise<void>;
}

/** Runs `halyard` within this process, because starting a process is slow; few tests start one. */
export async function run(args: string[], processEnvironment: ProcessEnvironment = {}): Promise<Ran> {
    const {
        environment = {},
        input = '',
        isTerminal = false,
        isTyped = false,
        answers,
        clock,
        wait,
    } = processEnvironment;
    const [out, err] = [new PassThrough(), new PassThrough()];
    const typed = answers ? answering(err, answers) : Readable.from([input]);
    const status = await runHalyard(args, {
        environment,
        version: '0.0.0-test',
        ...(clock && { clock }),
        ...(wait && { wait }),
        // Process streams have more members than commands use.
        streams: {
            out: Object.assign(out, { isTTY: isTerminal, columns: 100 }) as unknown as NodeJS.WriteStream,
            err: Object.assign(err, { isTTY: isTerminal, columns: 100 }) as unknown as NodeJS.WriteStream,
            in: Object.assign(typed, { isTTY: isTyped }) as unknown as NodeJS.ReadStream,
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

/** Returns the stdin of a user who answers every prompt on stderr with the next line. */
function answering(err: PassThrough, answers: readonly string[]): PassThrough {
    const typed = new PassThrough();
    const left = [...answers];
    const write = err.write.bind(err) as (text: string) => boolean;
    err.write = (text: string) => {
        if (text.endsWith(': ')) setImmediate(() => typed.write(`${left.shift() ?? ''}\n`));
        return write(text);
    };
    return typed;
}
