import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../packages/server/test/support/free-port.ts';
import { startSdk } from '../packages/server/test/support/sdk.ts';
import { newDatabase } from './support/databases.ts';
import { type AnySdk, everySdk } from './support/every-sdk.ts';
import { CLIENT_TOKEN, MAIN, type ServerProcess, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const run = promisify(execFile);
const LONG = { timeout: 300_000 };
const tlsFile = (name: string) => path.resolve(import.meta.dirname, '../packages/server/test/support/tls', name);

async function folder(): Promise<string> {
    const created = await mkdtemp(path.join(tmpdir(), 'halyard-e2e-edge-'));
    onTestFinished(() => rm(created, { recursive: true, force: true }));
    return created;
}

const LAUNCHER = path.resolve(import.meta.dirname, '../scripts/launch.mjs');

const startEdge = (
    upstream: string,
    environment: Record<string, string> = {},
    args: string[] = [],
    program: string = MAIN,
) =>
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
        program,
        [...args, 'edge'],
    );

async function addFlag(server: ServerProcess, name: string): Promise<void> {
    await server.request('POST', '/api/admin/projects/default/features', { name });
    await turn(server, name, 'on');
}

const turn = (server: ServerProcess, name: string, state: 'on' | 'off') =>
    server.request('POST', `/api/admin/projects/default/features/${name}/environments/development/${state}`);

/** Like an SDK. */
function reportUse(url: string, { appName, flag, yes }: { appName: string; flag: string; yes: number }) {
    const now = new Date();
    const bucket = { start: now, stop: now, toggles: { [flag]: { yes, no: 0, variants: {} } } };
    return fetch(`${url}/api/client/metrics`, {
        method: 'POST',
        headers: { authorization: CLIENT_TOKEN, 'content-type': 'application/json' },
        body: JSON.stringify({ appName, instanceId: 'one', bucket }),
    });
}

/** The number of reported evaluations of a flag by an application. */
async function countsOf(server: ServerProcess, { appName, flag }: { appName: string; flag: string }): Promise<number> {
    const { body } = await server.request('GET', `/api/admin/client-metrics/features/${flag}/raw`);
    const { data } = body as { data: { appName: string; yes: number }[] };
    return data.filter((counted) => counted.appName === appName).reduce((sum, { yes }) => sum + yes, 0);
}

/** Waits until every SDK has these flags enabled and those disabled; on a timeout the error lists the differences. */
async function untilAll(sdks: readonly AnySdk[], on: readonly string[], off: readonly string[] = []): Promise<void> {
    const behind = async () => {
        const wrong = sdks.map(async ({ kind, isOn }) => {
            const [enabled, disabled] = await Promise.all([on, off].map((flags) => Promise.all(flags.map(isOn))));
            return enabled!.every(Boolean) && !disabled!.some(Boolean) ? [] : [kind];
        });
        return (await Promise.all(wrong)).flat();
    };
    await expect.poll(behind, { timeout: 60_000, interval: 100 }).toEqual([]);
}

test('SDKs of every kind keep working through all failures of upstream and of the edge', LONG, async () => {
    const frontendToken = 'default:development.frontend-token-of-the-tests';
    const tokens = { INIT_FRONTEND_API_TOKENS: frontendToken };
    const database = await newDatabase('embedded');
    const [data, copy, backup] = [database['DATA_DIR']!, await folder(), await folder()];
    // Ports that the system does not assign while they are briefly unused.
    const [port, edgePort] = [String(await freePort()), String(await freePort())];
    let upstream = await startServer({ ...database, ...tokens, HTTP_PORT: port });
    const again = async (environment: Record<string, string>) => {
        upstream = await startServer({ ...environment, ...tokens, HTTP_PORT: port });
    };
    await addFlag(upstream, 'first');
    let edge = await startEdge(upstream.url, { BACKUP_FOLDER: backup, PORT: edgePort });
    const far = await startEdge(edge.url);
    const sdks = (await Promise.all([edge, far].map(({ url }) => everySdk(url, frontendToken)))).flat();
    await untilAll(sdks, ['first']);

    /** Killed: all SDKs are served as before. It restarts on the same data. */
    const killedAndBack = async (stored: Record<string, string>, meanwhile: () => Promise<void>) => {
        await upstream.stop('SIGKILL');
        expect(await edge.clientFlags()).toMatchObject([{ name: 'first', enabled: true }]);
        await untilAll(sdks, ['first']);
        await meanwhile();
        await again(stored);
    };

    /** Starts with one enabled flag, and ends with another. */
    const bringsAboutAll = async (stored: Record<string, string>) => {
        const env = { ...process.env, ...stored };
        // Every SDK receives the change.
        await addFlag(upstream, 'second');
        await untilAll(sdks, ['first', 'second']);

        // Orderly restart.
        await upstream.stop();
        await again(stored);
        await turn(upstream, 'second', 'off');
        await untilAll(sdks, ['first'], ['second']);
        await turn(upstream, 'second', 'on');
        await untilAll(sdks, ['first', 'second']);

        // Restored with the command from an earlier backup.
        const archive = path.join(await folder(), 'backup.jsonl.gz');
        await run(process.execPath, [MAIN, 'backup', archive], { env });
        await addFlag(upstream, 'third');
        await turn(upstream, 'first', 'off');
        await untilAll(sdks, ['second', 'third'], ['first']);
        await upstream.stop();
        await run(process.execPath, [MAIN, 'restore', archive, '--replace'], { env });
        await again(stored);
        await untilAll(sdks, ['first', 'second'], ['third']);
        await turn(upstream, 'first', 'off');
        await untilAll(sdks, ['second'], ['first', 'third']);
    };
    await killedAndBack(database, async () => undefined);
    await bringsAboutAll(database);

    // Restored from a copy of its folder, without a marker of the restore.
    await upstream.stop();
    await cp(data, path.join(copy, 'copy'), { recursive: true });
    await again(database);
    await addFlag(upstream, 'fourth');
    await turn(upstream, 'first', 'on');
    await untilAll(sdks, ['first', 'fourth']);
    await upstream.stop();
    await rm(data, { recursive: true });
    await cp(path.join(copy, 'copy'), data, { recursive: true });
    await again(database);
    await untilAll(sdks, ['second'], ['first', 'fourth']);

    // Replaced by another server with the same tokens, on PostgreSQL.
    await upstream.stop('SIGKILL');
    const postgres = await newDatabase('PostgreSQL');
    await again(postgres);
    await addFlag(upstream, 'first');
    await untilAll(sdks, ['first'], ['second']);

    // Upstream is unavailable while the edge is killed and restarted: it serves its backup and forwards the reports.
    const inBackup = (file: string) => readFile(path.join(backup, file), 'utf8').catch(() => '');
    const keepsReport = async () => (await inBackup('halyard_reports.json')).includes('"yes":4242');
    await killedAndBack(postgres, async () => {
        await until(async () => /^(?!.*"second").*"first"/s.test(await inBackup('unleash_features.json')));
        expect((await reportUse(edge.url, { appName: 'diligent', flag: 'first', yes: 4242 })).status).toBe(202);
        await until(keepsReport);
        await edge.stop('SIGKILL');
        edge = await startEdge(upstream.url, { BACKUP_FOLDER: backup, PORT: edgePort });
        expect((await edge.clientFlags()).map(({ name }) => name)).toEqual(['first']);
        await untilAll(sdks, ['first']);
        expect(await keepsReport()).toBe(true);
    });
    await until(async () => !(await keepsReport()));
    await bringsAboutAll(postgres);
    expect(await countsOf(upstream, { appName: 'diligent', flag: 'first' })).toBe(4242);
    expect(edge.output()).not.toContain('-token-of-the-tests');
    expect(await edge.stop()).toBe(0);
});

test('edges in a row trust one more certificate and report the usage of SDKs', LONG, async () => {
    const upstream = await startServer(await newDatabase('embedded'));
    await addFlag(upstream, 'by-tls');
    // Like in a clone: `npm start -- edge`.
    const near = await startEdge(
        upstream.url,
        {
            ...{ TLS_ENABLE: 'true', TLS_SERVER_PORT: '0' },
            ...{ TLS_SERVER_KEY: tlsFile('server-key.pem'), TLS_SERVER_CERT: tlsFile('server.pem') },
        },
        ['start'],
        LAUNCHER,
    );
    // The process started by the launcher ends only on a signal.
    onTestFinished(async () => void (await near.stop()));
    const [, address] = / and at (https:\S+),/.exec(near.output())!;
    const far = await startEdge(address!.replace('localhost', '127.0.0.1'), {
        NODE_EXTRA_CA_CERTS: tlsFile('authority.pem'),
        UPSTREAM_CERTIFICATE_FILE: tlsFile('other-authority.pem'),
    });
    const sdk = await startSdk(far.url, { appName: 'reporting', disableMetrics: false, metricsInterval: 100 });
    for (let i = 0; i < 7; i++) expect(sdk.isEnabled('by-tls')).toBe(true);

    const counted = () => countsOf(upstream, { appName: 'reporting', flag: 'by-tls' });
    await expect.poll(counted, { timeout: 120_000, interval: 500 }).toBe(7);
    expect(await near.stop()).toBe(0);
});

test('an edge supports the health check commands of Unleash Edge', async () => {
    const upstream = await startServer(await newDatabase('embedded'));
    const edge = await startEdge(upstream.url, {}, ['--base-path', '/near']);
    expect(new URL(edge.url).pathname).toBe('/near');

    for (const command of ['health', 'ready']) {
        const { stdout } = await run(process.execPath, [MAIN, command, '--edge-url', edge.url]);
        expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    }
    await edge.stop();
    await expect(run(process.execPath, [MAIN, 'ready', '--edge-url', edge.url])).rejects.toMatchObject({ code: 1 });
});

test('an edge without a server serves a file and its updates', async () => {
    const file = path.join(await folder(), 'flags.json');
    const write = async (enabled: boolean) => {
        const features = [{ name: 'from-file', project: 'default', enabled, strategies: [{ name: 'default' }] }];
        // Atomic replacement, as operators should do it.
        await writeFile(`${file}.new`, JSON.stringify({ version: 2, features }));
        await rename(`${file}.new`, file);
    };
    await write(false);
    const offline = await startServer({ PORT: '0', INTERFACE: '127.0.0.1', LOG_FORMAT: 'plain' }, MAIN, [
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
    // Human-readable, as configured.
    expect(offline.output()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z WARN the file of flags cannot be read problem=\S.*$/m);
});
