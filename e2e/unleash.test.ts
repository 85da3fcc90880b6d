import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { builtProgram } from '../packages/server/test/support/build.ts';
import { halyard } from '../packages/server/test/support/halyard.ts';
import { newDatabase } from './support/databases.ts';
import { startForwarder } from './support/forwarder.ts';
import { ADMIN_TOKEN, type OwnProcess, startServer } from './support/server-process.ts';
import { ARCHIVED_FLAGS, FLAG_COUNT, fillUnleash, SPECIAL_FLAGS } from './support/unleash-flags.ts';
import { startUnleash, type UnleashServer } from './support/unleash-server.ts';
import { until } from './support/until.ts';

// Unleash is installed on first use, and needs most of the time to store the flags.
vi.setConfig({ testTimeout: 600_000 });

const FEATURES = '/api/admin/projects/default/features';
const STALE = Array.from({ length: FLAG_COUNT }, (_, index) => index).filter((index) => index % 11 === 0).length;

/**
 * The journey of an installation with 820 flags and the default limits of Unleash, in one test, because it starts and fills Unleash: preview,
 * killed import, completed import, second run, changes, and the way back.
 */
test('820 flags of a real Unleash with its default limits are imported with exit status 0, and exported back', async () => {
    const [unleash, service] = await Promise.all([startFilledUnleash(), startServer(await newDatabase('embedded'))]);
    const environment = { HALYARD_URL: service.url, HALYARD_TOKEN: ADMIN_TOKEN, UNLEASH_TOKEN: unleash.token };
    const migrate = async (...args: string[]) =>
        halyard(['import', 'unleash', '--from', await unleash.urlForNewAddress(), ...args], { environment });

    const preview = await migrate();
    expect(preview).toMatchObject({ status: 0, json: { applied: false, failures: [], conflicts: [], refused: {} } });
    expect(preview.json.imported).toMatchObject({ flags: FLAG_COUNT - ARCHIVED_FLAGS.length, tokens: 4 });
    expect(await service.clientFlags()).toEqual([]);

    await killDuringImport({ ...environment, UNLEASH_URL: await unleash.urlForNewAddress() });
    const flagsOfKilled = (await service.clientFlags()).length;
    expect(flagsOfKilled).toBeGreaterThan(0);
    expect(flagsOfKilled).toBeLessThan(FLAG_COUNT - ARCHIVED_FLAGS.length);
    const imported = await migrate('--apply');
    expect(imported.json, imported.stderr).toBeDefined();
    expect(differencesIn(imported.json.verification)).toEqual([]);
    expect(imported).toMatchObject({ status: 0, json: { applied: true, failures: [], conflicts: [] } });
    expect(imported.json.verification).toMatchObject({ isExact: true, differences: 0 });
    const explained = new Set(imported.json.verification.explained.map(({ flag }: { flag: string }) => flag));
    expect(explained.size).toBeGreaterThan(0);
    const special = new Set([...SPECIAL_FLAGS.byTime, ...SPECIAL_FLAGS.byEmptyProperty]);
    expect([...explained].filter((flag) => !special.has(flag as string))).toEqual([]);

    const before = await revisionOf(service);
    const again = await migrate('--apply', '--overwrite');
    expect(again).toMatchObject({ status: 0, json: { imported: {}, failures: [], conflicts: [] } });
    expect(await revisionOf(service)).toBe(before);
    expect((await service.clientFlags()).filter((flag) => (flag as { stale?: boolean }).stale)).toHaveLength(STALE);

    await change(service);
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-back-'));
    for (const each of ['development', 'production']) {
        const args = ['export', 'unleash', folder, '--project', 'default', '-e', each];
        const { status, json } = await halyard(args, { environment });
        expect({ status, segments: json.segments }).toEqual({ status: 0, segments: ['nordics'] });
        for (const file of json.files) {
            const body = await readFile(file, 'utf8');
            const report = await unleash.send('POST', '/api/admin/features-batch/validate', JSON.parse(body));
            expect(report).toMatchObject({ errors: [], permissions: [] });
            if (each === 'development')
                await unleash.send('POST', '/api/admin/features-batch/import', JSON.parse(body));
        }
    }
    // Unleash sends changes after a second.
    await until(async () => (await unleash.clientFlags()).some(({ name }) => name === 'new-flag'));
    const back = await migrate('--prove');
    expect(back.json, back.stderr).toBeDefined();
    expect(differencesIn(back.json.verification)).toEqual([]);
    expect(back.json.verification).toMatchObject({ isExact: true, differences: 0 });
    expect(back.status).toBe(0);
});

type Verification = Record<'tokens', { token: string; environment: string; payload: object[]; evaluated: object[] }[]>;

const differencesIn = ({ tokens }: Verification) =>
    tokens.flatMap(({ token, environment, payload, evaluated }) =>
        [...payload, ...evaluated].map((difference) => ({ token, environment, ...difference })),
    );

async function startFilledUnleash(): Promise<UnleashServer> {
    const unleash = await startUnleash();
    await fillUnleash(unleash);
    return unleash;
}

async function revisionOf(service: OwnProcess): Promise<number> {
    const { body } = await service.request('GET', '/api/admin/search/events?limit=1');
    return (body as { events: { id: number }[] }).events[0]!.id;
}

/** Starts an import and kills it before its third request that writes flags. */
async function killDuringImport({ HALYARD_URL, ...environment }: Record<string, string>): Promise<void> {
    let requests = 0;
    const isHeld = (route: string) => route.endsWith('/features-batch/import') && ++requests === 3;
    const { url, held } = await startForwarder(HALYARD_URL!, { isHeld });
    const child = spawn(process.execPath, [await builtProgram(), 'import', 'unleash', '--apply'], {
        env: { PATH: process.env['PATH'], HALYARD_URL: url, ...environment },
        stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    await Promise.race([held, exited]);
    child.kill('SIGKILL');
    expect(await exited).toEqual([null, 'SIGKILL']);
}

/** What people change after the switch: a flag is turned off, one is new, and one has other variants. */
async function change(service: OwnProcess): Promise<void> {
    const ok = async (method: string, route: string, body?: unknown) => {
        const response = await service.request(method, route, body);
        expect(response.status, `${method} ${route}: ${JSON.stringify(response.body)}`).toBeLessThan(300);
        return response.body;
    };
    await ok('POST', `${FEATURES}/flag-002/environments/development/off`);
    await ok('POST', FEATURES, { name: 'new-flag', type: 'experiment' });
    await ok('POST', `${FEATURES}/new-flag/environments/development/strategies`, {
        name: 'flexibleRollout',
        parameters: { rollout: '50', stickiness: 'userId', groupId: 'new-flag' },
        variants: ['c', 'b', 'a'].map((name) => ({ name, weight: 0, weightType: 'variable', stickiness: 'default' })),
    });
    await ok('POST', `${FEATURES}/new-flag/environments/development/on`);
}
