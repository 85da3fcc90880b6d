import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashFiles, readIfThere } from '../../scripts/launcher/files.mjs';
import { runNpm, say } from '../../scripts/launcher/run.mjs';

/** Where the peers have their own package.json and lock file. */
export const PEERS = path.join(import.meta.dirname, '.');
const STAMP = path.join(PEERS, 'node_modules/.installed');

/** Fetches the peers from the public registry, unless those of the lock file are there. */
export async function installPeers(): Promise<void> {
    const wanted = hashFiles([path.join(PEERS, 'package-lock.json')]);
    if (readIfThere(STAMP) === wanted) return;
    say('Installing the peers from the public registry (once, about 200 MB)…');
    if (existsSync(STAMP)) rmSync(STAMP);
    await runNpm(
        ['ci', '--prefix', PEERS, '--ignore-scripts', '--omit=dev'],
        'Check the network and run the command again.',
    );
    writeFileSync(STAMP, wanted);
}
