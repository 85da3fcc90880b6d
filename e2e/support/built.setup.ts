import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Builds service and interface, once for all files, unless what is there was built from the sources as they are. */
export default async function setup(): Promise<void> {
    await promisify(execFile)(process.execPath, ['scripts/launch.mjs', 'build'], {
        cwd: ROOT,
        // Not that of the tests: what is built serves users afterwards.
        env: { ...process.env, NODE_ENV: 'production' },
    });
}
