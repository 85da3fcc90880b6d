import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeComplete } from './partial-file.ts';

const newFolder = () => mkdtemp(path.join(tmpdir(), 'halyard-partial-'));

/** A process that has written a part of a file and waits. */
async function writing(file: string): Promise<ChildProcess> {
    const program = `
        const { writeComplete } = await import(${JSON.stringify(new URL('./partial-file.ts', import.meta.url).href)});
        const { writeFileSync } = await import('node:fs');
        await writeComplete(${JSON.stringify(file)}, (partial) => new Promise(() => {
            writeFileSync(partial, 'a part');
            console.log('written');
            setInterval(() => {}, 1_000_000);
        }));
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout!, 'data');
    return child;
}

const ended = async (child: ChildProcess, signal: NodeJS.Signals) => {
    const exit = once(child, 'exit');
    child.kill(signal);
    return (await exit)[1];
};

const complete = (folder: string) => writeComplete(path.join(folder, 'next'), (partial) => writeFile(partial, 'whole'));

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'a file is removed at once if %s ends its process',
    async (signal) => {
        const folder = await newFolder();
        const child = await writing(path.join(folder, 'backup'));

        expect(await readdir(folder)).toHaveLength(1);
        expect(await ended(child, signal)).toBe(signal);
        expect(await readdir(folder)).toEqual([]);
    },
);

test('the file of a killed process is removed by the next one, and the file of a running process is not', async () => {
    const folder = await newFolder();
    const killed = await writing(path.join(folder, 'killed'));
    const running = await writing(path.join(folder, 'running'));
    expect(await ended(killed, 'SIGKILL')).toBe('SIGKILL');
    expect(await readdir(folder)).toHaveLength(2);

    await complete(folder);

    expect(await readdir(folder)).toEqual([
        'next',
        expect.stringMatching(`^running\\.halyard-.*-${running.pid}\\.partial$`),
    ]);
});

test('files of other machines and of earlier versions are removed after a day without growth, and no file of others', async () => {
    const folder = await newFolder();
    const names = ['a.halyard-other-1.partial', 'halyard-20260101T000000Z.jsonl.gz.partial', 'download.partial'];
    for (const name of names) await writeFile(path.join(folder, name), '');
    await complete(folder);
    expect(await readdir(folder)).toEqual([...names, 'next'].sort());

    const old = new Date(Date.now() - 25 * 3_600_000);
    for (const name of names) await utimes(path.join(folder, name), old, old);
    await complete(folder);

    expect(await readdir(folder)).toEqual(['download.partial', 'next']);
});

test('a remnant with the number of this process is removed, as in a container that was restarted', async () => {
    const folder = await newFolder();
    await writeFile(path.join(folder, `a.halyard-${hostname()}-${process.pid}.partial`), '');

    await complete(folder);

    expect(await readdir(folder)).toEqual(['next']);
});
