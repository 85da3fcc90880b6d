import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../support/in-process.ts';
import { repository } from '../support/repository.ts';

const FILES = {
    'tsconfig.json': JSON.stringify({
        compilerOptions: {
            strict: true,
            noUnusedLocals: true,
            allowUnreachableCode: false,
            target: 'esnext',
            module: 'nodenext',
            lib: ['esnext'],
            types: [],
            allowImportingTsExtensions: true,
            noEmit: true,
        },
        include: ['src'],
    }),
    'package.json': '{"type":"module"}',
    'src/sdk.ts':
        'export const isEnabled = (name: string): boolean => (globalThis as { flags?: string[] }).flags?.includes(name) ?? false;\n',
    'src/price.ts': `import { isEnabled } from './sdk.ts';
import { oldPrice } from './old.ts';

const RATE = 2;

export function price(amount: number): string {
    if (!isEnabled('new-price')) {
        return oldPrice(amount);
    }
    const total: number = amount * RATE;
    return isEnabled('cents') ? \`\${total}.00\` : String(total);
}
`,
    'src/old.ts': "export const oldPrice = (amount: number): string => 'old ' + amount;\n",
};

const prices = (folder: string, flags: string[]) =>
    execFileSync(
        process.execPath,
        [
            '--input-type=module',
            '-e',
            `globalThis.flags = ${JSON.stringify(flags)}; console.log((await import(${JSON.stringify(path.join(folder, 'src/price.ts'))})).price(3))`,
        ],
        { encoding: 'utf8' },
    ).trim();

test('the patch is applied by git, type-checks, and preserves the behaviour of the code', async () => {
    const repo = repository(FILES);
    const args = ['refs', 'remove', 'new-price', '--dir', repo.folder];
    const before = prices(repo.folder, ['new-price', 'cents']);

    const done = await run([...args, '--keep', 'on']);

    expect(done).toMatchObject({ status: 0, stderr: expect.stringContaining('1 files would change') });
    expect(repo.git('status', '--porcelain')).toBe('');
    writeFileSync(path.join(repo.folder, '.git', 'patch'), done.stdout);
    repo.git('apply', path.join('.git', 'patch'));
    expect(readFileSync(path.join(repo.folder, 'src/price.ts'), 'utf8')).toBe(`import { isEnabled } from './sdk.ts';

const RATE = 2;

export function price(amount: number): string {
    const total: number = amount * RATE;
    return isEnabled('cents') ? \`\${total}.00\` : String(total);
}
`);
    expect(prices(repo.folder, ['cents'])).toBe(before);

    // With the flag off, and written directly.
    repo.git('checkout', '-q', '.');
    expect(await run([...args, '--keep', 'off', '--write', '--json'])).toMatchObject({
        status: 0,
        json: { files: ['src/price.ts'], written: true },
    });
    expect(readFileSync(path.join(repo.folder, 'src/price.ts'), 'utf8')).toBe(`import { oldPrice } from './old.ts';

export function price(amount: number): string {
    return oldPrice(amount);
}
`);
    expect(prices(repo.folder, [])).toBe('old 3');
});

test('code that would not type-check is not changed, and the reason is reported', async () => {
    const text = `import { isEnabled } from './sdk.ts';
export function label(): string {
    let mode: 'plain' | 'fancy' = 'plain';
    if (isEnabled('new-price')) {
        mode = 'fancy';
    }
    return mode === 'plain' ? 'Price' : 'The price';
}
`;
    const repo = repository({ ...FILES, 'src/price.ts': text });
    const args = ['refs', 'remove', 'new-price', '--dir', repo.folder, '--write'];

    expect(await run([...args, '--keep', 'on'])).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/would not type-check, so nothing was changed: \S+price\.ts:\d+ .*no overlap/),
    });
    expect(repo.git('status', '--porcelain')).toBe('');
    expect(await run([...args, '--keep', 'maybe'])).toMatchObject({ status: 1 });
    expect(await run([...args.with(2, 'nowhere'), '--keep', 'on'])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('No JavaScript or TypeScript file uses nowhere'),
    });
});
