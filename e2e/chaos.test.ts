import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MAIN = path.resolve(import.meta.dirname, '../chaos/main.ts');

test('in spite of all failures, no acknowledged change is lost, and every SDK has the state of the server', {
    timeout: 300_000,
}, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
        MAIN,
        '--minutes=0.2',
        '--seed=15',
        '--nodes=2',
    ]).catch((failed: { stdout: string; stderr: string }) => ({ stdout: failed.stdout + failed.stderr }));

    expect(stdout).toMatch(/\n[1-9]\d* faults; changes: [1-9]\d* acknowledged/);
    expect(stdout).toMatch(/, [1-9]\d* of them while the database was away\n/);
    expect(stdout).toContain('Nothing that was acknowledged is missing');
});
