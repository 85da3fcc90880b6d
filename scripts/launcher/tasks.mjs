import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { pack } from '../package/pack.mjs';
import { audit } from './audit.mjs';
import { ensureBuilt } from './built.mjs';
import { Failure, run, runNode, say, stopAll } from './run.mjs';
import { SERVICE_FLAGS } from './service.mjs';
import { hasUi, runVite } from './vite.mjs';

const TSC = 'node_modules/typescript-7/bin/tsc';
/** Each checker looks at what they share by itself: on few cores, one is done sooner than four. */
const CHECKERS = availableParallelism() > 2 ? [] : ['--checkers', '1'];
const BIOME = 'node_modules/@biomejs/biome/bin/biome';
const KNIP = 'node_modules/knip/bin/knip.js';
const VITEST = 'node_modules/vitest/vitest.mjs';

/** What stands behind each npm script; every task answers its exit code. @type {Record<string, (args: string[]) => Promise<number>>} */
export const tasks = {
    async start(args) {
        await ensureBuilt();
        return runNode([...SERVICE_FLAGS, 'packages/server/dist/main.js', ...args]);
    },

    async build() {
        await ensureBuilt();
        return 0;
    },

    async pack([folder = 'dist']) {
        await ensureBuilt();
        await pack(folder);
        return 0;
    },

    async dev(args) {
        const running = [runNode(['--watch', 'packages/server/src/main.ts', ...args])];
        if (hasUi()) running.push(runVite('dev', ['--clearScreen', 'false']));
        const code = await Promise.race(running);
        stopAll('SIGTERM');
        await Promise.all(running);
        return code;
    },

    async test(args) {
        // Someone who names a test wants that test.
        if (args.length > 0) return runVitest(args);
        const [verified, audited] = await Promise.all([verify(), searchedForHoles()]);
        return verified || audited || runVitest([]);
    },

    async check() {
        const slow = ['server-postgres', 'e2e', 'scripts'];
        return (await verify()) || runVitest(slow.map((project) => `--project=!${project}`));
    },

    format: (args) => runNode([BIOME, 'check', '--write', ...args]),

    openapi: () => runNode(['scripts/openapi.ts']),

    docs: () => runNode(['scripts/docs/generate.ts']),

    chaos: (args) => runNode(['chaos/main.ts', ...args]),

    async bench([name, ...args]) {
        const found = existsSync('bench') ? readdirSync('bench').filter((file) => file.endsWith('.ts')) : [];
        const file = `${name}.ts`;
        if (found.includes(file)) return runNode([`bench/${file}`, ...args]);
        throw new Failure(`npm run bench -- <name>, one of: ${found.map((each) => each.slice(0, -3)).join(', ')}`);
    },
};

/** @typedef {{ says: string, args: string[], failure: string }} Step */

/** Types, lint and what nobody uses: as many at once as there are cores, stopping at the first failure. */
async function verify() {
    const colours = isPlain() ? 'off' : 'force';
    /** @type {Step[]} */
    const steps = [
        ...typedFolders().map((project) => ({
            says: `Types: ${project}`,
            args: [TSC, '-p', project, '--pretty', String(!isPlain()), ...CHECKERS],
            failure: `The types of ${project} are wrong`,
        })),
        {
            says: 'Lint',
            args: [BIOME, 'ci', `--colors=${colours}`],
            failure: 'Format or lint is wrong (`npm run format` repairs what it can)',
        },
        { says: 'Unused', args: [KNIP, '--no-progress'], failure: 'Something is there that nobody uses' },
    ];
    /** @type {number} */
    let code = 0;
    const lane = async () => {
        for (let step = steps.shift(); step && code === 0; step = steps.shift()) {
            const failed = await verified(step);
            if (code === 0 && failed !== 0) {
                code = failed;
                stopAll('SIGTERM');
            }
        }
    };
    await Promise.all(Array.from({ length: Math.min(availableParallelism(), MOST_AT_ONCE) }, lane));
    return code;
}

/** Each takes a gigabyte. */
const MOST_AT_ONCE = 4;

/** What it prints is shown when it has ended, so that two do not mix. @param {Step} step */
async function verified({ says, args, failure }) {
    let text = '';
    say(says);
    const output = (/** @type {string} */ more) => {
        text += more;
    };
    const code = await run('node', args, { output });
    // Whoever was stopped because another failed has nothing to tell.
    if (code === 0 || isStopped(code)) return code;
    say(text.trimEnd());
    return failed(failure, code);
}

const isStopped = (/** @type {number} */ code) => code === 128 + constants.signals.SIGTERM;

async function searchedForHoles() {
    say('Known holes');
    const code = await audit();
    return code === 0 ? 0 : failed('A package that we install has a known hole', code);
}

/** @param {string[]} args */
function runVitest(args) {
    if (isPlain()) process.env['NO_COLOR'] = '1';
    return runNode([VITEST, 'run', ...args]);
}

/** Both tools colour even what no terminal shows. */
function isPlain() {
    return !process.stdout.isTTY && !process.env['FORCE_COLOR'];
}

function typedFolders() {
    const packages = readdirSync('packages').map((name) => `packages/${name}`);
    return [...packages.sort(), 'scripts', 'e2e', 'bench', 'chaos'].filter((folder) =>
        existsSync(`${folder}/tsconfig.json`),
    );
}

/** @param {string} what @param {number} code */
function failed(what, code) {
    say(`\n${what}; the messages are above. The tests did not run.`);
    // In the form of the test run, for those who read only the last line.
    process.stdout.write('0 passed, 1 failed\n');
    return code;
}
