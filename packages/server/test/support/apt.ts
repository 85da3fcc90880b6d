import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Searches the PATH for these names, then the other paths. */
export async function findProgram(names: string[], otherPaths: string[] = []): Promise<string | undefined> {
    const folders = (process.env['PATH'] ?? '').split(path.delimiter);
    const candidates = [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...otherPaths];
    for (const candidate of candidates) {
        const isProgram = await access(candidate, constants.X_OK).then(
            () => true,
            () => false,
        );
        if (isProgram) return candidate;
    }
    return undefined;
}

/** Installs Debian packages as root; returns false on other systems. */
export async function installWithApt(packages: string[]): Promise<boolean> {
    if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
    process.stderr.write(`Installing ${packages[0]} for the tests with apt-get (once, about a minute)…\n`);
    // Without the run level, a package that contains a service would start it.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
    const wait = ['-o', 'DPkg::Lock::Timeout=300'];
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...wait, ...packages], {
        env,
        maxBuffer: 64 * 1024 * 1024,
    });
    return true;
}
