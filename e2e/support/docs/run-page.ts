import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import { MAIN } from '../../../packages/server/test/support/build.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, testApp } from '../../../packages/server/test/support/test-app.ts';
import type { DocsStep } from './steps.ts';

type Run = Extract<DocsStep, { kind: 'shell' | 'js' }>;

/** Inside the repository, so that programs find the installed SDKs. */
const NODE_MODULES = path.resolve(import.meta.dirname, '../../../node_modules');

/**
 * Runs the commands of a documentation page in order and in one shell, as a reader would: in an empty folder, signed in to a
 * separate service. URLs and tokens in the examples are replaced by those of that service.
 * @param more further texts of the page with their replacements
 */
export async function runPage(steps: DocsStep[], more: Record<string, string> = {}): Promise<void> {
    const runs = steps.filter((step): step is Run => step.kind === 'shell' || step.kind === 'js');
    if (runs.length === 0) return;
    const app = await testApp();
    const folder = await mkdtemp(path.join(NODE_MODULES, '.docs-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const token = { tokenName: 'page', type: 'frontend', environment: 'development', projects: ['*'] };
    const { body } = await app.post('/api/admin/api-tokens', token);
    const replacements = Object.entries({
        'http://localhost:4242': app.url,
        'https://flags.example.com': app.url,
        '*:*.my-first-admin-token': ADMIN_TOKEN,
        '<token>': ADMIN_TOKEN,
        '*:development.my-first-app-token': CLIENT_TOKEN,
        '*:development.my-backend-token': CLIENT_TOKEN,
        '*:development.my-frontend-token': body.secret as string,
        ...more,
    });
    const put = (text: string) =>
        replacements.reduce((result, [example, real]) => result.replaceAll(example, real), text);

    const script = await Promise.all(
        runs.map(async (step, number) => {
            if (step.kind === 'shell') return asPart(number, put(step.text), step.status);
            // A program would otherwise continue polling.
            await writeFile(path.join(folder, `${number}.mjs`), `${put(step.text)}\nprocess.exit(0);\n`);
            return asPart(number, `node ${number}.mjs`, step.status);
        }),
    );
    await provideProgram(folder);
    const { status, output } = await inShell(script.join('\n'), folder, {
        HALYARD_URL: app.url,
        HALYARD_TOKEN: ADMIN_TOKEN,
        HTTP_PORT: new URL(app.url).port,
        DATA_DIR: app.services.config.dataDir,
    });
    const printed = new Map(
        [...output.matchAll(/^@(\d+)\n([\s\S]*?)(?=^@|$(?![\s\S]))/gm)].map((each) => [each[1], each[2]]),
    );
    const last = runs[printed.size - 1]?.text;
    expect(status, `after "${last}":\n${output}`).toBe(0);
    for (const [number, { text: typed, prints }] of runs.entries()) {
        if (prints !== undefined) expect(printed.get(String(number)), `of "${typed}"`).toContain(prints);
    }
}

/** One step of the script. A step that should fail runs in a subshell, so that the others continue. */
function asPart(number: number, command: string, status: number): string {
    if (status === 0) return `echo; echo @${number}\n${command}`;
    return `echo; echo @${number}\nset +e; (\n${command}\n); [ $? = ${status} ] || exit 90; set -e`;
}

/** Adds `halyard` to the PATH of the folder, as if it were installed. */
async function provideProgram(folder: string): Promise<void> {
    await mkdir(path.join(folder, 'bin'));
    const script = `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`;
    await writeFile(path.join(folder, 'bin/halyard'), script, { mode: 0o755 });
}

async function inShell(script: string, folder: string, environment: Record<string, string>) {
    // An error response ends the script.
    await writeFile(path.join(folder, '.curlrc'), 'fail-with-body\n');
    const child = spawn('bash', ['-euo', 'pipefail', '-c', `exec 2>&1\n${script}`], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'ignore'],
        env: {
            PATH: `${folder}/bin:${path.dirname(process.execPath)}:${process.env['PATH']}`,
            HOME: folder,
            TMPDIR: folder,
            CURL_HOME: folder,
            ...environment,
        },
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const output = await text(child.stdout);
    return { status: await ended, output };
}
