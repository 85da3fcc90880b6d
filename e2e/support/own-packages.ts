import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashFiles, readIfExists } from '../../scripts/launcher/files.mjs';
import { runNpm } from '../../scripts/launcher/run.mjs';

/** Downloads the packages of a folder that only its tests need from the public registry, unless the versions of its lock file are installed. */
export async function installPackages(folder: string): Promise<void> {
    const stamp = path.join(folder, 'node_modules/.installed');
    const lock = hashFiles([path.join(folder, 'package-lock.json')]);
    if (readIfExists(stamp) === lock) return;
    if (existsSync(stamp)) rmSync(stamp);
    await runNpm(['ci', '--prefix', folder, '--ignore-scripts', '--omit=dev'], 'Check the network and run it again.');
    writeFileSync(stamp, lock);
}
