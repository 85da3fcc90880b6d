import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { BUNDLE } from '../scripts/package/bundle.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Bundles a node into three files instead of hundreds: nodes start frequently here. */
export async function bundleNode(): Promise<{ entry: string; remove(): Promise<void> }> {
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-chaos-'));
    await build({
        ...BUNDLE,
        entryPoints: ['chaos/node-process.ts'],
        absWorkingDir: ROOT,
        entryNames: '[name]',
        outdir: path.join(folder, 'dist'),
    });
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    await symlink(path.join(ROOT, 'packages/server/package.json'), path.join(folder, 'package.json'));
    return {
        entry: path.join(folder, 'dist/node-process.js'),
        remove: () => rm(folder, { recursive: true, force: true }),
    };
}
