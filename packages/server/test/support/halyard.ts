import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const MAIN = path.resolve(import.meta.dirname, '../../src/main.ts');
/** What Node made of the sources the last time: a third of the time that a command takes. */
const COMPILED = path.join(tmpdir(), 'halyard-tests-compiled');

export interface Ran {
    status: number | null;
    stdout: string;
    stderr: string;
    // Tests say with matchers what a command answers.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    json: any;
}

/** Runs `halyard` as an operator does: a process of its own, with no variable but the given. */
export async function halyard(
    words: string[],
    { environment = {}, input = '' }: { environment?: Record<string, string>; input?: string } = {},
): Promise<Ran> {
    const child = spawn(process.execPath, [MAIN, ...words], {
        env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', NODE_COMPILE_CACHE: COMPILED, ...environment },
    });
    child.stdin.on('error', () => undefined).end(input);
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    const [status, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { status, stdout, stderr, json: stdout.startsWith('{') ? JSON.parse(stdout) : undefined };
}
