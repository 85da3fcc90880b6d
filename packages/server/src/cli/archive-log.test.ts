import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../test/support/databases.ts';
import { halyard } from '../../test/support/halyard.ts';
import { run } from '../../test/support/in-process.ts';
import { type TestApp, testApp } from '../../test/support/test-app.ts';
import { verifyArchiveFile } from '../changes/archive/archive-file.ts';
import { hashOf, selectEvents, toEvent } from '../changes/event-log.ts';

const DAY_MS = 86_400_000;

/** The command looks at the real clock: makes a chain of the same events, each as many days old as is said. */
async function backdate({ services: { observe } }: TestApp, daysOf: (id: number) => number): Promise<void> {
    await observe(async (tx) => {
        let hash = '';
        for (const row of await selectEvents(tx).orderBy('id').execute()) {
            const createdAt = new Date(Date.now() - daysOf(row.id) * DAY_MS).toISOString();
            const event = { ...toEvent(row), createdAt };
            const previous = hash;
            hash = hashOf(previous, event);
            const changed = { created_at: createdAt, previous_hash: previous, hash };
            await tx.updateTable('events').set(changed).where('id', '=', event.id).execute();
        }
        await tx.updateTable('event_head').set({ hash }).execute();
    });
}

async function stage() {
    const database = await emptyDatabase();
    onTestFinished(() => database.remove());
    const folder = await mkdtemp(join(tmpdir(), 'halyard-archive-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { environment } = database;
    return {
        app: await testApp({ database }),
        folder,
        environment,
        command: (...words: string[]) => halyard(words, { environment }),
    };
}

const rowsThrough = async ({ services: { db } }: TestApp, id: number) =>
    (await db.selectFrom('events').select('id').where('id', '<=', id).execute()).length;

test('old events are moved to a file by command, while the service runs and hears of it', async () => {
    const { app, folder, command } = await stage();
    await app.has.flag({ name: 'old', enabled: true });
    await backdate(app, () => 1_000);
    const before = await app.revision();
    await app.has.flag({ name: 'young' });

    const nowhere = await command('archive-log');
    expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringContaining('ARCHIVE_DIR') });
    const sweeping = await command('archive-log', '--folder', folder, '--sweep');
    expect(sweeping).toMatchObject({ status: 1, stderr: expect.stringContaining('Stop it first') });
    const done = await command('archive-log', '--folder', folder, '--days', '365');

    expect(done).toMatchObject({ status: 0, json: { archivedThrough: before } });
    const [file] = done.json.files;
    expect(await verifyArchiveFile(file)).toMatchObject({ valid: true, verified: before });
    // Whoever reads them, or loads them at a start, comes to the end.
    expect(await rowsThrough(app, before)).toBe(before);
    await app.services.changeFeed.catchUp();
    const { body } = await app.get('/api/admin/search/events');
    expect(body.events.at(-1).id).toBe(before + 1);
    expect((await app.get('/api/admin/events/verify')).body).toMatchObject({ valid: true, archivedThrough: before });
    expect(await command('archive-log', '--folder', folder)).toMatchObject({ status: 0, json: { files: [] } });

    await app.close();
    await rename(file, `${file}.away`);
    const unproven = await command('archive-log', '--folder', folder, '--sweep');
    expect(unproven).toMatchObject({ status: 1, stderr: expect.stringContaining(`${file} is not there`) });
    await rename(`${file}.away`, file);
    const swept = await command('archive-log', '--folder', folder, '--sweep');
    expect(swept).toMatchObject({ status: 0, json: { files: [], deleted: expect.any(Number) } });
    expect(swept.json.deleted).toBeGreaterThan(0);
    const proven = await command('verify-log', file);
    expect(proven).toMatchObject({ status: 0, json: { verdicts: [{ verified: before }] } });
}, 120_000);

test('of two who archive at the same time, neither takes away what the other has written', async () => {
    const { app, folder, environment } = await stage();
    await app.has.flag({ name: 'old', enabled: true });
    await backdate(app, () => 1_000);
    const before = await app.revision();
    await app.has.flag({ name: 'young' });

    const ended = await Promise.all(
        ['1', '2', '3'].map((days) => run(['archive-log', '--folder', folder, '--days', days], { environment })),
    );

    const [done, ...others] = ended.toSorted((a, b) => Number(b.json?.files.length ?? 0) - (a.json?.files.length ?? 0));
    expect(done).toMatchObject({ status: 0, json: { files: [expect.any(String)] } });
    for (const { status, stderr, json } of others) {
        if (status === 0) expect(json.files).toEqual([]);
        else expect(stderr).toContain('are being archived by another');
    }
    const recorded = await app.services.db.selectFrom('event_archives').select('file').execute();
    expect(recorded.map(({ file }) => join(folder, file))).toEqual(done!.json.files);
    expect(await verifyArchiveFile(done!.json.files[0])).toMatchObject({ valid: true, verified: before });
    expect(await readdir(folder)).toHaveLength(1);
});
