import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shrinkwrap } from './shrinkwrap.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const lock = JSON.parse(read('package-lock.json')).packages as Record<
    string,
    { version: string; integrity?: string; link?: boolean; resolved?: string; hasInstallScript?: boolean }
>;

test('CWE-1357: all installed packages are pinned by hash, and no install script runs', () => {
    const others = Object.entries(lock).filter(([folder, { link }]) => folder.includes('node_modules/') && !link);
    expect(others.length).toBeGreaterThan(300);

    expect(others.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([folder]) => folder)).toEqual(
        [],
    );
    // Packages from other sources must not be pinned.
    const elsewhere = others.filter(([, { resolved = '' }]) => !/^(https:\/\/registry\.npmjs\.org\/|$)/.test(resolved));
    expect(elsewhere).toEqual([]);
    for (const file of ['scripts/launcher/packages.mjs', 'scripts/launcher/node.mjs']) {
        const installs = read(file).match(/\['(ci|install)'[^\]]*\]/g) ?? [];
        expect(installs.length, file).toBeGreaterThan(0);
        for (const install of installs) expect(install).toContain('--ignore-scripts');
    }
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    expect(read('deploy/Dockerfile')).not.toMatch(/npm (ci|install|i)\b(?!.*--ignore-scripts)/);
});

test('all dependencies have exact versions', () => {
    const manifests = [
        'package.json',
        ...readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}/package.json`),
    ];
    const versions = manifests.flatMap((file) => {
        const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(read(file));
        return Object.entries<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
    });

    expect(versions.length).toBeGreaterThan(50);
    // The packages of this repository are links, not downloads.
    const downloads = versions.filter(([name]) => !name.startsWith('@halyard/'));
    expect(downloads.filter(([, version]) => !/^(npm:[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test('the lock file of the package contains all packages that are not bundled, with their dependencies', () => {
    const { packages } = shrinkwrap({ name: 'halyard', version: '1.0.0', dependencies: {} }, lock);

    const { '': _self, ...installed } = packages;
    expect(Object.keys(installed)).toEqual(
        expect.arrayContaining(['node_modules/@node-rs/argon2', 'node_modules/@node-rs/argon2-linux-x64-gnu']),
    );
    expect(installed).toMatchObject({
        'node_modules/@node-rs/argon2-linux-arm64-musl': { optional: true, libc: ['musl'] },
    });
    expect(installed['node_modules/@node-rs/argon2']).not.toHaveProperty('optional');
    for (const needless of ['ajv', 'yaml', 'react', 'vitest'])
        expect(installed).not.toHaveProperty(`node_modules/${needless}`);
});
