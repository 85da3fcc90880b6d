import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** An end that needs no stack trace: the message tells what to do. */
export class Failure extends Error {}

/** Progress goes to stderr: stdout belongs to the task. @param {string} message */
export function say(message) {
    process.stderr.write(`${message}\n`);
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
/** Those that may be cut off at any moment. @type {WeakSet<import('node:child_process').ChildProcess>} */
const expendable = new WeakSet();

/** What asks us to end asks the programs that we run; nothing is left behind. */
export function passSignalsOn() {
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
        let passedOn = false;
        process.on(signal, () => {
            if ([...children].every((child) => expendable.has(child))) {
                stopAll('SIGKILL');
                process.exit(exitCodeOf(signal));
            }
            // A terminal signals the children itself, and npm repeats what reached us already; a second signal could
            // make them end without finishing their work.
            if (passedOn || (process.stdin.isTTY && signal !== 'SIGTERM')) return;
            passedOn = true;
            stopAll(signal);
        });
    }

    // An npm that was killed outright cannot say so, and its server must not go on holding the port. (The npm scripts
    // say `exec`, so that our parent is npm and not a shell that would keep its signals to itself.)
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
 * Runs a program to its end and answers its exit code.
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
    // By name, since PATH leads to the right Node even when this process runs on an older one.
    return run('node', args, options);
}

/** Runs npm, whose output is of interest only when it fails. @param {string[]} args @param {string} advice */
export async function runNpm(args, advice) {
    let text = '';
    const output = (/** @type {string} */ more) => {
        text += more;
    };
    // npm would take half a minute to undo its work; what it leaves unfinished is recognised and done anew.
    const code = await run('npm', args, { output, isExpendable: true });
    if (code === 0) return;
    say(text.trimEnd());
    throw new Failure(`npm ${args[0]} failed (exit code ${code}); its output is above. ${advice}`);
}

/** As a shell would answer. @param {NodeJS.Signals} signal */
function exitCodeOf(signal) {
    return 128 + constants.signals[signal];
}
