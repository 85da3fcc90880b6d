import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hashFiles, readIfExists } from '../../scripts/launcher/files.mjs';
import { runNpm, say } from '../../scripts/launcher/run.mjs';

/** The folder with the package.json and lock file of the peers. */
export const PEERS = import.meta.dirname;
const STAMP = path.join(PEERS, 'node_modules/.installed');

/** Installs the peers from the public registry, unless the versions of the lock file are installed. */
export async function installPeers(): Promise<void> {
    const lockHash = hashFiles([path.join(PEERS, 'package-lock.json')]);
    if (readIfExists(STAMP) === lockHash) return;
    say('Installing the peers from the public registry (once, about 200 MB)…');
    if (existsSync(STAMP)) rmSync(STAMP);
    await runNpm(
        ['ci', '--prefix', PEERS, '--ignore-scripts', '--omit=dev'],
        'Check the network and run the command again.',
    );
    writeFileSync(STAMP, lockHash);
}

/** Evaluators that are already installed here, for tests of the engine. */
const EVALUATORS = {
    '../../package.json': ['unleash-client'],
    '../../packages/engine/package.json': [
        '@growthbook/growthbook',
        '@launchdarkly/node-server-sdk',
        '@openfeature/flagd-core',
    ],
};

/** The packages that Halyard is compared with, by their registry names. */
export function peerVersions(): Record<string, string> {
    const manifestOf = (file: string) => JSON.parse(readFileSync(path.join(PEERS, file), 'utf8'));
    const versions: Record<string, string> = { ...manifestOf('package.json').dependencies };
    for (const [file, names] of Object.entries(EVALUATORS)) {
        const { devDependencies } = manifestOf(file);
        for (const name of names) versions[name] = devDependencies[name];
    }
    return versions;
}
