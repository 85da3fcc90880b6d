import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

const SETTINGS = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];

/** A git repository that is deleted after the test. */
export function repository(files: Record<string, string | Buffer> = {}) {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'halyard-repository-')));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const git = (...args: string[]) =>
        execFileSync('git', [...SETTINGS, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    const write = (texts: Record<string, string | Buffer>) => {
        for (const [name, text] of Object.entries(texts)) {
            mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
            writeFileSync(path.join(folder, name), text);
        }
    };
    const commit = (texts: Record<string, string | Buffer>, message = 'Change') => {
        write(texts);
        git('add', '-A');
        git('commit', '-q', '--allow-empty', '-m', message);
        return git('rev-parse', 'HEAD').trim();
    };
    git('init', '-q', '-b', 'main');
    const first = commit(files, 'Begin');
    return { folder, git, write, commit, first };
}
