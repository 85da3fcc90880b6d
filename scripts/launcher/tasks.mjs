import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import path from 'node:path';
import { affectedTests, changedFiles, readSources } from './affected-tests.mjs';
import { audit } from './audit.mjs';
import { ensureApiTypes, ensureBuilt, ensureServerBuilt } from './built.mjs';
import { Failure, run, runNode, say, stopAll } from './run.mjs';
import { SERVICE_FLAGS } from './service.mjs';
import { runAllTests } from './tests.mjs';
import { hasUi, runVite } from './vite.mjs';

const TSC = 'node_modules/typescript-7/bin/tsc';
/** Each checker process checks shared files again: on few cores, one checker is faster than four. */
const CHECKERS = availableParallelism() > 2 ? [] : ['--checkers', '1'];
/** The root contains everything that runs on Node, as one project: most folders import the server, which is then checked once. */
const TYPED_PROJECTS = ['packages/cli', 'packages/engine', 'packages/stats', 'packages/ui', '.'];
const BIOME = 'node_modules/@biomejs/biome/bin/biome';
const KNIP = 'node_modules/knip/bin/knip.js';
const VITEST = 'node_modules/vitest/vitest.mjs';

/**
 * The implementations of the npm scripts; every task returns its exit code. Relative paths in the arguments refer to the folder of the
 * caller.
 * @type {Record<string, (args: string[], caller: string) => Promise<number>>}
 */
export const tasks = {
    async start(args, caller) {
        await ensureBuilt();
        // The default folder of the data is in the clone, wherever the command is run.
        const isElsewhere = path.resolve(caller) !== process.cwd();
        if (isElsewhere && !process.env['HALYARD_DATA_DIR']) process.env['DATA_DIR'] ||= path.resolve('data');
        return runNode([...SERVICE_FLAGS, path.resolve('packages/server/dist/main.js'), ...args], { cwd: caller });
    },

    async build([part]) {
        if (part === 'server') {
            await ensureServerBuilt();
            return 0;
        }
        await ensureApiTypes();
        await ensureBuilt();
        return 0;
    },

    async pack(args, caller) {
        await ensureBuilt();
        const folders = args.map((folder) => path.resolve(caller, folder));
        return runNode(['scripts/package/main.mjs', 'pack', ...folders]);
    },

    async release(args) {
        await ensureBuilt();
        return runNode(['scripts/package/main.mjs', 'release', ...args]);
    },

    async dev(args) {
        await ensureApiTypes();
        const running = [runNode(['--watch', 'packages/server/src/main.ts', ...args])];
        if (hasUi()) running.push(runVite('dev', ['--clearScreen', 'false']));
        const code = await Promise.race(running);
        stopAll('SIGTERM');
        await Promise.all(running);
        return code;
    },

    async test(args) {
        // A run of selected tests is not repeated: its failure is the result.
        if (args.length > 0) return runVitest(args);
        return runWithTests([], [verify, auditDependencies]);
    },

    /** With `--changed [commit]`, only the tests that the change since that commit may affect. */
    check([option, commit = 'HEAD']) {
        const slow = ['server-postgres', 'e2e', 'scripts'].map((project) => `--project=!${project}`);
        if (option !== '--changed') return runWithTests(slow, [verify]);
        const tests = affectedTests(changedFiles(commit), readSources());
        say(tests.length === 0 ? 'No test is affected.' : `Affected tests:\n${tests.join('\n')}`);
        return tests.length === 0 ? verify() : runWithTests([...slow, '--passWithNoTests', ...tests], [verify]);
    },

    format: (args) => runNode([BIOME, 'check', '--write', ...args]),

    openapi: () => runNode(['scripts/openapi.ts']),

    /** With `screenshots`, those of the README instead of the texts. */
    async docs([part, ...args]) {
        if (part === undefined) return runNode(['scripts/docs/generate.ts']);
        if (part !== 'screenshots') throw new Failure('npm run docs, or npm run docs -- screenshots');
        await ensureBuilt();
        return runNode(['scripts/docs/screenshots.ts', ...args]);
    },

    chaos: (args) => runNode(['chaos/main.ts', ...args]),

    async bench([name, ...args]) {
        const found = existsSync('bench') ? readdirSync('bench').filter((file) => file.endsWith('.ts')) : [];
        const file = `${name}.ts`;
        if (found.includes(file)) return runNode([`bench/${file}`, ...args]);
        throw new Failure(`npm run bench -- <name>, one of: ${found.map((each) => each.slice(0, -3)).join(', ')}`);
    },
};

/**
 * Runs the static checks concurrently with the tests, which are often idle, because a sequential run would take longer. A check that fails
 * stops everything.
 * @param {string[]} args
 * @param {(() => Promise<number>)[]} checks
 */
async function runWithTests(args, checks) {
    if (isPlain()) process.env['NO_COLOR'] = '1';
    const [tested, ...codes] = await Promise.all([runAllTests(args), ...checks.map((check) => check())]);
    const failed = codes.find((code) => code !== 0);
    if (failed === undefined) return tested;
    say('\nA check failed, so the tests were stopped. The messages of the check are above.');
    // In the format of the test run, for tools that read only the last line.
    process.stdout.write('0 passed, 1 failed\n');
    return failed;
}

/** @typedef {{ title: string, args: string[], failure: string }} Step */

/** Checks types, lint and unused code: on half of the cores, stopping at the first failure. */
async function verify() {
    await ensureApiTypes();
    const colours = isPlain() ? 'off' : 'force';
    /** @type {Step[]} */
    const steps = [
        ...TYPED_PROJECTS.map((project) => ({
            title: `Types: ${project}`,
            args: [TSC, '-p', project, '--pretty', String(!isPlain()), ...CHECKERS],
            failure: `The type check of ${project} failed`,
        })),
        {
            title: 'Lint',
            args: [BIOME, 'ci', `--colors=${colours}`],
            failure: 'The format or lint check failed (`npm run format` repairs most problems)',
        },
        { title: 'Unused', args: [KNIP, '--no-progress'], failure: 'There is unused code or an unused dependency' },
    ];
    /** @type {number} */
    let code = 0;
    const lane = async () => {
        for (let step = steps.shift(); step && code === 0; step = steps.shift()) {
            const failed = await runStep(step);
            if (code === 0 && failed !== 0) {
                code = failed;
                stopAll('SIGTERM');
            }
        }
    };
    const lanes = Math.max(1, Math.min(Math.floor(availableParallelism() / 2), MAX_CONCURRENT));
    await Promise.all(Array.from({ length: lanes }, lane));
    return code;
}

/** Each process needs a gigabyte of memory. */
const MAX_CONCURRENT = 4;

/** Prints the output at the end, so that the output of two checks is not mixed. @param {Step} step */
async function runStep({ title, args, failure }) {
    let text = '';
    say(title);
    const output = (/** @type {string} */ more) => {
        text += more;
    };
    const code = await run('node', args, { output });
    // A check stopped because of another failure has no output.
    if (code === 0 || isStopped(code)) return code;
    say(`${text.trimEnd()}\n\n${failure}; the messages are above.`);
    return code;
}

const isStopped = (/** @type {number} */ code) => code === 128 + constants.signals.SIGTERM;

async function auditDependencies() {
    say('Known vulnerabilities');
    const code = await audit();
    if (code !== 0) stopAll('SIGTERM');
    return code;
}

/** @param {string[]} args */
function runVitest(args) {
    if (isPlain()) process.env['NO_COLOR'] = '1';
    return runNode([VITEST, 'run', ...args]);
}

/** Whether colours are disabled. By default, the tools use colours even if the output is not a terminal. */
function isPlain() {
    return !process.stdout.isTTY && !process.env['FORCE_COLOR'];
}
