import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { pack } from '../package/pack.mjs';
import { audit } from './audit.mjs';
import { ensureBuilt } from './built.mjs';
import { Failure, runNode, say, stopAll } from './run.mjs';
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
        return (await verify()) || (await audited()) || runVitest([]);
    },

    async check() {
        const slow = ['server-postgres', 'e2e', 'scripts'];
        return (await verify()) || runVitest(slow.map((project) => `--project=!${project}`));
    },

    format: (args) => runNode([BIOME, 'check', '--write', ...args]),

    openapi: () => runNode(['scripts/openapi.ts']),

    chaos: (args) => runNode(['chaos/main.ts', ...args]),

    async bench([name, ...args]) {
        const found = existsSync('bench') ? readdirSync('bench').filter((file) => file.endsWith('.ts')) : [];
        const file = `${name}.ts`;
        if (found.includes(file)) return runNode([`bench/${file}`, ...args]);
        throw new Failure(`npm run bench -- <name>, one of: ${found.map((each) => each.slice(0, -3)).join(', ')}`);
    },
};

/** Types, lint and what nobody uses, stopping at the first failure. */
async function verify() {
    for (const project of typedFolders()) {
        say(`Types: ${project}`);
        const code = await runNode([TSC, '-p', project, ...CHECKERS]);
        if (code !== 0) return failed(`The types of ${project} are wrong`, code);
    }
    say('Lint');
    const linted = await runNode([BIOME, 'ci', ...(isPlain() ? ['--colors=off'] : [])]);
    if (linted !== 0) return failed('Format or lint is wrong (`npm run format` repairs what it can)', linted);
    say('Unused');
    const used = await runNode([KNIP, '--no-progress']);
    return used === 0 ? 0 : failed('Something is there that nobody uses', used);
}

async function audited() {
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
