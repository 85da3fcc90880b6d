import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../test/support/databases.ts';
import { halyard } from '../../test/support/halyard.ts';
import { type TestApp, testApp } from '../../test/support/test-app.ts';
import { verifyArchiveFile } from '../changes/archive/archive-file.ts';
import { hashOf, selectEvents, toEvent } from '../changes/event-log.ts';

/** The command looks at the real clock: makes a chain of the same events, but of long ago. */
async function backdate({ services: { observe } }: TestApp): Promise<void> {
    await observe(async (tx) => {
        let hash = '';
        for (const row of await selectEvents(tx).orderBy('id').execute()) {
            const event = { ...toEvent(row), createdAt: '2020-01-01T00:00:00.000Z' };
            const previous = hash;
            hash = hashOf(previous, event);
            const changed = { created_at: event.createdAt, previous_hash: previous, hash };
            await tx.updateTable('events').set(changed).where('id', '=', event.id).execute();
        }
        await tx.updateTable('event_head').set({ hash }).execute();
    });
}

test('old events are moved to a file by command, while the service runs and hears of it', async () => {
    const database = await emptyDatabase();
    onTestFinished(() => database.remove());
    const folder = await mkdtemp(join(tmpdir(), 'halyard-archive-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const app = await testApp({ database });
    await app.has.flag({ name: 'old', enabled: true });
    await backdate(app);
    const before = await app.revision();
    await app.has.flag({ name: 'young' });
    const command = (...words: string[]) => halyard(words, { environment: database.environment });

    const nowhere = await command('archive-log');
    expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringContaining('ARCHIVE_DIR') });
    const done = await command('archive-log', '--folder', folder, '--days', '365');

    expect(done).toMatchObject({ status: 0, json: { archivedThrough: before } });
    const [file] = done.json.files;
    expect(await verifyArchiveFile(file)).toMatchObject({ valid: true, verified: before });
    await app.services.changeFeed.catchUp();
    const { body } = await app.get('/api/admin/search/events');
    expect(body.events.at(-1).id).toBe(before + 1);
    expect((await app.get('/api/admin/events/verify')).body).toMatchObject({ valid: true, archivedThrough: before });
    expect(await command('archive-log', '--folder', folder)).toMatchObject({ status: 0, json: { files: [] } });
});
