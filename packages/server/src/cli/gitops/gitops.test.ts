import { mkdir, mkdtemp, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { run } from '../../../test/support/in-process.ts';
import { protect } from '../../../test/support/protect.ts';
import { testApp } from '../../../test/support/test-app.ts';

const app = await testApp({ until: 'file' });
/** A pipeline uses the personal token of a user: requests of tokens without a known owner need one approval more. */
const { body: pipeline } = await app.post(
    '/api/admin/user/tokens',
    { description: 'pipeline', expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
    await app.has.user({ rootRole: 'admin' }),
);
const environment = { HALYARD_URL: app.url, HALYARD_TOKEN: pipeline.secret as string };
const halyard = (...args: string[]) => run(args, { environment });
const inTerminal = (...args: string[]) =>
    run(args, { environment: { ...environment, NO_COLOR: '1' }, isTerminal: true });
const newFolder = () => mkdtemp(path.join(tmpdir(), 'halyard-gitops-'));

/** A new project with one flag, pulled into a folder. */
async function pulled(flag: string, ...args: string[]) {
    const { id: project } = await app.has.project();
    await app.has.flag({ name: flag, project, enabled: ['development'] });
    const folder = await newFolder();
    expect(await halyard('pull', folder, '--project', project, ...args)).toMatchObject({ status: 0 });
    const file = path.join(folder, 'flags', project, `${flag}.yaml`);
    const edit = async (from: string | RegExp, to: string) =>
        writeFile(file, (await readFile(file, 'utf8')).replace(from, to));
    const flagAt = `/api/admin/projects/${project}/features/${flag}`;
    return { project, folder, file, edit, flagAt, text: () => readFile(file, 'utf8') };
}

test('plan shows no changes after pull; an edit is planned, applied, and then no longer planned', async () => {
    const { folder, edit, flagAt } = await pulled('journey');

    expect(await halyard('plan', folder)).toMatchObject({ status: 0, json: { create: 0, change: 0, remove: 0 } });
    await edit(/rollout: 100/, 'rollout: 25');
    const planned = await halyard('plan', folder);

    expect(planned).toMatchObject({
        status: 2,
        json: {
            change: 1,
            planned: [{ action: 'change', sentences: ['change a strategy of journey in development'] }],
        },
    });
    expect(planned.json.who[0]).toMatchObject({ environment: 'development', flags: [{ name: 'journey' }] });
    expect(await halyard('drift', folder)).toMatchObject({ status: 2 });
    const shown = await inTerminal('plan', folder);
    expect(shown.stdout).toMatch(/~ flag journey .*\n {4}change a strategy of journey in development\n/);
    expect(shown.stdout).toMatch(/journey in development: \d+ of \d+ synthetic users/);
    expect(shown.stdout).toContain('0 to create, 1 to change, 0 to archive or delete');
    expect((await halyard('plan', folder, '--markdown')).stdout).toMatch(/^### Plan: .*\n\n```diff\n/);

    expect(await halyard('apply', folder)).toMatchObject({ status: 0, json: { changed: 1 } });
    expect(await halyard('plan', folder)).toMatchObject({ status: 0, json: { planned: [] } });
    const { body } = await app.get(flagAt);
    expect(body.environments[0].strategies[0].parameters.rollout).toBe('25');
});

test('a saved plan is applied exactly as shown, and is rejected if an affected flag has changed since', async () => {
    const { folder, edit, flagAt } = await pulled('saved');
    const [first, second] = [path.join(folder, 'one.json'), path.join(folder, 'other.json')];
    await edit(/rollout: 100/, 'rollout: 25');
    expect(await halyard('plan', folder, '--out', first)).toMatchObject({ status: 2 });
    await edit(/rollout: 25/, 'rollout: 50');
    expect(await halyard('plan', folder, '-o', second)).toMatchObject({ status: 2 });

    expect(
        await run(['apply', first], { environment: { ...environment, GITHUB_SHA: 'abcdef0123456789' } }),
    ).toMatchObject({ status: 0 });
    expect(await halyard('apply', second)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('because of flag saved. Make a new plan'),
    });
    const { body } = await app.get(`/api/admin/events?feature=IS:saved&limit=1`);
    expect(body.events[0]).toMatchObject({ reason: 'Commit abcdef012345' });
    expect((await app.get(flagAt)).body.environments[0].strategies[0].parameters.rollout).toBe('25');
    expect(await readFile(first, 'utf8')).not.toContain(environment.HALYARD_TOKEN);

    await writeFile(second, '{}');
    expect(await halyard('apply', second)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('is not a plan'),
    });
    const elsewhere = { environment: { ...environment, HALYARD_URL: 'http://127.0.0.1:9' } };
    expect(await run(['apply', first], elsewhere)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('was created for'),
    });
});

test('whether a flag is on is only observed: drift reports it, plan and apply ignore it, pull updates the file', async () => {
    const { folder, flagAt, text, edit } = await pulled('switched');
    await app.post(`${flagAt}/environments/development/off`);

    expect(await halyard('plan', folder)).toMatchObject({ status: 0, json: { observed: 1 } });
    expect(await halyard('drift', folder)).toMatchObject({ status: 2, json: { observed: 1 } });
    expect((await inTerminal('drift', folder)).stdout).toContain(
        'is false on the service and true in the file: only observed',
    );
    await edit(/rollout: 100/, 'rollout: 5');
    expect(await halyard('apply', folder)).toMatchObject({ status: 0, json: { changed: 1 } });
    expect((await app.get(flagAt)).body.environments[0].enabled).toBe(false);

    expect(await halyard('plan', folder, '--include', 'enabled')).toMatchObject({ status: 2 });
    await edit('  development:\n', '  # Ask the team first.\n  development:\n');
    expect(await halyard('pull', folder)).toMatchObject({
        status: 0,
        json: { created: [], updated: [expect.stringContaining('switched.yaml')] },
    });
    expect(await text()).toMatch(/# Ask the team first\.\n {2}development:\n {4}enabled: false/);
    expect(await halyard('drift', folder)).toMatchObject({ status: 0 });
    expect(await halyard('pull', folder)).toMatchObject({ json: { created: [], updated: [] } });
});

test('pull updates only properties that files contain, and marks archived and deleted flags', async () => {
    const { folder, project, file, flagAt, text } = await pulled('partial');
    await writeFile(file, `flag: partial\nenvironments:\n  development:\n    strategies: []\n`);
    const other = path.join(path.dirname(file), 'deleted.yaml');
    await writeFile(other, `flag: deleted # gone\n`);
    await app.has.segment({ name: 'of/project ?', project, constraints: [] });

    await halyard('pull', folder);

    expect(parse(await text())).toEqual({
        flag: 'partial',
        environments: { development: { strategies: [expect.objectContaining({ name: 'flexibleRollout' })] } },
    });
    expect(await readFile(other, 'utf8')).toBe('flag: deleted # gone\narchived: true\n');
    expect(await readdir(path.join(folder, 'segments'))).toEqual(['of-project-.yaml']);
    expect(await halyard('drift', folder)).toMatchObject({ status: 0 });

    await app.delete(flagAt);
    expect(await halyard('plan', folder)).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/partial\.yaml:1: .*archived: true/),
    });
    await halyard('pull', folder);
    expect(await text()).toContain('archived: true');
    expect(await halyard('plan', folder)).toMatchObject({ status: 0 });
});

test('the output is also correct for YAML 1.1 parsers, which read NO as false', async () => {
    const { project, folder, file, text } = await pulled('norway');
    const constraints = [{ contextName: 'country', operator: 'IN', values: ['NO', 'on', '12:30'] }];
    await app.has.strategy({ flag: 'norway', project, constraints });
    const other = await newFolder();

    await halyard('pull', folder);
    await halyard('pull', other, '--project', project);

    for (const written of [await text(), await readFile(file.replace(folder, other), 'utf8')]) {
        expect(JSON.stringify(parse(written))).toContain('["NO","on","12:30"]');
        expect(parse(written, { version: '1.1' })).toEqual(parse(written));
    }
});

test('JSON files are supported, too, and match the schema that pull writes', async () => {
    const { id: project } = await app.has.project();
    await app.has.flag({
        name: 'as-json',
        project,
        enabled: ['development'],
        tags: [{ type: 'simple', value: 'json' }],
    });
    const folder = await newFolder();
    await halyard('pull', folder, '--project', project, '--format', 'json');
    const file = path.join(folder, 'flags', project, 'as-json.json');
    const read = async (name: string) => JSON.parse(await readFile(name, 'utf8'));

    const validate = new Ajv({ strict: false }).compile(await read(path.join(folder, 'halyard.schema.json')));

    expect(validate(await read(file)), JSON.stringify(validate.errors)).toBe(true);
    expect(validate(await read(path.join(folder, 'halyard.json')))).toBe(true);
    expect(validate({ flag: 'a', enviroments: {} })).toBe(false);
    expect(await halyard('plan', folder)).toMatchObject({ status: 0 });
    await writeFile(file, JSON.stringify({ ...(await read(file)), description: 'By file' }));
    expect(await halyard('apply', folder)).toMatchObject({ status: 0, json: { changed: 1 } });
});

test('a file whose name differs from its flag is rejected with instructions; with "moved" the flag is renamed', async () => {
    const { folder, file, edit, project } = await pulled('old-name');
    await edit('flag: old-name', 'flag: new-name');

    expect(await halyard('plan', folder)).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/old-name\.yaml:\d+: .*"moved: old-name"/),
    });
    await edit('flag: new-name', 'flag: new-name\nmoved: old-name');
    await rename(file, path.join(path.dirname(file), 'new-name.yaml'));

    expect(await halyard('plan', folder)).toMatchObject({ status: 2, json: { planned: [{ action: 'move' }] } });
    expect(await halyard('apply', folder)).toMatchObject({ status: 0 });
    expect((await app.get(`/api/admin/projects/${project}/features/new-name`)).body.environments[0].enabled).toBe(true);
    expect(await halyard('plan', folder)).toMatchObject({ status: 0 });
});

test.each([
    ['invalid YAML', 'flag: [a', /broken\.yaml:\d+: /],
    ['a duplicate key', 'flag: broken\nflag: broken\n', /broken\.yaml:2: .*unique/],
    ['a list', '- flag', /broken\.yaml:1: it must be a mapping/],
    ['neither flag nor segment', 'name: broken', /broken\.yaml:1: it contains none of/],
    ['a misspelt member', 'flag: broken\ntype: release\nenviroments: {}\n', /broken\.yaml:\d: .*enviroments/],
    [
        'a wrong value deep inside',
        'flag: broken\nenvironments:\n  development:\n    strategies:\n      - name: default\n      - name: 7\n',
        /broken\.yaml:6: /,
    ],
    [
        'an unknown strategy type',
        'flag: broken\nenvironments:\n  development:\n    strategies:\n      - name: nope\n',
        /broken\.yaml:1: .*nope/,
    ],
    ['an unknown environment', 'flag: broken\nenvironments:\n  moon: {}\n', /broken\.yaml:3: .*moon/],
    [
        'exponentially expanding aliases',
        `a: &a [${'x,'.repeat(9)}x]\n${'bcdefgh'.replace(/./g, (key, at: number) => `${key}: &${key} [${`*${'abcdefgh'[at]},`.repeat(9)}x]\n`)}flag: broken\n`,
        /broken\.yaml: it cannot be read: .*alias/,
    ],
    ['too deep nesting', `flag: ${'['.repeat(100_000)}`, /broken\.yaml/],
])('%s is reported with file and line', async (_, text, expected) => {
    const folder = await newFolder();
    await mkdir(path.join(folder, 'flags', 'default'), { recursive: true });
    await writeFile(path.join(folder, 'flags', 'default', 'broken.yaml'), text);

    const { status, stderr } = await halyard('plan', folder);

    expect(status).toBe(1);
    expect(stderr).toMatch(expected);
});

test('plan ignores links and unrelated files, and reports missing files, projects and folders', async () => {
    const folder = await newFolder();

    expect(await halyard('plan', folder)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('halyard pull --project'),
    });
    expect(await halyard('pull', folder)).toMatchObject({ status: 1, stderr: expect.stringContaining('--project') });
    expect(await halyard('plan', path.join(folder, 'nowhere'))).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('ENOENT'),
    });
    await mkdir(path.join(folder, 'flags'));
    await symlink('/etc/hosts', path.join(folder, 'flags', 'link.yaml'));
    await writeFile(path.join(folder, 'flags', 'README.md'), '# Flags');
    expect(await halyard('plan', folder)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('There are no files'),
    });
    expect(await run(['plan', folder], {})).toMatchObject({ status: 1 });
});

describe('where approval is needed', () => {
    /** A change that needs approval, and a user who may approve it. */
    async function guarded(flag: string, rules: object = {}) {
        const files = await pulled(flag);
        const { project } = files;
        await protect(app, { project, environment: 'development', rules });
        await files.edit(/rollout: 100/, 'rollout: 25');
        const owner = await app.has.user({ projectRoles: { [project]: 'owner' } });
        const requests = `/api/admin/projects/${project}/change-requests`;
        const decide = async (id: number, ...states: string[]) => {
            for (const state of states) {
                expect(await app.put(`${requests}/${id}/state`, { state }, owner)).toMatchObject({ status: 200 });
            }
        };
        const rollout = async () =>
            (await app.get(files.flagAt)).body.environments[0].strategies[0].parameters.rollout as string;
        /** The request of the pipeline, once it is in review. */
        const inReview = () =>
            vi.waitFor(
                async () => {
                    const { body } = await app.get(requests, owner);
                    expect(body).toMatchObject([{ state: 'In review' }]);
                    return body[0].id as number;
                },
                { timeout: 60_000 },
            );
        return { ...files, requests, decide, rollout, inReview };
    }

    test('apply sends a change request to review, prints its link and exits with 3, and repeating it changes nothing', async () => {
        const { folder, project, decide, rollout, requests } = await guarded('guarded');

        const planned = await halyard('plan', folder);
        const done = await run(['apply', folder], { environment: { ...environment, GITHUB_SHA: 'abcdef0123456789' } });

        const { id } = done.json.changeRequests[0];
        const request = { id, project, environment: 'development', state: 'In review' };
        const url = `${app.url}/projects/${project}/change-requests/${id}`;
        expect(planned.json).toMatchObject({ approvals: [{ project, environment: 'development' }], proposed: [] });
        expect(done).toMatchObject({ status: 3, json: { changeRequests: [{ ...request, url }], blocked: [] } });
        expect((await app.get(`${requests}/${id}`)).body).toMatchObject({
            origin: 'pipeline',
            comments: [{ text: 'Commit abcdef012345' }],
        });
        const { revision } = (await halyard('plan', folder)).json;
        const again = await inTerminal('apply', folder);
        expect(again).toMatchObject({ status: 3, stdout: expect.stringContaining(`(In review) for development`) });
        expect(again.stdout).toContain(url);
        expect((await inTerminal('plan', folder)).stdout).toContain(
            `Change request ${id} (In review) for development of project ${project} already contains`,
        );
        expect((await halyard('plan', folder)).json.revision).toBe(revision);
        expect(await rollout()).toBe('100');

        await decide(id, 'Approved', 'Applied');
        expect(await rollout()).toBe('25');
        expect(await halyard('apply', folder)).toMatchObject({ status: 0, json: { changeRequests: [] } });
    });

    test('apply reports whether it applied changes that need no approval, next to the request', async () => {
        const whole = await guarded('guarded-only');
        const partly = await guarded('guarded-partly');
        await writeFile(path.join(partly.folder, 'flags', partly.project, 'unguarded.yaml'), 'flag: unguarded\n');

        expect((await halyard('apply', whole.folder)).json).toMatchObject({
            isPartlyApplied: false,
            changeRequests: [{ state: 'In review' }],
        });
        const { status, stdout } = await inTerminal('apply', partly.folder);

        expect(status).toBe(3);
        expect(stdout).toMatch(/^✓ Applied the changes that need no approval, at revision \d+\.$/m);
        expect(await app.get(`/api/admin/projects/${partly.project}/features/unguarded`)).toMatchObject({
            status: 200,
        });
    });

    test('--draft leaves a draft, which a later apply sends to review', async () => {
        const { folder } = await guarded('drafted');

        const draft = await halyard('apply', folder, '--draft');
        const sent = await halyard('apply', folder);

        const [{ id }] = draft.json.changeRequests;
        const { revision: _, ...first } = sent.json;
        const { revision: __, ...again } = (await halyard('apply', folder)).json;
        expect(again).toEqual(first);
        expect(draft).toMatchObject({ status: 3, json: { changeRequests: [{ id, state: 'Draft' }] } });
        expect(sent).toMatchObject({ status: 3, json: { changeRequests: [{ id, state: 'In review' }] } });
        expect(await halyard('apply', folder, '--draft', '--wait')).toMatchObject({ status: 1 });
    });

    test('--wait exits with 0 once the request is applied', async () => {
        const { folder, decide, rollout, inReview } = await guarded('awaited');

        const waiting = halyard('apply', folder, '--wait');
        const id = await inReview();
        await decide(id, 'Approved', 'Applied');

        expect(await waiting).toMatchObject({ status: 0, json: { changeRequests: [{ id, state: 'Applied' }] } });
        expect(await rollout()).toBe('25');
    });

    test('--wait exits with 1 if the request is rejected, and with 3 after the timeout', async () => {
        const { folder, decide, rollout, inReview } = await guarded('rejected');

        const waiting = halyard('apply', folder, '--wait');
        const id = await inReview();
        await decide(id, 'Rejected');

        expect(await waiting).toMatchObject({ status: 1, json: { changeRequests: [{ id, state: 'Rejected' }] } });
        expect(await rollout()).toBe('100');
        expect(await halyard('apply', folder, '--wait', '--timeout', '0')).toMatchObject({
            status: 3,
            stderr: expect.stringContaining('/change-requests/'),
        });
    });

    test('a missing reason is an error with the next step, and the draft is sent by the next apply', async () => {
        const { folder } = await guarded('reasoned', { reasonRequired: true });

        expect(await halyard('apply', folder)).toMatchObject({
            status: 1,
            stderr: expect.stringMatching(/need a reason\. Change request \d+ is still a draft: .* --reason/),
        });
        expect(await halyard('apply', folder, '--reason', 'Black Friday')).toMatchObject({
            status: 3,
            json: { changeRequests: [{ state: 'In review' }] },
        });
    });

    test('files that contradict the pending request are reported, and all other changes are applied', async () => {
        const { folder, project, edit, rollout } = await guarded('contradicted');
        const other = path.join(folder, 'flags', project, 'unrelated.yaml');
        const { id } = (await halyard('apply', folder)).json.changeRequests[0];
        await edit(/rollout: 25/, 'rollout: 50');
        await writeFile(other, 'flag: unrelated\ntype: release\n');

        const done = await inTerminal('apply', folder);

        expect(done).toMatchObject({ status: 3 });
        expect(done.stdout).toContain('1 create');
        expect(done.stdout).toMatch(
            new RegExp(
                `! Change request ${id} \\(In review\\) .* contains other changes of flag contradicted\\. Have it applied`,
            ),
        );
        expect(await rollout()).toBe('100');
        expect((await app.get(`/api/admin/projects/${project}/features/unrelated`)).status).toBe(200);
        // The file matches the service again, but not the request.
        await edit(/rollout: 50/, 'rollout: 100');
        expect(await halyard('apply', folder)).toMatchObject({
            status: 3,
            json: { planned: [], blocked: [{ key: 'flag contradicted', request: { id } }] },
        });
    });
});

test('names that begin with a dot do not prevent pull, plan and apply', async () => {
    const { id: project } = await app.has.project({ id: '.hidden' });
    for (const name of ['.dotted', '_dotted']) await app.has.flag({ name, project, enabled: ['development'] });
    const folder = await newFolder();

    expect(await halyard('pull', folder, '--project', project)).toMatchObject({ status: 0 });
    expect(await halyard('pull', folder)).toMatchObject({ status: 0, json: { created: [], updated: [] } });
    expect(await halyard('plan', folder)).toMatchObject({ status: 0, json: { planned: [] } });

    const [projectFolder] = await readdir(path.join(folder, 'flags'));
    const file = path.join(folder, 'flags', projectFolder!, '%2Edotted.yaml');
    await writeFile(file, (await readFile(file, 'utf8')).replace('rollout: 100', 'rollout: 25'));
    expect(await halyard('apply', folder)).toMatchObject({
        status: 0,
        json: { changed: 1, planned: [{ name: '.dotted', project }] },
    });
});

test('release plans and templates are pulled, planned and applied as files', async () => {
    const { folder, project } = await pulled('released');
    const base = `/api/admin/projects/${project}/features/released/environments/development`;
    await app.post(`${base}/release-plans`, { gradually: { percentages: [20, 100] } });
    const strategies = [{ name: 'flexibleRollout', parameters: { rollout: '7' } }];
    await app.post(`/api/admin/projects/${project}/release-templates`, {
        ...{ name: `Steps of ${project}`, milestones: [{ name: 'all', sortOrder: 0, strategies }] },
    });

    expect((await halyard('pull', folder)).json).toMatchObject({ created: [expect.stringMatching(/^templates/)] });
    const other = await newFolder();
    await halyard('pull', other, '--project', project);
    const file = path.join(other, 'flags', project, 'released.yaml');
    expect(parse(await readFile(file, 'utf8')).environments.development.releasePlan).toMatchObject({
        ...{ name: 'Gradual rollout', milestones: [{ name: '20%' }, { name: 'Everyone' }] },
    });
    for (const each of [folder, other]) {
        expect(await halyard('plan', each)).toMatchObject({ status: 0, json: { planned: [] } });
    }
    await writeFile(file, (await readFile(file, 'utf8')).replace('rollout: 20', 'rollout: 30'));
    expect(await halyard('apply', other)).toMatchObject({ status: 0, json: { changed: 1 } });
    const [plan] = (await app.get(`${base}/release-plans`)).body;
    expect(plan.milestones[0].strategies[0].parameters.rollout).toBe('30');
});
