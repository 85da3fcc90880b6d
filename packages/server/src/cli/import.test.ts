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
  plain:
    defaultValue: true
# ${'More text than the service accepts if it is not JSON. '.repeat(6_000)}
`;

test('an import previews without --apply, refuses lost parts with code 1, and imports once they are accepted or skipped', async () => {
    const app = await testApp();
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-import-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'features.yaml');
    writeFileSync(file, document);
    const run = (...args: string[]) =>
        halyard(['import', 'growthbook', file, '--environment', 'development', ...args], {
            environment: { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN },
        });
    const statusOf = async (flag: string) => (await app.get(`/api/admin/projects/default/features/${flag}`)).status;

    const refused = {
        status: 1,
        json: {
            ...{ product: 'GrowthBook', from: file, to: app.url, applied: false, counts: { lost: 1 } },
            ...{ imported: { flags: 1 }, refused: { flags: 1 }, same: { flags: 0 }, conflicts: [] },
            failures: ['flags: banner: a part is lost. Accept it with --accept banner'],
        },
    };
    for (const args of [[], ['--apply'], ['--dry-run']]) expect(await run(...args), args.join()).toMatchObject(refused);
    expect(await run('--accept', 'banner')).toMatchObject({ status: 0, json: { applied: false } });
    expect(await run('--accept', 'banner', '--apply', '--dry-run')).toMatchObject({ json: { applied: false } });
    expect([await statusOf('banner'), await statusOf('plain')]).toEqual([404, 404]);

    const skipped = await run('--apply', '--skip-refused');
    expect(skipped).toMatchObject({
        status: 1,
        json: { applied: true, imported: { flags: 1 }, refused: { flags: 1 } },
    });
    expect([await statusOf('banner'), await statusOf('plain')]).toEqual([404, 200]);
    expect(await run('--apply', '--accept', 'banner')).toMatchObject({
        status: 0,
        json: { applied: true, imported: { flags: 1 }, refused: { flags: 0 }, same: { flags: 1 } },
    });
    expect(await statusOf('banner')).toBe(200);
    expect(await run('--apply', '--accept', 'banner')).toMatchObject({
        status: 0,
        json: { imported: { flags: 0 }, same: { flags: 2 }, conflicts: [] },
    });
});

test('a file of more than a megabyte is sent as JSON, for which the limit of the service is higher than for text', async () => {
    const app = await testApp();
    const folder = mkdtempSync(path.join(tmpdir(), 'halyard-import-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, 'features.json');
    const metadata = { notes: Array(11).fill('long '.repeat(20_000)) };
    const flags = [{ key: 'banner', type: 'BOOLEAN_FLAG_TYPE', enabled: true, metadata }];
    writeFileSync(file, JSON.stringify({ flags }));

    const imported = await halyard(['import', 'flipt', file, '--environment', 'development', '--apply'], {
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

    expect(await run('NO', '--apply')).toMatchObject({ status: 1, stdout: expect.stringContaining('--skip-refused') });
    const first = await run('NO', '--apply', '--skip-refused');
    expect(first, first.stderr).toMatchObject({ status: 1 });
    expect(first.stdout).toContain('flags: broken: features.broken.rules is not a list');
    for (const args of [[], ['--apply', '--skip-refused']]) {
        const differs = await run('SE', ...args);
        expect(differs).toMatchObject({
            status: 2,
            stdout: expect.stringContaining('Exists and differs (--overwrite'),
        });
        expect(differs.stdout).toContain('Flag banner: In development, no longer:');
    }
    for (const option of [['--replace', 'banner'], ['--overwrite']]) {
        const country = option.length === 1 ? 'DK' : 'SE';
        const replaced = await run(country, '--apply', '--leave-out', 'broken', ...option);
        expect(replaced, replaced.stderr).toMatchObject({ status: 0 });
        expect(replaced.stdout).toMatch(/Replaced banner:\n {2}In development, no longer: /);
    }
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
