import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { halyard } from '../support/halyard.ts';

test('git, which runs what a repository configures, does not inherit the token of the command', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-git-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const recorded = path.join(folder, 'environment');
    const git = path.join(folder, 'git');
    await writeFile(git, `#!/bin/sh\nenv > "${recorded}"\nexit 1\n`);
    await chmod(git, 0o755);

    await halyard(['refs', 'scan', '--dir', folder], {
        environment: {
            PATH: `${folder}${path.delimiter}/usr/bin${path.delimiter}/bin`,
            HALYARD_URL: 'http://127.0.0.1:9',
            HALYARD_TOKEN: 'user:a-token-of-somebody',
        },
    });

    const environment = await readFile(recorded, 'utf8');
    expect(environment).toContain('HALYARD_URL=');
    expect(environment).not.toContain('a-token-of-somebody');
});
