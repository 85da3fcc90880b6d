import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, expect, test, vi } from 'vitest';
import { type TestApp, testApp } from '../packages/server/test/support/test-app.ts';
import { ADMIN_TOKEN } from '../packages/server/test/support/tokens.ts';
import { installPackages } from './support/own-packages.ts';

// The tools are installed on first use.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const FOLDER = path.resolve(import.meta.dirname, 'openapi-tools');
const DOCUMENT = path.resolve(import.meta.dirname, '../openapi.json');

/** The commands that generate a client of each kind from the document, and the client that uses it. */
const GENERATORS: Record<string, string[]> = {
    'openapi-fetch': ['openapi-typescript', DOCUMENT, '-o', 'generated/openapi-fetch/schema.ts'],
    orval: ['orval', '--config', 'orval.config.mjs'],
    'hey-api': ['openapi-ts', '-i', DOCUMENT, '-o', 'generated/hey-api'],
    'swagger-typescript-api': [
        ...['swagger-typescript-api', 'generate', '-p', DOCUMENT],
        ...['-o', 'generated/swagger-typescript-api', '-n', 'api.ts'],
    ],
};

beforeAll(() => installPackages(FOLDER));

/** The linter neither reports its use nor looks for updates. */
const ENVIRONMENT = {
    PATH: process.env['PATH'],
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

/** Runs a program of the packages, and returns its exit code and its output. */
async function run(program: string, ...args: string[]): Promise<{ status: unknown; output: string }> {
    const options = { cwd: FOLDER, maxBuffer: 64 * 1024 * 1024, env: ENVIRONMENT };
    try {
        const script = path.join(FOLDER, 'node_modules/.bin', program);
        const { stdout, stderr } = await promisify(execFile)(process.execPath, [script, ...args], options);
        return { status: 0, output: stdout + stderr };
    } catch (error) {
        const { code, stdout = '', stderr = '' } = error as { code: unknown; stdout?: string; stderr?: string };
        return { status: code, output: `${stdout}${stderr}`.slice(-10_000) };
    }
}

test('a linter of OpenAPI finds neither errors nor warnings', async () => {
    const { status, output } = await run('redocly', 'lint', DOCUMENT, '--format', 'json');

    const { totals, problems } = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
    expect(status).toBe(0);
});

test('clients of four generators compile with strict types, and create, change and list a flag', async () => {
    await rm(path.join(FOLDER, 'generated'), { recursive: true, force: true });
    for (const [program, ...args] of Object.values(GENERATORS))
        expect(await run(program!, ...args)).toMatchObject({ status: 0 });

    expect(await run('tsc', '-p', '.')).toEqual({ status: 0, output: '' });

    const app = await testApp();
    for (const name of Object.keys(GENERATORS)) {
        expect(await resultOf(name, app), name).toEqual({
            created: `from-${name}`,
            changed: 'Changed by a generated client',
            listed: 'Changed by a generated client',
            refusal: expect.stringContaining(`from-${name}`),
        });
        const { body } = await app.get(`/api/admin/projects/default/features/from-${name}`);
        expect(body.environments).toContainEqual(expect.objectContaining({ name: 'development', enabled: true }));
    }
});

/** Runs a client as an application would: bundled, in a process of its own. */
async function resultOf(name: string, app: TestApp): Promise<unknown> {
    const outfile = path.join(FOLDER, `generated/${name}/program.mjs`);
    const entryPoints = [path.join(FOLDER, `clients/${name}.ts`)];
    await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' });
    const env = { PATH: process.env['PATH'], HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN };
    const { stdout } = await promisify(execFile)(process.execPath, [outfile], { env });
    return JSON.parse(stdout);
}
