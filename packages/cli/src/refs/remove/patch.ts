import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';

export interface ChangedFile {
    /** As git writes it. */
    path: string;
    before: string;
    after: string;
}

/** Creates a patch for `git apply`; git writes it as the difference of two temporary folders. */
export async function patchOf(changes: readonly ChangedFile[]): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-patch-'));
    try {
        for (const change of changes) {
            for (const [side, content] of [
                ['a', change.before],
                ['b', change.after],
            ] as const) {
                const file = path.join(folder, side, change.path);
                await mkdir(path.dirname(file), { recursive: true });
                await writeFile(file, content);
            }
        }
        const settings = ['-c', 'core.quotePath=false', '-c', 'core.autocrlf=false', '-c', 'core.safecrlf=false'];
        const args = ['diff', '--no-index', '--no-prefix', '--no-color', '--no-ext-diff', '--no-textconv', 'a', 'b'];
        // Status 1 means that there are differences, not a failure.
        const child = spawn('git', [...settings, ...args], {
            cwd: folder,
            stdio: ['ignore', 'pipe', 'ignore'],
        });
        return await textOf(child.stdout);
    } finally {
        await rm(folder, { recursive: true, force: true });
    }
}
