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
    // Found from the user interface's folder: another version may stand at the root, for vitest.
    const manifest = createRequire(path.resolve(ui, 'package.json')).resolve('vite/package.json');
    return runNode([path.join(path.dirname(manifest), 'bin/vite.js'), command, ...args], { cwd: ui });
}
