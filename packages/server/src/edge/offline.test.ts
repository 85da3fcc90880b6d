import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { collectingLog, noteSecretsIn } from '../../test/support/log-collector.ts';
import { until } from '../../test/support/test-edge.ts';
import { readOfflineConfig } from './config/edge-config.ts';
import { startOffline } from './offline.ts';

const flag = (name: string, project: string) => ({ name, project, enabled: true, strategies: [{ name: 'default' }] });

function fileWith(features: object[]): string {
    const folder = mkdtempSync(join(tmpdir(), 'halyard-offline-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'flags.json');
    writeFileSync(file, JSON.stringify({ version: 2, features }));
    return file;
}

async function offline(file: string, environment: Record<string, string> = {}) {
    const variables = {
        BOOTSTRAP_FILE: file,
        CLIENT_TOKENS: 'plain,one:development.secret-of-one',
        FRONTEND_TOKENS: 'page',
        PORT: '0',
        INTERFACE: '127.0.0.1',
        REQUEST_LOGGER_ENABLE: 'true',
        ...environment,
    };
    noteSecretsIn(variables, 'the environment');
    const config = readOfflineConfig(variables);
    const running = await startOffline(config, { version: '0', log: collectingLog(), lingerMs: 0 });
    onTestFinished(() => running.close());
    return async (path: string, token: string, more: Record<string, string> = {}) => {
        const headers = { authorization: token, 'unleash-client-spec': '5.2.0', ...more };
        const response = await fetch(running.url.replace('localhost', '127.0.0.1') + path, { headers });
        const body = (response.status === 304 ? {} : await response.json()) as { features: { name: string }[] };
        return { status: response.status, body, etag: response.headers.get('etag') ?? '' };
    };
}

const names = ({ body }: { body: { features: { name: string }[] } }) => body.features.map(({ name }) => name);

test('every token sees the file, or the project that it names; frontend tokens work, unknown tokens are rejected', async () => {
    const get = await offline(fileWith([flag('a', 'one'), flag('b', 'two')]));

    expect(names(await get('/api/client/features', 'plain'))).toEqual(['a', 'b']);
    expect(names(await get('/api/client/features', 'one:development.secret-of-one'))).toEqual(['a']);
    expect((await get('/api/frontend', 'page')).body).toMatchObject({ toggles: [{ name: 'a' }, { name: 'b' }] });
    expect((await get('/api/client/features', 'other')).status).toBe(401);
    expect((await get('/internal-backstage/ready', '')).status).toBe(200);
});

test.each(['0', '1'])('a changed file is loaded again (RELOAD_INTERVAL: %s)', async (RELOAD_INTERVAL) => {
    const file = fileWith([flag('a', 'one')]);
    const get = await offline(file, { RELOAD_INTERVAL });
    writeFileSync(file, JSON.stringify({ version: 2, features: [flag('later', 'one')] }));

    await until(async () => names(await get('/api/client/features', 'plain')).join() === 'later');
});

test('a parent in another project changes evaluations of its children, and not the flags of their project', async () => {
    const child = { ...flag('child', 'one'), dependencies: [{ feature: 'parent', enabled: true }] };
    const [sdk, page] = ['one:development.secret-of-one', 'one:development.page-of-one'];
    const file = fileWith([child, flag('parent', 'two')]);
    const get = await offline(file, { FRONTEND_TOKENS: page });
    const evaluated = await get('/api/frontend?userId=7', page);
    const known = (await get('/api/client/features', sdk)).etag;
    expect(evaluated.body).toMatchObject({ toggles: [{ name: 'child' }] });
    expect((await get('/api/frontend?userId=7', page, { 'if-none-match': evaluated.etag })).status).toBe(304);

    writeFileSync(
        file,
        JSON.stringify({ version: 2, features: [child, { ...flag('parent', 'two'), enabled: false }] }),
    );
    await until(
        async () => (await get('/api/frontend?userId=7', page, { 'if-none-match': evaluated.etag })).status === 200,
    );

    expect((await get('/api/frontend?userId=7', page)).body).toMatchObject({ toggles: [] });
    expect((await get('/api/client/features', sdk, { 'if-none-match': known })).status).toBe(304);
});

test.each([
    ['does not exist', '/nowhere/flags.json'],
    ['contains something else', fileURL()],
])('a file that %s prevents the start, and the error names the setting', async (_what, file) => {
    await expect(offline(file)).rejects.toThrow('BOOTSTRAP_FILE cannot be used');
});

function fileURL(): string {
    return new URL(import.meta.url).pathname;
}
