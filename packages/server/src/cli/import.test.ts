import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { halyard } from '../../test/support/halyard.ts';
import { run as runInProcess } from '../../test/support/in-process.ts';
import { ADMIN_TOKEN, testApp } from '../../test/support/test-app.ts';

const document = `
features:
  banner:
    defaultValue: false
    rules:
      - { condition: { country: NO }, force: true }
      - { condition: { tags: { $size: 2 } }, force: true }
# ${'More text than the service accepts if it is not JSON. '.repeat(6_000)}
`;

test('a dry run exits with code 2 if a part is lost; the import succeeds once the loss is accepted', async () => {
    const app = await testApp();
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-import-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'features.yaml');
    writeFileSync(file, document);
    const run = (...args: string[]) =>
        halyard(['import', 'growthbook', file, '--environment', 'development', ...args], {
            environment: { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN },
        });

    expect(await run('--dry-run')).toMatchObject({ status: 2, json: { product: 'GrowthBook', counts: { lost: 1 } } });
    expect(await run()).toMatchObject({ status: 1, stderr: expect.stringContaining('"accept" (--accept ') });
    expect(await run('--accept', 'banner')).toMatchObject({ status: 0 });

    expect(await app.get('/api/admin/projects/default/features/banner')).toMatchObject({ status: 200 });
});

test('a file of more than a megabyte is sent as JSON, for which the limit of the service is higher than for text', async () => {
    const app = await testApp();
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-import-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'features.json');
    const metadata = { notes: Array(11).fill('long '.repeat(20_000)) };
    const flags = [{ key: 'banner', type: 'BOOLEAN_FLAG_TYPE', enabled: true, metadata }];
    writeFileSync(file, JSON.stringify({ flags }));

    const imported = await halyard(['import', 'flipt', file, '--environment', 'development'], {
        environment: { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN },
    });

    expect(imported, imported.stderr).toMatchObject({ status: 0, json: { counts: { exact: 1 } } });
});

test('malformed flags and replaced flags are listed, and existing flags are replaced only on request', async () => {
    const app = await testApp();
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-import-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'features.json');
    const run = async (country: string, ...args: string[]) => {
        const banner = { defaultValue: false, rules: [{ condition: { country }, force: true }] };
        writeFileSync(file, JSON.stringify({ features: { banner, broken: { rules: 7 } } }));
        return runInProcess(['import', 'growthbook', file, '--environment', 'development', ...args], {
            environment: { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN, NO_COLOR: '1' },
            isTerminal: true,
        });
    };

    const first = await run('NO');
    expect(first, first.stderr).toMatchObject({ status: 0 });
    expect(first.stdout).toContain('Flags here: 1 new.');
    expect(first.stdout).toContain('Not imported: broken: features.broken.rules is not a list.');
    expect(await run('SE')).toMatchObject({ status: 1, stderr: expect.stringContaining('"replace"') });
    const replaced = await run('SE', '--replace', 'banner');

    expect(replaced).toMatchObject({ status: 0 });
    expect(replaced.stdout).toMatch(/Replaced banner:\n {2}In development, no longer: .*NO/);
});

test('a missing login and an unknown source are reported with the next step', async () => {
    expect(await halyard(['import', 'growthbook', 'nowhere.json'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('halyard login'),
    });
    expect(await halyard(['import', 'elsewhere', 'file.json'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(
            'launchdarkly, flagsmith, growthbook, flipt, configcat, flagd, gofeatureflag, microsoft',
        ),
    });
});
