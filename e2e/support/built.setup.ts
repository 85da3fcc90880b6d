import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '../../packages/server/test/support/chromium.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Builds service and interface, once for all files, unless what is there was built from the sources as they are; and fetches the
 * browser meanwhile, unless it is there.
 */
export default async function setup(): Promise<void> {
    const built = promisify(execFile)(process.execPath, ['scripts/launch.mjs', 'build'], {
        cwd: ROOT,
        // Not that of the tests: what is built serves users afterwards.
        env: { ...process.env, NODE_ENV: 'production' },
    });
    // Tests that need the build fail with a message without it; many do not need it.
    await Promise.all([built, findChromium().catch(() => undefined)]);
}
