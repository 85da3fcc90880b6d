import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runNode } from './run.mjs';

const ui = 'packages/ui';

export function hasUi() {
    return existsSync(`${ui}/index.html`);
}

/** @param {'dev' | 'build'} command @param {string[]} args */
export function runVite(command, args = []) {
    // Resolved from the folder of the user interface: the root may have another version for vitest.
    const manifest = createRequire(path.resolve(ui, 'package.json')).resolve('vite/package.json');
    return runNode([path.join(path.dirname(manifest), 'bin/vite.js'), command, ...args], { cwd: ui });
}
