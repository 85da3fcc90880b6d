import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CliCommand } from '@halyard/cli/program/command';
import { COMMANDS } from '../../packages/server/src/cli/commands.ts';

/** An argument list per command: its name, and a value for everything that is required. */
export const EVERY_COMMAND = Object.entries<CliCommand>(COMMANDS).map(([name, command]) => [
    ...name.split(' '),
    ...Object.values(command.arguments).flatMap(({ isRequired }) => (isRequired ? '1' : [])),
    ...Object.entries(command.options).flatMap(([key, { isRequired }]) =>
        isRequired ? [`--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, '1'] : [],
    ),
]);

/** Messages of Node about code that cannot be loaded, of commander about arguments, and stack traces. */
const FAILED_START = /SyntaxError|ERR_[A-Z_]+|Cannot find|\(halyard --help lists|missing required|^\s+at /m;

/**
 * Runs a command in an empty folder, without a service to talk to. Most commands then fail with a message, or print a result; one that
 * keeps running is stopped as soon as it announces its address. Returns the output if the code of the command was not loaded.
 */
export async function failureOfStart(program: readonly string[], args: readonly string[]): Promise<string | undefined> {
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-command-'));
    const [executable = '', ...first] = program;
    const child = spawn(executable, [...first, ...args], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
            PATH: process.env['PATH'],
            HOME: folder,
            CI: 'true',
            HTTP_PORT: '0',
            HTTP_HOST: '127.0.0.1',
            LOG_LEVEL: 'silent',
            HALYARD_URL: 'http://127.0.0.1:1',
            HALYARD_TOKEN: 'user:token',
        },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
            output += text;
            if (output.includes(' runs at ')) child.kill('SIGTERM');
        });
    }
    try {
        const [status] = await once(child, 'close');
        const isStarted = [0, 1, 2].includes(status) && !FAILED_START.test(output);
        return isStarted ? undefined : `status ${status}: ${output}`;
    } finally {
        await rm(folder, { recursive: true, force: true });
    }
}
