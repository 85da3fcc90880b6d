import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runOrFail, say } from '../launcher/run.mjs';
import { readJson } from './contents.mjs';

/** The packages that work without the service. */
export const LIBRARIES = ['engine', 'stats'];

/**
 * Compiles a library and creates its npm package. The folder in `packages/` is only a part of this repository: its modules are TypeScript,
 * and without a version `npm pack` refuses it.
 * @param {string} name the folder in `packages/`
 * @param {string} target the folder of the file
 * @returns {Promise<string>} the file
 */
export async function packLibrary(name, target) {
    const source = path.join('packages', name);
    const stage = path.join('.cache', `package-${name}`);
    rmSync(stage, { recursive: true, force: true });
    mkdirSync(stage, { recursive: true });
    const compiler = 'node_modules/typescript-7/bin/tsc';
    const project = path.join(source, 'tsconfig.build.json');
    await runOrFail('node', [compiler, '-p', project, '--outDir', path.join(stage, 'dist')]);
    for (const file of ['README.md', 'LICENSE']) cpSync(path.join(source, file), path.join(stage, file));

    const {
        scripts: _scripts,
        devDependencies: _tools,
        private: _private,
        ...manifest
    } = readJson(path.join(source, 'package.json'));
    const { version, engines } = readJson('package.json');
    const published = {
        ...manifest,
        version,
        engines,
        exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
        files: ['dist'],
        publishConfig: { access: 'public' },
    };
    writeFileSync(path.join(stage, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
    mkdirSync(target, { recursive: true });
    await runOrFail('npm', ['pack', `./${stage}`, '--ignore-scripts', '--pack-destination', target]);
    const file = path.join(target, `halyard-${name}-${version}.tgz`);
    say(`${file}: ${manifest.description}`);
    return file;
}
