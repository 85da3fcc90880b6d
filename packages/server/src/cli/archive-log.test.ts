import { copyFile, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { halyard } from '../../test/support/halyard.ts';
import { run } from '../../test/support/in-process.ts';
import { ownFreshInstall, type TestApp, testApp } from '../../test/support/test-app.ts';
import { verifyArchiveFile } from '../changes/archive/archive-file.ts';
import { hashOf, selectEvents, toEvent } from '../changes/event-log.ts';

const DAY_MS = 86_400_000;

/** Rewrites the events as a valid chain with the specified ages, because the command uses the real clock. */
async function backdate({ services: { recordObservation } }: TestApp, daysOf: (id: number) => number): Promise<void> {
    await recordObservation(async (tx) => {
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
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    const folder = await mkdtemp(join(tmpdir(), 'halyard-archive-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { environment } = database;
    return {
        app: await testApp({ database }),
        folder,
        environment,
        command: (...args: string[]) => run(args, { environment }),
    };
}

const rowsThrough = async ({ services: { db } }: TestApp, id: number) =>
    (await db.selectFrom('events').select('id').where('id', '<=', id).execute()).length;

test('the command moves old events to a file while the service runs and is notified', async () => {
    const { app, folder, environment, command } = await stage();
    await app.has.flag({ name: 'old', enabled: true });
    await backdate(app, () => 1_000);
    const before = await app.revision();
    await app.has.flag({ name: 'young' });

    const nowhere = await command('archive-log');
    expect(nowhere).toMatchObject({ status: 1, stderr: expect.stringContaining('ARCHIVE_DIR') });
    const sweeping = await command('archive-log', '--folder', folder, '--sweep');
    expect(sweeping).toMatchObject({ status: 1, stderr: expect.stringContaining('Stop it first') });
    const tried = await run(['archive-log', '--folder', folder, '--days', '365', '--dry-run'], {
        environment,
        isTerminal: true,
    });
    expect(tried.stdout).toBe(`${before} events would be moved to ${folder}, up to event ${before}.\n`);
    expect(await readdir(folder)).toEqual([]);
    const done = await halyard(['archive-log', '--folder', folder, '--days', '365'], { environment });

    expect(done).toMatchObject({ status: 0, json: { archivedThrough: before } });
    const [file] = done.json.files;
    expect(await verifyArchiveFile(file)).toMatchObject({ valid: true, verified: before });
    // Rows stay until readers that have already started finish.
    expect(await rowsThrough(app, before)).toBe(before);
    await app.services.changeFeed.catchUp();
    const { body } = await app.get('/api/admin/search/events');
    expect(body.events.at(-1).id).toBe(before + 1);
    expect((await app.get('/api/admin/events/verify')).body).toMatchObject({ valid: true, archivedThrough: before });
    expect(await command('archive-log', '--folder', folder)).toMatchObject({ status: 0, json: { files: [] } });

    await app.close();
    await rename(file, `${file}.away`);
    const withoutFile = await command('archive-log', '--folder', folder, '--sweep');
    expect(withoutFile).toMatchObject({ status: 1, stderr: expect.stringContaining(`${file} is not there`) });
    await rename(`${file}.away`, file);
    const swept = await command('archive-log', '--folder', folder, '--sweep');
    expect(swept).toMatchObject({ status: 0, json: { files: [], deleted: expect.any(Number) } });
    expect(swept.json.deleted).toBeGreaterThan(0);
}, 120_000);

test("concurrent archive-log commands do not delete each other's files", async () => {
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

test('verify-log verifies archives together with the log and detects a missing, replaced or unrecorded archive', async () => {
    const { app, folder, environment, command } = await stage();
    for (const name of ['one', 'two', 'three']) await app.has.flag({ name });
    const newest = await app.revision();
    const [first, second] = [newest - 4, newest - 2];
    await backdate(app, (id) => (id <= first ? 900 : id <= second ? 600 : 300));
    await app.has.flag({ name: 'young' });
    const files: string[] = [];
    for (const days of ['800', '500', '200']) {
        files.push(...(await command('archive-log', '--folder', folder, '--days', days)).json.files);
    }
    expect(files).toHaveLength(3);
    const verify = (...args: string[]) => run(['verify-log', ...args], { environment });
    const reasons = ({ status, json }: Awaited<ReturnType<typeof verify>>) => [
        status,
        ...json.verdicts
            .filter(({ valid }: { valid: boolean }) => !valid)
            .map(({ reason }: { reason: string }) => reason),
    ];
    const ranges = [
        [1, first],
        [first + 1, second],
        [second + 1, newest],
    ] as const;

    const whole = await command('verify-log', '--folder', folder);
    expect(whole).toMatchObject({ status: 0, stderr: '', json: { valid: true } });
    const verified = whole.json.verdicts.map((each: { verified: number }) => each.verified);
    expect(verified).toEqual([...ranges.map(([from, through]) => through - from + 1), (await app.revision()) - newest]);
    // The configured folder is used by default; a missing configuration is reported.
    expect(await run(['verify-log'], { environment: { ...environment, ARCHIVE_DIR: folder } })).toMatchObject({
        json: { verdicts: { length: 4 } },
    });
    expect(await verify()).toMatchObject({ status: 0, stderr: expect.stringContaining('archives were not verified') });
    expect(await verify(...files)).toMatchObject({
        status: 0,
        json: { verdicts: [{ from: 1, through: first }, {}, {}] },
    });

    for (const [index, [from, through]] of ranges.entries()) {
        const file = files[index]!;
        await rename(file, `${file}.away`);
        expect(reasons(await verify('--folder', folder))).toEqual([
            1,
            `events ${from} to ${through} cannot be proven: ${file} is not there`,
        ]);
        await copyFile(files.at(index - 1)!, file);
        expect(reasons(await verify('--folder', folder))).toEqual([
            1,
            `events ${from} to ${through} cannot be proven: ${file} is another archive than the one that was recorded`,
        ]);
        await rename(`${file}.away`, file);
    }
    expect(reasons(await verify(files[0]!, files[2]!))).toEqual([
        1,
        `events ${first + 1} to ${second} are in none of the archives`,
    ]);
    expect(reasons(await verify(...files, files[1]!))[1]).toMatch(`events ${first + 1} to ${second} are in two`);

    const { recordObservation, db } = app.services;
    const forged = await selectEvents(db).select('previous_hash').where('id', '=', second).executeTakeFirstOrThrow();
    const event = { ...toEvent(forged), createdBy: 'nobody' };
    const fitting = { created_by: 'nobody', hash: hashOf(forged.previous_hash, event) };
    await recordObservation((tx) => tx.updateTable('events').set(fitting).where('id', '=', second).execute());
    expect(await verify()).toMatchObject({ status: 0 });
    expect(reasons(await verify('--folder', folder))).toEqual([
        1,
        `event ${second} is another in the database than in ${files[1]}`,
    ]);
    await recordObservation((tx) =>
        tx
            .deleteFrom('event_archives')
            .where('from_revision', '=', first + 1)
            .execute(),
    );
    expect(reasons(await verify('--folder', folder))).toEqual([
        1,
        `the database knows of no archive with events ${first + 1} to ${second}`,
    ]);
}, 120_000);
