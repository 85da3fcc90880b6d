import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Unleash } from 'unleash-client';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from './support/databases.ts';
import { startSdk } from './support/sdk.ts';
import { CLIENT_TOKEN, MAIN, type ServerProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const run = promisify(execFile);

async function folder(): Promise<string> {
    const made = await mkdtemp(path.join(tmpdir(), 'halyard-e2e-edge-'));
    onTestFinished(() => rm(made, { recursive: true, force: true }));
    return made;
}

const startEdge = (upstream: string, environment: Record<string, string> = {}, words: string[] = []) =>
    startServer(
        {
            UPSTREAM_URL: upstream,
            PORT: '0',
            INTERFACE: '127.0.0.1',
            TOKENS: CLIENT_TOKEN,
            METRICS_INTERVAL_SECONDS: '1',
            TOKEN_REVALIDATION_INTERVAL_SECONDS: '1',
            FEATURES_REFRESH_INTERVAL_SECONDS: '1',
            ...environment,
        },
        MAIN,
        [...words, 'edge'],
    );

async function addFlag(server: ServerProcess, name: string): Promise<void> {
    await server.request('POST', '/api/admin/projects/default/features', { name });
    await turn(server, name, 'on');
}

const turn = (server: ServerProcess, name: string, state: 'on' | 'off') =>
    server.request('POST', `/api/admin/projects/default/features/${name}/environments/development/${state}`);

test('SDKs go on through everything that can happen to upstream, and to the edge', { timeout: 300_000 }, async () => {
    const database = await newDatabase('embedded');
    const [data, kept, backup] = [database['DATA_DIR']!, await folder(), await folder()];
    let upstream = await startServer(database);
    const port = new URL(upstream.url).port;
    const again = async (environment: Record<string, string>) => {
        upstream = await startServer({ ...environment, HTTP_PORT: port });
    };
    await addFlag(upstream, 'first');
    let edge = await startEdge(upstream.url, { BACKUP_FOLDER: backup });
    const edgePort = new URL(edge.url).port;
    const far = await startEdge(edge.url);
    const sdks: Unleash[] = [];
    for (const url of [edge.url, far.url]) {
        sdks.push(await startSdk(url, { experimentalMode: { type: 'streaming' } }), await startSdk(url));
    }
    const everyone = (isSo: (sdk: Unleash) => boolean) => until(() => sdks.every(isSo));
    await everyone((sdk) => sdk.isEnabled('first'));

    // Killed, and back on the same data.
    await upstream.stop('SIGKILL');
    expect(await edge.clientFlags()).toMatchObject([{ name: 'first', enabled: true }]);
    await again(database);
    await addFlag(upstream, 'second');
    await everyone((sdk) => sdk.isEnabled('second'));

    // Restored from a backup that was made before.
    await upstream.stop();
    await cp(data, kept, { recursive: true });
    await again(database);
    await addFlag(upstream, 'third');
    await turn(upstream, 'first', 'off');
    await everyone((sdk) => sdk.isEnabled('third') && !sdk.isEnabled('first'));
    await upstream.stop();
    await rm(data, { recursive: true });
    await cp(kept, data, { recursive: true });
    await again(database);
    await everyone((sdk) => !sdk.isEnabled('third') && sdk.isEnabled('first'));
    await turn(upstream, 'first', 'off');
    await everyone((sdk) => !sdk.isEnabled('first') && sdk.isEnabled('second'));

    // Away while the edge is killed and starts again: it serves what it had.
    const backedUp = () => readFile(path.join(backup, 'unleash_features.json'), 'utf8');
    await until(async () => !(await backedUp()).includes('third'));
    await upstream.stop('SIGKILL');
    await edge.stop('SIGKILL');
    edge = await startEdge(upstream.url, { BACKUP_FOLDER: backup, PORT: edgePort });
    expect((await edge.clientFlags()).map(({ name }) => name)).toEqual(['first', 'second']);

    // Replaced by another server, which knows the same token.
    await again(await newDatabase('embedded'));
    await addFlag(upstream, 'other');
    await everyone((sdk) => sdk.isEnabled('other') && !sdk.isEnabled('second'));
    expect(edge.output()).not.toContain('client-token-of-the-tests');
    expect(await edge.stop()).toBe(0);
});

test('an edge is asked after its health by the words of the one people run today', async () => {
    const upstream = await startServer(await newDatabase('embedded'));
    const edge = await startEdge(upstream.url, {}, ['--base-path', '/near']);
    expect(new URL(edge.url).pathname).toBe('/near');

    for (const word of ['health', 'ready']) {
        const { stdout } = await run(process.execPath, [MAIN, word, '--edge-url', edge.url]);
        expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    }
    await edge.stop();
    await expect(run(process.execPath, [MAIN, 'ready', '--edge-url', edge.url])).rejects.toMatchObject({ code: 1 });
});

test('an edge without a server serves a file, and what becomes of it', async () => {
    const file = path.join(await folder(), 'flags.json');
    const write = async (enabled: boolean) => {
        const features = [{ name: 'from-file', project: 'default', enabled, strategies: [{ name: 'default' }] }];
        // As operators should: never a half of it.
        await writeFile(`${file}.new`, JSON.stringify({ version: 2, features }));
        await rename(`${file}.new`, file);
    };
    await write(false);
    const offline = await startServer({ PORT: '0', INTERFACE: '127.0.0.1' }, MAIN, [
        'offline',
        ...['--bootstrap-file', file, '--client-tokens', CLIENT_TOKEN],
    ]);
    const sdk = await startSdk(offline.url, { experimentalMode: { type: 'streaming' } });
    expect(sdk.isEnabled('from-file')).toBe(false);

    await write(true);
    await until(() => sdk.isEnabled('from-file'));
    await writeFile(file, '{"features": [');
    await until(() => offline.output().includes('cannot be read'));
    expect(await offline.clientFlags()).toMatchObject([{ name: 'from-file', enabled: true }]);
});
