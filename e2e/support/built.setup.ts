import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '../../packages/server/test/support/chromium.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Builds service and UI, once for all files, unless the build matches the sources. Downloads the browser at the same time, if it is
 * missing.
 */
export default async function setup(): Promise<void> {
    const built = promisify(execFile)(process.execPath, ['scripts/launch.mjs', 'build'], {
        cwd: ROOT,
        // Not the environment of the tests: the build also serves users afterwards.
        env: { ...process.env, NODE_ENV: 'production' },
    });
    // Tests that need the build fail with a message without it; many do not need it.
    await Promise.all([built, findChromium().catch(() => undefined)]);
}
