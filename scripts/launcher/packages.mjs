import { existsSync, statSync, writeFileSync } from 'node:fs';
import { hashFiles, readIfExists, withLock } from './files.mjs';
import { runNpm, say } from './run.mjs';

const LOCK_FILE = 'package-lock.json';
const STAMP = 'node_modules/.halyard-installed';
/** npm writes this file last, whichever command installed the packages. */
const NPM_RECORD = 'node_modules/.package-lock.json';

/** Installs the packages unless those of the lock file are already installed. */
export async function ensurePackages() {
    if (isInstalled()) return;
    await withLock(async () => {
        if (isInstalled()) return;
        const first = !existsSync('node_modules');
        say(
            `Installing packages (${first ? 'first start' : 'the installed ones differ from the lock file'}, about a minute)…`,
        );
        // All dependency types, independent of NODE_ENV: the build needs them. No scripts: none of the packages needs one.
        await runNpm(
            ['ci', '--ignore-scripts', '--include=dev', '--include=optional'],
            'Check the network and run the command again.',
        );
        writeStamp();
    });
}

function isInstalled() {
    if (readIfExists(STAMP) === fingerprint()) return true;
    // After a manual `npm install` nothing is left to do.
    const isNpmNewer = changedAt(NPM_RECORD) > Math.max(changedAt(LOCK_FILE), changedAt(STAMP));
    if (isNpmNewer) writeStamp();
    return isNpmNewer;
}

function writeStamp() {
    writeFileSync(STAMP, fingerprint());
}

/** The lock file contains the dependencies of every package.json, so it represents them all. */
function fingerprint() {
    return `${process.platform}-${process.arch} ${hashFiles([LOCK_FILE])}`;
}

/** @param {string} file */
function changedAt(file) {
    return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
