import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';

/** An error without a stack trace; its message names the next step. */
export class Failure extends Error {}

/** Progress goes to stderr: stdout belongs to the task. @param {string} message */
export function say(message) {
    process.stderr.write(`${message}\n`);
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
/** Child processes that may be killed at any time. @type {WeakSet<import('node:child_process').ChildProcess>} */
const expendable = new WeakSet();

/** Passes signals on to the child processes, so that none is left running. */
export function passSignalsOn() {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
        let passedOn = false;
        process.on(signal, () => {
            if ([...children].every((child) => expendable.has(child))) {
                stopAll('SIGKILL');
                process.exit(exitCodeOf(signal));
            }
            // A terminal signals the children itself, and npm repeats signals; a second signal could make them exit without finishing their
            // work.
            if (passedOn || (process.stdin.isTTY && signal !== 'SIGTERM')) return;
            passedOn = true;
            stopAll(signal);
        });
    }

    // If npm was killed, it cannot pass the signal on, and its server must not keep the port. (The npm scripts use `exec`, so that the
    // parent process is npm and not a shell that would not forward signals.)
    const parent = process.ppid;
    if (process.env['npm_lifecycle_event']) {
        setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGTERM'), 500).unref();
    }
}

/** @param {NodeJS.Signals} signal */
export function stopAll(signal) {
    for (const child of children) child.kill(signal);
}

/**
 * Runs a program to its end and returns its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, output?: (text: string) => void, isExpendable?: boolean }} [options] with `output` the text goes there, not to the terminal
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd, output, isExpendable = false } = {}) {
    return new Promise((resolve, reject) => {
        const child = spawn(command, args, { cwd, stdio: output ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
        children.add(child);
        if (isExpendable) expendable.add(child);
        if (output) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', output);
        child.once('error', (error) => {
            children.delete(child);
            reject(new Failure(`Cannot run ${command}: ${error.message}`));
        });
        child.once('close', (code, signal) => {
            children.delete(child);
            resolve(code ?? exitCodeOf(signal ?? 'SIGKILL'));
        });
    });
}

/** @param {string[]} args @param {{ cwd?: string }} [options] */
export function runNode(args, options) {
    // By name, because PATH contains the right Node even if this process runs on an older one.
    return run('node', args, options);
}

/**
 * Runs a program that must succeed, and returns its output.
 * @param {string} command @param {string[]} args @param {{ cwd?: string }} [options]
 */
export async function runOrFail(command, args, options) {
    let output = '';
    const code = await run(command, args, { ...options, output: (text) => (output += text) });
    if (code !== 0) throw new Failure(`${path.basename(command)} ${args[0]} failed:\n${output.trimEnd()}`);
    return output.trim();
}

/** Runs npm, whose output is of interest only when it fails. @param {string[]} args @param {string} advice */
export async function runNpm(args, advice) {
    let text = '';
    const output = (/** @type {string} */ more) => {
        text += more;
    };
    // npm would take half a minute to undo its work; unfinished installations are detected and repeated.
    const code = await run('npm', args, { output, isExpendable: true });
    if (code === 0) return;
    say(text.trimEnd());
    throw new Failure(`npm ${args[0]} failed (exit code ${code}); its output is above. ${advice}`);
}

/** Returns the exit code that a shell would return. @param {NodeJS.Signals} signal */
function exitCodeOf(signal) {
    return 128 + constants.signals[signal];
}
