import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The entry of the server of the previous release: `e2e/releases/README.md`. */
export async function previousRelease(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-previous-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const server = path.join(folder, 'packages/server');
    await mkdir(server, { recursive: true });
    await promisify(execFile)('tar', ['-xzf', path.join(ROOT, 'e2e/releases/previous.tgz'), '-C', server]);
    // The few packages that are not part of the bundle.
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    return path.join(server, 'dist/main.js');
}
