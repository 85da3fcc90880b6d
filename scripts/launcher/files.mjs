import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './run.mjs';

/** Returns one hash of all names and contents. @param {string[]} files */
export function hashFiles(files) {
    const hash = createHash('sha256');
    for (const file of files) {
        const content = readFileSync(file);
        hash.update(`${file}\0${content.length}\0`).update(content);
    }
    return hash.digest('hex');
}

/**
 * Returns all files below a folder in a stable order.
 * @param {string} folder
 * @param {(name: string) => boolean} isWanted called for files and folders
 * @returns {string[]}
 */
export function filesIn(folder, isWanted) {
    return readdirSync(folder, { withFileTypes: true })
        .filter((entry) => isWanted(entry.name))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .flatMap((entry) => {
            const file = `${folder}/${entry.name}`;
            return entry.isDirectory() ? filesIn(file, isWanted) : [file];
        });
}

/** Returns the text of a file, or undefined if it does not exist. @param {string} file */
export function readIfExists(file) {
    try {
        return readFileSync(file, 'utf8');
    } catch {
        return undefined;
    }
}

const TOUCH_INTERVAL_MS = 1_000;
const STALE_AFTER_MS = 10_000;

/**
 * Ensures that only one launcher at a time installs or builds in this clone. The holder updates the modification time of the lock, so that
 * the lock of a killed process is detected without its process id, which may mean nothing in another container.
 * @param {() => Promise<void>} work
 */
export async function withLock(work, lock = '.cache/setup.lock') {
    mkdirSync(path.dirname(lock), { recursive: true });
    for (let waited = false; !take(lock); waited = true) {
        if (!waited) say('Waiting for another command that is installing or building in this folder…');
        await sleep(200);
    }
    const beat = setInterval(() => touch(lock), TOUCH_INTERVAL_MS);
    const release = () => remove(lock);
    process.once('exit', release);
    try {
        await work();
    } finally {
        process.off('exit', release);
        clearInterval(beat);
        release();
    }
}

/** @param {string} lock */
function take(lock) {
    try {
        mkdirSync(lock);
        return true;
    } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const touched = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (touched !== undefined && Date.now() - touched > STALE_AFTER_MS) remove(lock);
    return false;
}

/** @param {string} lock */
function touch(lock) {
    const now = new Date();
    try {
        utimesSync(lock, now, now);
    } catch {
        // Another launcher took over the lock while the machine was suspended: nothing to update.
    }
}

/** @param {string} lock */
function remove(lock) {
    try {
        rmdirSync(lock);
    } catch {
        // Another launcher was faster.
    }
}
