import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../support/in-process.ts';
import { ADMIN_TOKEN, testApp } from '../support/test-app.ts';

async function exporting() {
    const app = await testApp();
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-export-'));
    const environment = { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN };
    const back = (...args: string[]) =>
        run(['export', 'unleash', folder, '--project', 'default', '-e', 'development', ...args], { environment });
    return { app, folder, back };
}

test('flags are written as requests for Unleash of at most 500 kB, with children in the last one', async () => {
    const { app, back } = await exporting();
    const description = 'x'.repeat(5_000);
    const names = Array.from({ length: 120 }, (_, index) => `flag-${String(index).padStart(3, '0')}`);
    await app.post('/api/admin/features-batch/import', {
        project: 'default',
        environment: 'development',
        data: {
            features: names.map((name) => ({ name, description })),
            featureStrategies: names.map((featureName) => ({ name: 'default', featureName })),
            dependencies: [{ feature: 'flag-000', dependencies: [{ feature: 'flag-119' }] }],
        },
    });

    const { status, json } = await back();

    expect({ status, flags: json.flags }).toEqual({ status: 0, flags: 120 });
    const texts = await Promise.all(json.files.map((file: string) => readFile(file, 'utf8')));
    expect(texts.length).toBeGreaterThan(1);
    const written: string[] = [];
    const fileOf = new Map<string, number>();
    for (const [index, text] of texts.entries()) {
        expect(text.length).toBeLessThan(500_000);
        const { project, environment, data } = JSON.parse(text);
        expect({ project, environment }).toEqual({ project: 'default', environment: 'development' });
        const own = data.features.map(({ name }: { name: string }) => name);
        expect(data.featureStrategies.map((each: { featureName: string }) => each.featureName)).toEqual(own);
        written.push(...own);
        for (const name of own) fileOf.set(name, index);
    }
    expect(written.toSorted()).toEqual(names);
    expect(fileOf.get('flag-000')).toBe(texts.length - 1);
});

test('only the listed flags are written, and earlier files are not replaced', async () => {
    const { app, folder, back } = await exporting();
    await app.has.project({ id: 'web' });
    await app.has.flag({ name: 'checkout' });
    await app.has.flag({ name: 'search' });
    await app.has.flag({ name: 'cart', project: 'web' });

    expect(await back('--project', 'none')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('There are no flags in project none'),
    });
    expect(await back('--flags', 'nope')).toMatchObject({ status: 1, stderr: expect.stringContaining('no flag nope') });
    expect(await back('--flags', 'cart')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('Flag cart is in project web, not in default'),
    });
    const file = path.join(folder, 'default-development-1.json');
    expect(await back('--flags', 'checkout')).toMatchObject({ status: 0, json: { flags: 1, files: [file] } });
    expect(JSON.parse(await readFile(file, 'utf8')).data.features).toMatchObject([{ name: 'checkout' }]);

    expect(await back()).toMatchObject({ status: 1, stderr: expect.stringContaining('default-development-1.json') });
});
