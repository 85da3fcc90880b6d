import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { builtProgram } from '../packages/server/test/support/build.ts';
import { repository } from '../packages/server/test/support/repository.ts';
import { ADMIN_TOKEN, testApp } from '../packages/server/test/support/test-app.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

interface Step {
    name: string;
    if?: string;
    run: string;
    env: Record<string, string>;
}

const ACTION = parse(readFileSync(path.join(ROOT, 'action.yml'), 'utf8')) as {
    inputs: Record<string, { default?: string; required?: boolean }>;
    runs: { steps: Step[] };
};

const FILES = {
    'tsconfig.json': JSON.stringify({
        compilerOptions: {
            ...{ strict: true, target: 'esnext', module: 'nodenext', lib: ['esnext'], types: [] },
            ...{ allowImportingTsExtensions: true, noEmit: true },
        },
        include: ['src'],
    }),
    'package.json': '{"type":"module"}',
    'src/sdk.ts':
        'export const isEnabled = (name: string): boolean => (globalThis as { flags?: string[] }).flags?.includes(name) ?? false;\n',
    'src/shop.ts': `import { isEnabled } from './sdk.ts';

export const banner = (): string => (isEnabled('new-banner') ? 'new' : 'old');
`,
};

/** A folder with the programs that the action runs: `halyard` from the build, and a `gh` that notes its arguments. */
async function programs() {
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-action-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(path.join(folder, 'bin'));
    const add = (name: string, script: string) => {
        writeFileSync(path.join(folder, 'bin', name), `#!/bin/bash\n${script}\n`);
        chmodSync(path.join(folder, 'bin', name), 0o755);
    };
    add('halyard', `exec '${process.execPath}' '${await builtProgram()}' "$@"`);
    add('gh', `printf '%s\\n' "$*" >> '${folder}/gh'`);
    return {
        folder,
        pullRequests: () => {
            const file = path.join(folder, 'gh');
            return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
        },
    };
}

/** Runs the step of a task as a runner does, without the installation. */
async function run(task: string, inputs: Record<string, string>, { cwd, bin }: { cwd: string; bin: string }) {
    const step = ACTION.runs.steps.find((each) => each.if === `inputs.task == '${task}'`)!;
    const env = Object.fromEntries(
        Object.entries(step.env).map(([name, expression]) => {
            const [, input] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)!;
            expect(Object.keys(ACTION.inputs)).toContain(input);
            return [name, inputs[input!] ?? ACTION.inputs[input!]!.default ?? ''];
        }),
    );
    return new Promise<{ status: unknown; output: string }>((resolve) => {
        const all = { ...env, PATH: `${bin}/bin:${process.env['PATH']}`, RUNNER_TEMP: bin, HOME: bin };
        execFile('bash', ['-e', '-o', 'pipefail', '-c', step.run], { cwd, env: all }, (error, stdout, stderr) =>
            resolve({ status: error ? error.code : 0, output: stdout + stderr }),
        );
    });
}

test('the action uploads references, checks the flags of the code, and opens one pull request for a completed flag', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'new-banner' });
    const { folder: bin, pullRequests } = await programs();
    const origin = repository();
    origin.git('config', 'receive.denyCurrentBranch', 'ignore');
    const repo = repository(FILES);
    repo.git('remote', 'add', 'origin', origin.folder);
    const inputs = { url: app.url, token: ADMIN_TOKEN };
    const where = { cwd: repo.folder, bin };

    expect(await run('upload', inputs, where)).toMatchObject({ status: 0 });
    expect(await run('check', { ...inputs, budget: '1' }, where)).toMatchObject({ status: 0 });
    expect(await run('check', { ...inputs, budget: '0' }, where)).toMatchObject({ status: 2 });

    await app.post('/api/admin/projects/default/features/new-banner/environments/production/on');
    const completed = await app.post('/api/admin/projects/default/features/new-banner/lifecycle/complete', {
        status: 'kept',
    });
    expect(completed).toMatchObject({ status: 200 });
    const removal = await run('remove', { ...inputs, keep: 'on' }, where);
    expect(removal, removal.output).toMatchObject({ status: 0 });
    expect(pullRequests(), removal.output).toEqual([
        expect.stringContaining('pr create --head halyard/remove-new-banner --title Remove the flag new-banner'),
    ]);
    expect(origin.git('show', 'halyard/remove-new-banner:src/shop.ts')).toContain("(): string => 'new'");

    repo.git('switch', '-q', 'main');
    expect(await run('remove', { ...inputs, keep: 'on' }, where)).toMatchObject({ status: 0 });
    expect(pullRequests()).toHaveLength(1);
});
