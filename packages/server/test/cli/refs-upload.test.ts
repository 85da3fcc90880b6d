import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { halyard } from '../support/halyard.ts';
import { repository } from '../support/repository.ts';
import { ADMIN_TOKEN, testApp } from '../support/test-app.ts';

const FEATURES = '/api/admin/projects/default/features';

async function signedIn() {
    const app = await testApp();
    const environment = { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN };
    return { app, halyard: (args: string[]) => halyard(args, { environment }) };
}

test('upload sends the positions of flags and the time of their removal, and no source code', async () => {
    const { app, halyard: runCli } = await signedIn();
    await app.has.project({ id: 'shop' });
    await app.has.flag({ name: 'new-checkout' });
    await app.has.flag({ name: 'old-banner' });
    await app.has.flag({ name: 'cart-hints', project: 'shop' });
    const repo = repository({ 'a.ts': "isEnabled('old-banner'); // secret sauce\n" });
    const removed = repo.commit({ 'a.ts': "if (isEnabled('new-checkout')) secretSauce();\n" });
    repo.commit({ 'b.py': 'is_enabled("cart-hints")\n' });
    repo.git('remote', 'add', 'origin', 'https://me:s3cret@github.com/acme/shop.git');
    const args = ['refs', 'upload', '--dir', repo.folder];

    const rehearsed = await runCli([...args, '--dry-run']);
    expect(rehearsed).toMatchObject({ status: 0, json: { dryRun: true } });
    expect((await app.get('/api/admin/projects/default/code-references')).body.scans).toEqual([]);
    // Neither code nor the password of the remote is sent.
    expect(rehearsed.stdout).not.toMatch(/auce|s3cret/);

    expect(await runCli(args)).toMatchObject({
        status: 0,
        json: { projects: { default: { references: 1, flags: 1 } } },
    });

    expect((await app.get(`${FEATURES}/new-checkout/code-references`)).body).toMatchObject({
        total: 1,
        branches: [
            {
                repository: 'acme/shop',
                branch: 'main',
                isDefault: true,
                places: [
                    {
                        path: 'a.ts',
                        line: 1,
                        kind: 'call',
                        symbol: 'isEnabled',
                        url: expect.stringMatching(/^https:\/\/github\.com\/acme\/shop\/blob\/[0-9a-f]{40}\/a\.ts#L1$/),
                    },
                ],
            },
        ],
    });
    expect((await app.get(`${FEATURES}/old-banner/code-references`)).body).toMatchObject({
        total: 0,
        branches: [{ gone: { revision: removed } }],
    });
    const other = await app.get('/api/admin/projects/shop/features/cart-hints/code-references');
    expect(other.body).toMatchObject({ total: 1, branches: [{ places: [{ path: 'b.py' }] }] });
});

test('references found by other tools are accepted without source text, and deleted branches are removed', async () => {
    const { app, halyard: runCli } = await signedIn();
    await app.has.flag({ name: 'new-checkout' });
    const origin = repository();
    const repo = repository({ 'a.ts': '' });
    repo.git('remote', 'add', 'origin', origin.folder);
    const file = path.join(repo.folder, '.git', 'found.json');
    const args = ['refs', 'upload', '--dir', repo.folder, '--repository', 'acme/shop', '--from', file];
    const hunks = [
        { startingLineNumber: 4, lines: 'secretSauce()', flagKey: 'new-checkout', aliases: ['newCheckout'] },
    ];
    writeFileSync(file, JSON.stringify({ references: [{ path: 'x.go', hunks }] }));
    expect(await runCli([...args, '--branch', 'work'])).toMatchObject({ status: 0 });
    writeFileSync(
        file,
        JSON.stringify([
            { filePath: 'y.go', startingLineNumber: 7, lines: 'x', flagKey: 'new-checkout', contentHash: 'a' },
        ]),
    );

    expect(await runCli([...args, '--prune'])).toMatchObject({ status: 0, json: { pruned: ['work'] } });

    expect((await app.get(`${FEATURES}/new-checkout/code-references`)).body).toMatchObject({
        total: 1,
        branches: [{ branch: 'main', places: [{ path: 'y.go', line: 7, kind: 'text' }] }],
    });
    writeFileSync(file, '{"neither": []}');
    expect(await runCli(args)).toMatchObject({ status: 1, stderr: expect.stringContaining('neither') });
});
