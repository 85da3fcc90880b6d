import { spawn } from 'node:child_process';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Streams } from '../../src/cli/output.ts';
import { runProgram } from '../../src/cli/program.ts';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');
/** What Node made of the sources the last time: a third of the time that a command takes. */
export const COMPILED = process.env['NODE_COMPILE_CACHE']!;

export interface Ran {
    status: number | null;
    stdout: string;
    stderr: string;
    // Tests say with matchers what a command answers.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    json: any;
}

interface Given {
    environment?: Record<string, string>;
    input?: string;
}

/** What runs on until it is told to end, by a signal. */
const RUNS_ON = new Set(['serve', 'edge', 'offline', '--version']);

/** The commands that were run as a process of their own already. */
const spawned = new Set<string>();

/**
 * Runs `halyard` as an operator does, with no variable but the given. Each command is a process of its own once; after that the
 * program is called, which is all that `main.ts` does: loading the sources takes a process twenty times as long as most commands.
 */
export async function halyard(words: string[], { environment = {}, input = '' }: Given = {}): Promise<Ran> {
    const variables = { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...environment };
    const [first = 'serve', second = ''] = words;
    // The second word is one of the command, as in `user reset-password`, or a file, an address, an option.
    const command = /^[a-z][a-z-]*$/.test(second) ? `${first} ${second}` : first;
    const isKnown = spawned.has(command) && !RUNS_ON.has(first) && !words.some((word) => RUNS_ON.has(word));
    spawned.add(command);
    const { status, stdout, stderr } = await (isKnown ? called : asProcess)(words, variables, input);
    return { status, stdout, stderr, json: stdout.startsWith('{') ? JSON.parse(stdout) : undefined };
}

type Ended = Omit<Ran, 'json'>;

async function asProcess(words: string[], variables: NodeJS.ProcessEnv, input: string): Promise<Ended> {
    const child = spawn(process.execPath, [MAIN, ...words], { env: { NODE_COMPILE_CACHE: COMPILED, ...variables } });
    child.stdin.on('error', () => undefined).end(input);
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { status, stdout, stderr };
}

async function called(words: string[], environment: NodeJS.ProcessEnv, input: string): Promise<Ended> {
    const [out, err] = [new PassThrough(), new PassThrough()];
    const printed = Promise.all([text(out), text(err)]);
    // Neither is a terminal, as with a process whose output is read.
    const streams = { out, err, in: Readable.from([input]) } as unknown as Streams;
    let status: number;
    try {
        status = await runProgram(words, { environment, version: '0.0.0-test', streams });
    } catch (error) {
        // As Node does with what nobody catches.
        err.write((error as Error).stack);
        status = 1;
    }
    out.end();
    err.end();
    const [stdout, stderr] = await printed;
    return { status, stdout, stderr };
}
