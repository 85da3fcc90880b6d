import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { SNIPPETS, type SnippetName } from '../packages/ui/src/pages/welcome/snippets.ts';
import { newDatabase } from './support/databases.ts';
import { CLIENT_TOKEN, startServer } from './support/server-process.ts';

const FRONTEND_TOKEN = '*:development.frontend-token-of-the-tests';

/** What can be run where the tests run; the others are compared with the documentation of their SDKs. */
const RUN: SnippetName[] = ['node', 'javascript', 'openfeature', 'openfeature-web'];

test('what Connect shows gives true on its first run, as it stands there', { timeout: 120_000 }, async () => {
    const server = await startServer({
        ...(await newDatabase('embedded')),
        INIT_FRONTEND_API_TOKENS: FRONTEND_TOKEN,
    });
    await server.request('POST', '/api/admin/projects/default/features', { name: 'first-light' });
    await server.request('POST', '/api/admin/projects/default/features/first-light/environments/development/on');
    // Below the repository, so that the packages are found.
    const folder = await mkdtemp(path.join(import.meta.dirname, '../node_modules/.snippets-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));

    const printed = await Promise.all(
        RUN.map(async (name) => {
            const { kind, code } = SNIPPETS[name];
            const token = kind === 'backend' ? CLIENT_TOKEN : FRONTEND_TOKEN;
            const file = path.join(folder, `${name}.mjs`);
            // A program of its own would go on polling.
            const text = `${code({ url: server.url, token, flag: 'first-light' })}\nprocess.exit(0);\n`;
            await writeFile(file, text);
            const { stdout } = await promisify(execFile)(process.execPath, [file]);
            return [name, stdout.trim().split('\n').at(-1)];
        }),
    );

    expect(printed).toEqual(RUN.map((name) => [name, 'first-light true']));
    const { code } = SNIPPETS.curl;
    const asked = code({ url: server.url, token: FRONTEND_TOKEN, flag: 'first-light' });
    const { stdout } = await promisify(execFile)('sh', ['-c', asked]);
    expect(JSON.parse(stdout)).toMatchObject({ key: 'first-light', value: true });
});
