import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { halyard } from '../packages/server/test/support/halyard.ts';
import { newDatabase } from './support/databases.ts';
import { ADMIN_TOKEN, CLIENT_TOKEN, MAIN, startServer } from './support/server-process.ts';
import { until } from './support/until.ts';

const RECORDER = pathToFileURL(path.resolve(import.meta.dirname, 'support/outbound-recorder.mjs')).href;

/** The settings of processes whose connections to other machines are recorded and refused, and the record. */
async function recorded() {
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-outbound-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const record = path.join(folder, 'record');
    return {
        environment: { NODE_OPTIONS: `--import=${RECORDER}`, OUTBOUND_RECORD: record },
        attempts: async () =>
            (await readFile(record, 'utf8').catch(() => '')).split('\n').filter((line) => line !== ''),
    };
}

test('the service, an edge and the command line connect to no address that nobody configured', async () => {
    const { environment, attempts } = await recorded();

    const service = await startServer({ ...(await newDatabase('embedded')), ...environment });
    const edgeSettings = { UPSTREAM_URL: service.url, PORT: '0', INTERFACE: '127.0.0.1', TOKENS: CLIENT_TOKEN };
    const edge = await startServer({ ...edgeSettings, ...environment }, MAIN, ['edge']);
    const command = (...args: string[]) =>
        halyard(args, { environment: { HALYARD_URL: service.url, HALYARD_TOKEN: ADMIN_TOKEN, ...environment } });
    expect(await command('flag', 'create', 'at-home')).toMatchObject({ status: 0 });
    expect(await command('flag', 'on', 'at-home', '-e', 'development')).toMatchObject({ status: 0 });
    expect(await command('whoami')).toMatchObject({ status: 0 });
    expect(await command('--version')).toMatchObject({ status: 0 });
    await until(async () => (await edge.clientFlags()).some(({ name, enabled }) => name === 'at-home' && enabled));
    for (const address of ['/', '/docs/', '/health', '/api/admin/ui-config', '/api/admin/instance-admin/statistics']) {
        const response = await fetch(service.url + address, { headers: { authorization: ADMIN_TOKEN } });
        expect(response.status, address).toBe(200);
    }
    expect(await edge.stop()).toBe(0);
    expect(await service.stop()).toBe(0);

    expect(await attempts()).toEqual([]);
});

test('the record contains connections to other machines, by address and by name', async () => {
    const { environment, attempts } = await recorded();
    const script = `
        const failed = async (url) => await fetch(url).then(() => false, () => true);
        if (!(await failed('http://192.0.2.1/')) || !(await failed('https://telemetry.example.com/'))) process.exit(1);
        await import('node:dns').then(({ promises }) => promises.resolveTxt('version.example.com').catch(() => undefined));
    `;

    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env: environment });

    expect(await attempts()).toEqual([
        'connection 192.0.2.1:80',
        'connection telemetry.example.com:443',
        'lookup version.example.com',
    ]);
});
