import { lstat, mkdir, mkdtemp, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { halyard } from '../../test/support/halyard.ts';
import { run } from '../../test/support/in-process.ts';
import { repository } from '../../test/support/repository.ts';
import { ADMIN_TOKEN, ownFreshInstall, testApp } from '../../test/support/test-app.ts';

const app = await testApp({ until: 'file' });
const environment = { HALYARD_URL: app.url, HALYARD_TOKEN: ADMIN_TOKEN };
const newFolder = () => mkdtemp(path.join(tmpdir(), 'halyard-links-'));

/** Creates a project with a flag, and a folder outside of the pulled folder that must not change. */
async function arranged(flag: string) {
    const { id: project } = await app.has.project();
    await app.has.flag({ name: flag, project, description: 'old' });
    const [folder, outside] = [await newFolder(), await newFolder()];
    await writeFile(path.join(outside, 'precious'), 'mine');
    const pull = () => run(['pull', folder, '--project', project], { environment });
    const untouched = async () => {
        expect(await readdir(outside)).toEqual(['precious']);
        expect(await readFile(path.join(outside, 'precious'), 'utf8')).toBe('mine');
    };
    return { project, folder, outside, precious: path.join(outside, 'precious'), pull, untouched };
}

const REFUSED = { status: 1, stderr: expect.stringContaining('is a symbolic link, so nothing was written') };

test('CWE-59: pull does not write through a symbolic link at the path of the schema, a folder or a file', async () => {
    const { project, folder, outside, precious, pull, untouched } = await arranged('linked');

    await symlink(precious, path.join(folder, 'halyard.schema.json'));
    expect(await pull()).toMatchObject(REFUSED);
    await untouched();
    expect(await readdir(folder)).toEqual(['halyard.schema.json']);

    for (const part of ['flags', `flags/${project}`]) {
        const other = await newFolder();
        await mkdir(path.dirname(path.join(other, part)), { recursive: true });
        await symlink(outside, path.join(other, part));
        expect(await run(['pull', other, '--project', project], { environment })).toMatchObject(REFUSED);
        await untouched();
    }

    const third = await newFolder();
    await mkdir(path.join(third, 'flags', project), { recursive: true });
    await symlink(precious, path.join(third, 'flags', project, 'linked.yaml'));
    expect(await halyard(['pull', third, '--project', project], { environment })).toMatchObject(REFUSED);
    await untouched();
    expect(await readdir(third)).toEqual(['flags']);
});

test('pull does not update files through a symbolic link that replaced their folder', async () => {
    const { project, folder, pull } = await arranged('moved-away');
    expect(await pull()).toMatchObject({ status: 0 });
    const elsewhere = path.join(await newFolder(), 'flags');
    await rename(path.join(folder, 'flags'), elsewhere);
    await symlink(elsewhere, path.join(folder, 'flags'));
    const file = path.join(elsewhere, project, 'moved-away.yaml');
    const before = await readFile(file, 'utf8');
    await app.put(`/api/admin/projects/${project}/features/moved-away`, { description: 'new', type: 'release' });

    expect(await pull()).toMatchObject(REFUSED);

    expect(await readFile(file, 'utf8')).toBe(before);
});

test('the folder of pull itself may be a symbolic link', async () => {
    const { project } = await arranged('inside');
    const link = path.join(await newFolder(), 'link');
    await symlink(await newFolder(), link);

    expect(await halyard(['pull', link, '--project', project], { environment })).toMatchObject({ status: 0 });
    expect(await run(['plan', link], { environment })).toMatchObject({ status: 0 });
});

test('types and plan do not write through a symbolic link', async () => {
    const { project, folder, outside, precious, pull, untouched } = await arranged('named');
    expect(await pull()).toMatchObject({ status: 0 });
    const cwd = await newFolder();
    await symlink(precious, path.join(cwd, 'out'));
    await symlink(outside, path.join(cwd, 'folder'));

    for (const args of [
        ['types', '--project', project, '--out', 'out'],
        ['types', '--project', project, '--out', path.join(cwd, 'out')],
        ['types', '--project', project, '--out', 'folder/flags.ts'],
        ['plan', folder, '--out', 'out'],
        ['plan', folder, '--out', './folder/plan.json'],
    ]) {
        expect(await halyard(args, { environment, cwd })).toMatchObject(REFUSED);
        await untouched();
    }
    const written = await halyard(['types', '--project', project, '--out', 'new/flags.ts'], { environment, cwd });
    expect(written).toMatchObject({ status: 0 });
    expect(await readFile(path.join(cwd, 'new/flags.ts'), 'utf8')).toContain('"named": boolean;');
});

test('refs remove does not write through a symbolic link at the path of a folder', async () => {
    const { folder } = repository({
        'src/shop.ts': "export const price = (client: any) => (client.isEnabled('new-checkout') ? 1 : 2);\n",
    });
    const { outside } = await arranged('code');
    await rename(path.join(folder, 'src'), path.join(outside, 'src'));
    await symlink(path.join(outside, 'src'), path.join(folder, 'src'));
    const before = await readFile(path.join(outside, 'src/shop.ts'), 'utf8');

    const done = await run(['refs', 'remove', 'new-checkout', '--keep', 'on', '--write', '--dir', folder]);

    expect(done.status).toBe(1);
    expect(await readFile(path.join(outside, 'src/shop.ts'), 'utf8')).toBe(before);
});

test('backup does not write through a symbolic link', async () => {
    const { outside } = await arranged('saved');
    const cwd = await newFolder();
    await symlink(path.join(outside, 'new'), path.join(cwd, 'backup.gz'));
    await symlink(path.join(outside, 'partial'), path.join(cwd, 'backup.gz.partial'));

    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    await testApp({ database });

    expect(await halyard(['backup', 'backup.gz'], { environment: database.environment, cwd })).toMatchObject({
        status: 0,
    });

    expect(await readdir(outside)).toEqual(['precious']);
    expect((await lstat(path.join(cwd, 'backup.gz'))).isFile()).toBe(true);
});

test('pulled files contain control and bidirectional characters only as escapes and keep their values', async () => {
    const description = 'safe\u202e evil\u0007\u009b';
    const { id: project } = await app.has.project();
    await app.has.flag({ name: 'trojan', project, description });
    for (const format of ['yaml', 'json']) {
        const folder = await newFolder();
        const pull = () => run(['pull', folder, '--project', project, '--format', format], { environment });
        expect(await pull()).toMatchObject({ status: 0 });
        const file = path.join(folder, 'flags', project, `trojan.${format}`);
        const text = await readFile(file, 'utf8');

        expect(text).toContain('\\u202e');
        for (const character of ['\u0007', '\u009b', '\u202e']) expect(text).not.toContain(character);
        expect(parse(text).description).toBe(description);
        expect(await run(['plan', folder], { environment })).toMatchObject({ status: 0, json: { planned: [] } });

        const after = `now\u2066${format}`;
        await app.put(`/api/admin/projects/${project}/features/trojan`, { description: after, type: 'release' });
        if (format === 'yaml') await writeFile(file, `# a comment with \u200f stays\n${text}`);
        expect(await pull()).toMatchObject({ status: 0, json: { updated: [`flags/${project}/trojan.${format}`] } });
        const updated = await readFile(file, 'utf8');
        expect(updated).toContain('now\\u2066');
        expect(updated.includes('\u200f')).toBe(format === 'yaml');
        expect(parse(updated).description).toBe(after);
        await app.put(`/api/admin/projects/${project}/features/trojan`, { description, type: 'release' });
    }
});
