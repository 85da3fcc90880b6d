import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LIBRARIES, packLibrary } from '../scripts/package/pack-library.mjs';
import { installPackages } from './support/own-packages.ts';

// The checks are installed on first use.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const ROOT = path.resolve(import.meta.dirname, '..');
const CHECKS = path.join(import.meta.dirname, 'package-checks');
const run = promisify(execFile);
let folder: string;
const files: Record<string, string> = {};

beforeAll(async () => {
    await installPackages(CHECKS);
    folder = await mkdtemp(path.join(tmpdir(), 'halyard-libraries-'));
    for (const name of LIBRARIES) files[name] = await packLibrary(name, folder);
});
afterAll(() => rm(folder, { recursive: true }));

const check = (program: string, ...args: string[]) =>
    run(process.execPath, [path.join(CHECKS, 'node_modules/.bin', program), ...args]);

test.each(LIBRARIES)('publint and attw find no problem in the package of %s', async (name) => {
    const { stdout } = await check('publint', '--strict', files[name]!);
    expect(stdout).toContain('All good!');

    const types = await check('attw', '--profile', 'esm-only', '--format', 'json', files[name]!);
    const { analysis } = JSON.parse(types.stdout) as {
        analysis: { types: unknown; problems: { resolutionKind: string }[] };
    };
    expect(analysis.types).toMatchObject({ kind: 'included' });
    // Only modules are offered.
    const isSupported = ({ resolutionKind }: { resolutionKind: string }) =>
        !['node10', 'node16-cjs'].includes(resolutionKind);
    expect(analysis.problems.filter(isSupported)).toEqual([]);
});

test('the installed libraries evaluate a flag and compute an effect', async () => {
    await writeFile(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const install = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    await run('npm', [...install, ...Object.values(files)], { cwd: folder });
    await writeFile(
        path.join(folder, 'use.js'),
        `import { compileFlags, evaluate } from '@halyard/engine';
        import { compute } from '@halyard/stats';
        const set = compileFlags({
            version: 2,
            features: [{ name: 'a', enabled: true, strategies: [{ name: 'userWithId', parameters: { userIds: 'ada' } }] }],
        });
        const arms = { control: { type: 'proportion', n: 1000, sum: 100 }, treatment: { type: 'proportion', n: 1000, sum: 120 } };
        const { effect } = compute('welch', { ...arms, difference: 'relative', alternative: 'two-sided', alpha: 0.05 });
        console.log(evaluate(set, 'a', { userId: 'ada' }).enabled, evaluate(set, 'a', { userId: 'bob' }).enabled, effect.toFixed(3));`,
    );

    const { stdout } = await run(process.execPath, ['use.js'], { cwd: folder });

    expect(stdout.trim()).toBe('true false 0.200');
});

test.each(LIBRARIES)('npm refuses to pack the sources of %s, which are not a package', async (name) => {
    const packing = run('npm', ['pack', '--pack-destination', folder], { cwd: path.join(ROOT, 'packages', name) });

    await expect(packing).rejects.toMatchObject({ stderr: expect.stringContaining('must have name and version') });
});
