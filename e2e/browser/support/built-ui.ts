import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../../..');

let built: Promise<unknown> | undefined;

/** Builds the interface unless what is there was built from the sources as they are. */
export function buildUi(): Promise<unknown> {
    built ??= promisify(execFile)(process.execPath, ['scripts/launch.mjs', 'build'], {
        cwd: ROOT,
        // Not that of the tests: what is built serves users afterwards.
        env: { ...process.env, NODE_ENV: 'production' },
    });
    return built;
}
