import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { run } from '../../../test/support/in-process.ts';
import { ADMIN_TOKEN, testApp } from '../../../test/support/test-app.ts';

/* Runs the commands in docs/gitops.md and in the example pipelines. */

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
const app = await testApp({ until: 'file' });

async function inFolder() {
    const folder = await mkdtemp(path.join(tmpdir(), 'halyard-gitops-docs-'));
    /** Runs a shell command in the folder. */
    const halyard = (line: string, token = ADMIN_TOKEN) => {
        const [command, ...words] = line.split(/\s+/);
        const isFile = (word: string) => /^[\w-]+\.(json|md)$/.test(word);
        const placed = words.map((word) => (isFile(word) ? path.join(folder, word) : word));
        const names = placed.some(
            (word) => !word.startsWith('-') && words[placed.indexOf(word) - 1]?.startsWith('--') !== true,
        );
        return run([command!, ...(names ? [] : [folder]), ...placed], {
            environment: { HALYARD_URL: app.url, HALYARD_TOKEN: token },
        });
    };
    return { folder, halyard };
}

/** Returns the commands of a text without their comments. */
const commandsIn = (text: string) =>
    [...text.matchAll(/^.*?\bhalyard ((?:pull|plan|apply|drift)[^#|>\n]*)/gm)].map(([, words]) => words!.trim());

const blocksIn = (text: string, language: string) =>
    [...text.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(([, block]) => block!);

test('the commands in docs/gitops.md work as documented with the files shown there', async () => {
    const page = await readFile(path.join(ROOT, 'docs/gitops.md'), 'utf8');
    const { folder, halyard } = await inFolder();
    const lines = blocksIn(page, 'sh').flatMap(commandsIn);
    expect(lines).toEqual([
        'pull --project default',
        'plan',
        'plan',
        'apply',
        'plan --out plan.json',
        'apply plan.json',
    ]);
    const [begin, change, saved] = [lines.slice(0, 2), lines.slice(2, 4), lines.slice(4)];
    await app.has.flag({ name: 'there-already' });

    for (const line of begin) expect(await halyard(line), line).toMatchObject({ status: 0 });

    const [flag, segment] = blocksIn(page, 'yaml');
    await mkdir(path.join(folder, 'segments'), { recursive: true });
    await writeFile(path.join(folder, 'flags', 'default', 'new-checkout.yaml'), flag!);
    await writeFile(path.join(folder, 'segments', 'beta-users.yaml'), segment!);
    expect(await halyard(change[0]!)).toMatchObject({ status: 2, json: { create: 2 } });
    expect(await halyard(change[1]!)).toMatchObject({ status: 0, json: { created: 2 } });
    const { body } = await app.get('/api/admin/projects/default/features/new-checkout');
    expect(body.environments[1]).toMatchObject({
        name: 'production',
        enabled: false,
        strategies: [{ parameters: { rollout: '10' } }],
    });

    await writeFile(
        path.join(folder, 'flags', 'default', 'new-checkout.yaml'),
        flag!.replace('rollout: 10,', 'rollout: 20,'),
    );
    expect(await halyard(saved[0]!)).toMatchObject({ status: 2, json: { change: 1 } });
    expect(await halyard(saved[1]!)).toMatchObject({ status: 0, json: { changed: 1 } });
    expect(await halyard('drift')).toMatchObject({ status: 0 });
    expect(await halyard('plan --include enabled')).toMatchObject({ status: 0 });
});

test.each(['github.yml', 'gitlab.yml'])('the commands of the example pipeline %s work', async (name) => {
    const text = await readFile(path.join(ROOT, 'examples/gitops', name), 'utf8');
    const jobs = parse(text).jobs ?? parse(text);
    const scriptOf = (job: { steps?: { run?: string }[]; script?: string[] }) =>
        commandsIn([...(job.steps ?? []).flatMap(({ run: line }) => line ?? []), ...(job.script ?? [])].join('\n'));
    const { folder, halyard } = await inFolder();
    const flag = name.replace('.yml', '-flag');
    await app.has.flag({ name: flag });
    await halyard('pull --project default');
    const file = path.join(folder, 'flags', 'default', `${flag}.yaml`);
    await writeFile(file, (await readFile(file, 'utf8')).replace('type: release', 'type: experiment'));
    // Authors of pull requests have read access only.
    const { id } = (await app.post('/api/admin/service-account', { username: `ci-${flag}`, name: 'CI', rootRole: 3 }))
        .body;
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await app.post(`/api/admin/service-account/${id}/token`, { description: 'ci', expiresAt });

    const planned = await halyard(scriptOf(jobs.plan)[0]!.replace(/ \|\|.*/, ''), body.secret);
    expect(planned.status, planned.stderr).toBe(2);
    expect((await halyard('apply', body.secret)).status).toBe(1);
    expect(await halyard(scriptOf(jobs.apply)[0]!)).toMatchObject({ status: 0, json: { changed: 1 } });
    expect((await halyard(scriptOf(jobs.drift)[0]!, body.secret)).status).toBe(0);
});
