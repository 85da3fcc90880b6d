import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { builtProgram } from './build.ts';

export interface Ran {
    status: number | null;
    stdout: string;
    stderr: string;
    // Tests check the output of commands with matchers.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    json: any;
}

interface ProcessOptions {
    environment?: Record<string, string>;
    input?: string;
    cwd?: string;
    /** A copy of the build. */
    program?: string;
}

/** Runs `halyard` from the build in a separate process, like an operator, with only the specified environment variables. */
export async function halyard(
    args: string[],
    { environment = {}, input = '', cwd, program }: ProcessOptions = {},
): Promise<Ran> {
    const child = spawn(process.execPath, [program ?? (await builtProgram()), ...args], {
        cwd,
        env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...environment },
    });
    child.stdin.on('error', () => undefined).end(input);
    const [[status], stdout, stderr] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]);
    return { status, stdout, stderr, json: stdout.startsWith('{') ? JSON.parse(stdout) : undefined };
}
