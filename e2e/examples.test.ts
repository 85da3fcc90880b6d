import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import * as server from '@openfeature/server-sdk';
import * as web from '@openfeature/web-sdk';
import { InMemStorageProvider } from 'unleash-client';
import { expect, onTestFinished, test } from 'vitest';
import { countedSeries } from '../packages/server/test/support/counted-series.ts';
import { freePort } from '../packages/server/test/support/free-port.ts';
import { CLIENT_TOKEN, testApp } from '../packages/server/test/support/test-app.ts';
import { until } from './support/until.ts';

const FOLDER = path.resolve(import.meta.dirname, '../examples');

interface Example {
    command: readonly string[];
    /** Whether this machine has the language and the packages of the example. */
    isAvailable: () => boolean;
    /** The file of the response that contains the result or the bundled application. */
    file?: string;
    expected?: string;
}

const hasPackages = (name: string) => () => {
    const { resolve } = createRequire(path.join(FOLDER, name, 'package.json'));
    const { dependencies } = JSON.parse(readFileSync(path.join(FOLDER, name, 'package.json'), 'utf8'));
    return Object.keys(dependencies).every((each) => {
        try {
            return resolve(each) !== '';
        } catch (error) {
            // A package without an entry point for `require` is installed nevertheless.
            return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
        }
    });
};
const hasModules = (modules: string) => () => spawnSync('python3', ['-c', `import ${modules}`]).status === 0;
const hasGo = () => spawnSync('go', ['list', '-deps', '.'], { cwd: path.join(FOLDER, 'go') }).status === 0;

const node = (file: string) => [process.execPath, file];
const EXAMPLES: Record<string, Example> = {
    express: { command: node('server.js'), isAvailable: hasPackages('express') },
    flask: { command: ['python3', 'app.py'], isAvailable: hasModules('flask, UnleashClient') },
    go: { command: ['go', 'run', '.'], isAvailable: hasGo },
    nextjs: { command: ['npm', 'start'], isAvailable: hasPackages('nextjs') },
    'openfeature-node': { command: node('server.js'), isAvailable: hasPackages('openfeature-node') },
    'openfeature-comparison': { command: node('server.js'), isAvailable: hasPackages('openfeature-comparison') },
    'openfeature-track': { command: node('server.js'), isAvailable: hasPackages('openfeature-track') },
    'openfeature-python': {
        command: ['python3', 'app.py'],
        isAvailable: hasModules('flask, openfeature.contrib.provider.ofrep'),
    },
    react: { command: node('serve.js'), isAvailable: hasPackages('react'), file: 'app.js', expected: 'new-checkout: ' },
};
const available = Object.entries(EXAMPLES).filter(([, { isAvailable }]) => isAvailable());

test('the examples of installed packages are available', () => {
    expect(available.map(([name]) => name)).toEqual(expect.arrayContaining(['express', 'openfeature-node']));
});

test.each(available)('examples/%s evaluates a flag', async (name, { command, file = '', expected }) => {
    const app = await testApp();
    const { name: flag } = await app.has.flag({ name: 'new-checkout' });
    await app.has.strategy({ flag });
    await app.post(`/api/admin/projects/default/features/${flag}/environments/development/on`);
    const port = await freePort();
    const [program, ...args] = command;
    const child = spawn(program!, args, {
        cwd: path.join(FOLDER, name),
        env: {
            PATH: process.env['PATH'],
            HOME: process.env['HOME'],
            HALYARD_URL: app.url,
            HALYARD_TOKEN: CLIENT_TOKEN,
            PORT: String(port),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
    });
    // The whole process group: npm and go start further processes.
    onTestFinished(() => void process.kill(-child.pid!, 'SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => (output += text));

    const answer = async () => {
        const response = await fetch(`http://127.0.0.1:${port}/${file}?user=ada`).catch(() => undefined);
        expect(child.exitCode, output).toBeNull();
        return response?.text();
    };
    await until(async () => (await answer()) !== undefined);

    expect(await answer()).toContain(expected ?? 'new-checkout: true');
});

test.each(['client', 'frontend'] as const)(
    'tracking of OpenFeature with a %s token arrives as outcomes',
    async (type) => {
        const app = await testApp();
        const { secret } = await app.has.token({ type, projects: ['default'] });
        const { withTracking } = await import(path.join(FOLDER, 'openfeature-track/tracking-provider.js'));
        const options = { baseUrl: app.url, token: secret, path: `/api/${type}/outcomes`, intervalMs: 10 };
        const openFeature = type === 'client' ? server.OpenFeature : web.OpenFeature;
        if (type === 'client') {
            await server.OpenFeature.setProviderAndWait(withTracking(new server.InMemoryProvider({}), options));
        } else await web.OpenFeature.setProviderAndWait(withTracking(new web.InMemoryProvider({}), options));

        if (type === 'client') server.OpenFeature.getClient().track('purchase', { targetingKey: 'ada' }, { value: 7 });
        else web.OpenFeature.getClient().track('purchase', { value: 7 });
        await openFeature.close();

        await app.services.reports.store();
        expect(await countedSeries(app, 'outcome_values_total')).toEqual({ '{"outcome":"purchase"}': 7 });
    },
);

test('the comparison reports mismatches live, and the application gets the results of the current product', async () => {
    const [unleash, halyard] = [await testApp(), await testApp()];
    for (const app of [unleash, halyard]) {
        await app.has.flag({ name: 'same', enabled: true });
        await app.has.flag({ name: 'other', enabled: app === unleash });
    }
    await unleash.has.flag({ name: 'missing', enabled: true });
    const { UnleashProvider } = await import(path.join(FOLDER, 'openfeature-comparison/unleash-provider.js'));
    const { SafeComparison } = await import(path.join(FOLDER, 'openfeature-comparison/safe-comparison.js'));
    const current = new UnleashProvider({
        ...{ url: `${unleash.url}/api/`, appName: 'shop', customHeaders: { Authorization: CLIENT_TOKEN } },
        ...{ disableMetrics: true, storageProvider: new InMemStorageProvider() },
    });
    const candidate = new OFREPProvider({ baseUrl: halyard.url, headers: [['Authorization', CLIENT_TOKEN]] });
    const mismatches: string[] = [];
    const strategy = new SafeComparison(current, (results: { details: { flagKey: string } }[]) =>
        mismatches.push(results[0]!.details.flagKey),
    );
    const provider = new server.MultiProvider([{ provider: current }, { provider: candidate }], strategy);
    await server.OpenFeature.setProviderAndWait('comparison', provider);
    onTestFinished(() => server.OpenFeature.clearProviders());
    const client = server.OpenFeature.getClient('comparison');
    const evaluate = (flag: string) => client.getBooleanValue(flag, false, { targetingKey: '7' });

    expect([await evaluate('same'), await evaluate('other'), await evaluate('missing')]).toEqual([true, true, true]);
    expect(mismatches).toEqual(['other', 'missing']);
    await halyard.post('/api/admin/projects/default/features/other/environments/development/on');
    await until(async () => {
        const before = mismatches.length;
        expect(await evaluate('other')).toBe(true);
        return mismatches.length === before;
    });
});

test('every example has a manifest and a short README, and is listed', () => {
    const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const names = folders.map(({ name }) => name).filter((name) => name !== 'gitops');

    expect(names.toSorted()).toEqual(Object.keys(EXAMPLES).toSorted());
    const list = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
    for (const name of names) {
        const files = ['package.json', 'requirements.txt', 'go.mod'].map((file) => path.join(FOLDER, name, file));
        expect(
            files.filter((file) => existsSync(file)),
            name,
        ).toHaveLength(1);
        expect(list).toContain(`(${name}/README.md)`);
        expect(readFileSync(path.join(FOLDER, name, 'README.md'), 'utf8').split('\n').length).toBeLessThan(15);
    }
});

test('the examples use the versions of the packages that the other tests use', () => {
    const { devDependencies } = JSON.parse(readFileSync(path.join(FOLDER, '../package.json'), 'utf8'));
    for (const name of ['express', 'react', 'openfeature-node', 'openfeature-comparison', 'openfeature-track']) {
        const { dependencies } = JSON.parse(readFileSync(path.join(FOLDER, name, 'package.json'), 'utf8'));
        for (const [each, version] of Object.entries(dependencies)) {
            if (devDependencies[each]) expect(version, each).toBe(devDependencies[each]);
        }
    }
});
