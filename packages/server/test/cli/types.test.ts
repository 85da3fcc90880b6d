import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { run } from '../support/in-process.ts';
import { ADMIN_TOKEN, testApp } from '../support/test-app.ts';

const TSC = path.resolve(import.meta.dirname, '../../../../node_modules/typescript-7/bin/tsc');

test('generated types compile, accept matching values and reject others; the manifest is equivalent', async () => {
    const app = await testApp();
    await app.has.flag({ name: 'new-checkout', description: 'Ends comments: */ alert(1) /*' });
    await app.has.flag({ name: 'greeting', valueType: 'string', codeDefault: 'Hi "you"' });
    await app.has.flag({ name: 'settings', valueType: 'object', codeDefault: { size: 3 } });
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-types-'));
    const environment = { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN };
    const file = path.join(folder, 'flags.ts');

    expect(await run(['types', '-o', file], { environment })).toMatchObject({ status: 0, json: { flags: 3 } });
    const manifest = await run(['types', '--manifest'], { environment });

    expect(manifest.json.flags).toEqual({
        greeting: { flagType: 'string', defaultValue: 'Hi "you"' },
        'new-checkout': { flagType: 'boolean', defaultValue: false, description: 'Ends comments: */ alert(1) /*' },
        settings: { flagType: 'object', defaultValue: { size: 3 } },
    });
    await writeFile(
        path.join(folder, 'uses.ts'),
        `import { flagDefaults, type FlagKeyOf, type Flags } from './flags.ts';
const read = <Key extends keyof Flags>(key: Key): Flags[Key] => flagDefaults[key];
export const text: string = read('greeting');
export const isOn: boolean = read('new-checkout');
export const key: FlagKeyOf<boolean> = 'new-checkout';
// @ts-expect-error: it is a string
export const wrong: boolean = read('greeting');
// @ts-expect-error: the flag does not exist
read('new-chekout');
// @ts-expect-error: it is not a boolean
export const other: FlagKeyOf<boolean> = 'greeting';
`,
    );
    const compiled = await promisify(execFile)(process.execPath, [
        TSC,
        ...[
            '--ignoreConfig',
            '--noEmit',
            '--strict',
            '--allowImportingTsExtensions',
            '--module',
            'nodenext',
            '--types',
            '',
        ],
        path.join(folder, 'uses.ts'),
    ]).catch((error: { stdout: string }) => error);
    expect(compiled.stdout).toBe('');
    expect(await readFile(file, 'utf8')).toContain('"new-checkout": boolean;');
}, 60_000);
