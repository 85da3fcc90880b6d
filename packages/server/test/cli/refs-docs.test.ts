import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { settingsOf } from '@halyard/cli/refs/settings';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { run } from '../support/in-process.ts';
import { repository } from '../support/repository.ts';
import { ADMIN_TOKEN, testApp } from '../support/test-app.ts';

const GUIDE = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/code-references.md'), 'utf8');

const blocks = (language: string) =>
    [...GUIDE.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(([, block]) => block!);

/** All commands of the guide in their order, in one repository. */
const COMMANDS = blocks('sh').flatMap((block) => block.trim().split('\n'));

test('the commands of the guide work as described', async () => {
    const app = await testApp();
    await app.has.project({ id: 'web' });
    await app.has.flag({ name: 'new-checkout', project: 'web' });
    const repo = repository({ 'names.txt': 'new-checkout\n', '.halyardignore': 'names.txt\n', 'a.js': '' });
    repo.git('checkout', '-q', '-b', 'work');
    repo.commit({ 'a.js': "if (isEnabled('new-checkout')) a();\n" });
    const environment = { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN };
    const statuses: Record<string, number | null> = {};

    for (const line of COMMANDS) {
        const [command, file] = line.split(' > ');
        const args = command!.split(' ').map((arg) => (arg === 'names.txt' ? path.join(repo.folder, arg) : arg));
        if (args[0] === 'git') {
            execFileSync('git', args.slice(1), { cwd: repo.folder });
            continue;
        }
        const done = await run([...args.slice(1), '--dir', repo.folder], { environment });
        if (file) writeFileSync(path.join(repo.folder, file), done.stdout);
        statuses[args.slice(1, 3).join(' ')] = done.status;
    }

    expect(statuses).toEqual({
        'refs scan': 0,
        'refs upload': 0,
        'refs diff': 2,
        'refs check': 0,
        'refs remove': 0,
    });
    expect(readFileSync(path.join(repo.folder, 'a.js'), 'utf8')).toBe('a();\n');
    const { body } = await app.get('/api/admin/projects/web/features/new-checkout/code-references');
    expect(body).toMatchObject({ total: 1, branches: [{ branch: 'work', isDefault: false }] });
}, 60_000);

test('the settings of the guide are accepted, and the pipelines are valid YAML with existing commands', async () => {
    const [settings, ...pipelines] = blocks('yaml');
    const { folder } = repository({ '.halyard/refs.yaml': settings! });

    expect(await settingsOf(folder)).toEqual(parse(settings!));
    for (const pipeline of pipelines) {
        expect(parse(pipeline)).toBeTypeOf('object');
        // `e2e/action.test.ts` tests the action.
        if (pipeline.includes('uses: ./halyard')) continue;
        const [, command] = /halyard (refs \w+ --project web)/.exec(pipeline)!;
        expect((await run([...command!.split(' '), '--help'])).status).toBe(0);
    }
});
