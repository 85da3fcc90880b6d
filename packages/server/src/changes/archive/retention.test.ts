import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addRollout, protectedProject, turnOn } from '../../../test/support/change-requests.ts';
import { CLIENT_TOKEN, ownFreshInstall, type TestApp, testApp } from '../../../test/support/test-app.ts';
import { readConfig } from '../../config/config.ts';
import type { AdminActor } from '../../core/access/actor.ts';
import { OutcomeUnknown } from '../../core/errors/database-trouble.ts';
import type { Command } from '../change.ts';
import type { Write } from '../write.ts';
import { verifyArchiveFile } from './archive-file.ts';
import { verifyArchive } from './archive-format.ts';
import { moveHorizons, sweep } from './retention.ts';

const DAY_MS = 86_400_000;

async function archiveFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'halyard-archive-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
}

async function retain(app: TestApp, { folder = '', eventLogDays = 0, pastDays = 0 }) {
    const { services } = app;
    const instance = services.settings.get('instance').id;
    const files = await moveHorizons({ ...services, folder, instance, eventLogDays, pastDays });
    const archivedBefore = services.clock().toISOString();
    await sweep(services.db, services.recordObservation, { folder, archivedBefore });
    return files;
}

/** The result of a complete verification. */
const verdict = async (app: TestApp) => (await app.get('/api/admin/events/verify?all=true')).body;

/** The verification result of an intact log with this number of events, none archived. */
const wholeLog = (newest: number) => ({
    valid: true,
    verified: newest,
    head: { id: newest, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
});

/** A flag with a history, then a gap of many days, then more history. */
async function withHistory(app: TestApp) {
    const { name } = await app.has.flag({ name: 'old', enabled: true });
    const base = `/api/admin/projects/default/features/${name}`;
    await app.post(`${base}/link`, { url: 'https://example.com/why', title: 'Why' });
    await app.post(`${base}/tags`, { type: 'simple', value: 'kept' });
    for (let round = 0; round < 3; round++) {
        await app.post(`${base}/environments/development/off`);
        await app.post(`${base}/environments/development/on`);
    }
    const before = await app.revision();
    app.passTime(100 * DAY_MS);
    await app.post(`${base}/environments/development/off`);
    await app.has.flag({ name: 'young' });
    return { base, before };
}

test('old events move to an archive that can be verified on its own, and the chain continues from it', async () => {
    const app = await testApp();
    const folder = await archiveFolder();
    const { before } = await withHistory(app);
    const { hash } = await app.services.db
        .selectFrom('events')
        .select('hash')
        .where('id', '=', before)
        .executeTakeFirstOrThrow();

    const [file] = await retain(app, { folder, eventLogDays: 30 });

    expect(await verifyArchiveFile(join(folder, file!))).toMatchObject({
        valid: true,
        verified: before,
        header: { from: 1, through: before, previousHash: '', hash },
    });
    const newest = await app.revision();
    expect(await verdict(app)).toEqual({ ...wholeLog(newest), verified: newest - before, archivedThrough: before });
    const { body } = await app.get('/api/admin/search/events?limit=1');
    expect(body).toMatchObject({ total: newest - before, events: [{ type: 'event-log-archived' }] });
    const { body: all } = await app.get('/api/admin/events?project=default');
    expect(all.events.map(({ id }: { id: number }) => id).every((id: number) => id > before)).toBe(true);
    expect(all.totalEvents).toBe(all.events.length);
});

test('an archive file is kept when the commit is uncertain, and no event is deleted without its archive', async () => {
    const app = await testApp();
    const folder = await archiveFolder();
    const { before } = await withHistory(app);
    const { services } = app;
    const dependencies = {
        ...services,
        folder,
        instance: services.settings.get('instance').id,
        pastDays: 0,
        eventLogDays: 30,
    };
    const uncertain = async (actor: AdminActor, command: unknown, input?: unknown) => {
        await services.write(actor, command as Command<unknown, void>, input);
        throw new OutcomeUnknown(new Error('the disk did not answer'), { canBeLookedUp: false });
    };
    const write: Write = Object.assign(uncertain, { attempt: services.write.attempt });
    const countEvents = async () => (await services.db.selectFrom('events').select('id').execute()).length;
    const swept = (archivedBefore = services.clock().toISOString()) =>
        sweep(services.db, services.recordObservation, { folder, archivedBefore });

    await expect(moveHorizons({ ...dependencies, write })).rejects.toThrow(OutcomeUnknown);

    const [file] = await readdir(folder);
    const path = join(folder, file!);
    expect(await verifyArchiveFile(path)).toMatchObject({ valid: true, verified: before });
    const all = await countEvents();
    expect(await swept(new Date(services.clock().getTime() - DAY_MS).toISOString())).toEqual({ deleted: 0, left: [] });
    const original = await readFile(path, 'utf8');
    await rm(path);
    expect(await swept()).toMatchObject({ deleted: 0, left: [expect.stringContaining('is not there')] });
    await writeFile(path, original.replace('"createdBy":"', '"createdBy":"not-'));
    expect(await swept()).toMatchObject({ deleted: 0, left: [expect.stringContaining('event 1 was changed')] });
    await writeFile(path, original.replace(/"previousHash":""/, '"previousHash":"0"').replaceAll('\r', ''));
    expect(await swept()).toMatchObject({ deleted: 0, left: [expect.stringContaining('damaged')] });
    expect(await countEvents()).toBe(all);
    await writeFile(path, original);
    expect(await swept()).toEqual({ deleted: all - (await countEvents()), left: [] });
    expect(await countEvents()).toBeLessThan(all);
    // A verified file may be moved elsewhere; rows that no query needs are still deleted.
    await rm(path);
    await app.delete('/api/admin/projects/default/features/old');
    expect(await swept()).toMatchObject({ left: [] });
});

test('a second archive begins where the first one ends, and the record of an archive alone is not archived', async () => {
    const app = await testApp();
    const folder = await archiveFolder();
    const { before } = await withHistory(app);
    await retain(app, { folder, eventLogDays: 30 });
    app.passTime(100 * DAY_MS);
    await app.has.flag({ name: 'youngest' });

    const [second] = await retain(app, { folder, eventLogDays: 30 });
    const { header } = await verifyArchiveFile(join(folder, second!));
    expect(header).toMatchObject({ from: before + 1 });
    expect(await verdict(app)).toMatchObject({ valid: true, archivedThrough: header!.through });

    app.passTime(100 * DAY_MS);
    await retain(app, { folder, eventLogDays: 30 });
    app.passTime(100 * DAY_MS);
    // The only old event by now is the record of the archive.
    expect(await retain(app, { folder, eventLogDays: 30 })).toEqual([]);
    expect((await readdir(folder)).length).toBe(3);
});

test('the state of a flag after the checkpoint is the same as before archiving', async () => {
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    const app = await testApp({ database });
    const folder = await archiveFolder();
    const { base, before } = await withHistory(app);
    const questions = [
        base,
        `${base}?asOf=${before}`,
        `${base}?asOf=${before + 1}`,
        '/api/admin/projects/default/features',
        '/api/admin/projects/default/dora',
        `/api/admin/client-features?environment=development&asOf=${before}`,
    ];
    const responsesOf = async (target: TestApp) => {
        const responses = [];
        for (const question of questions) {
            const { status, body } = await target.get(question);
            responses.push({ question, status, body });
        }
        return responses;
    };
    const responses = await responsesOf(app);
    expect(responses.map(({ status }) => status)).toEqual(questions.map(() => 200));
    const definitions = await app.clientFeatures();

    await retain(app, { folder, eventLogDays: 30 });

    expect(await responsesOf(app)).toEqual(responses);
    // A node that starts afterwards serves the same state.
    await app.close();
    const next = await testApp({ database });
    expect((await next.clientFeatures()).features).toEqual(definitions.features);
    expect(await responsesOf(next)).toEqual(responses);
});

test('reads from before the horizon are rejected with the earliest available time', async () => {
    const app = await testApp();
    const folder = await archiveFolder();
    const { base, before } = await withHistory(app);
    await retain(app, { folder, eventLogDays: 30 });

    for (const asOf of [before - 1, '2026-01-01T00:00:00Z']) {
        const { status, body } = await app.get(`${base}?asOf=${asOf}`);
        expect(status).toBe(400);
        expect(body.details[0].message).toContain(`${asOf} is no longer kept. The past begins at revision ${before}`);
    }
    const { status, body } = await app.post('/api/admin/projects/default/revert/preview', { event: before });
    expect(status).toBe(400);
    expect(body.message).toContain('too old');
});

test('the evidence of a change request stays complete', async () => {
    const app = await testApp();
    const folder = await archiveFolder();
    const { flag, author, owner, other, propose, move, base } = await protectedProject(app);
    const { id } = (await propose([addRollout(flag, '25'), turnOn(flag)], author)).body;
    await move(id, 'In review', author);
    await move(id, 'Approved', owner);
    await move(id, 'Applied', other);
    const evidence = async () => {
        const { madeAt: _, chain, ...rest } = (await app.get(`${base}/${id}/evidence`)).body;
        return { ...rest, intact: chain.intact };
    };
    const complete = await evidence();
    expect(complete.events.length).toBeGreaterThan(4);
    app.passTime(100 * DAY_MS);
    await app.has.flag();

    expect(await retain(app, { folder, eventLogDays: 30 })).toHaveLength(1);

    expect(await evidence()).toEqual(complete);
});

test('events that are not yet delivered to an integration are not archived', async () => {
    const app = await testApp();
    const folder = await archiveFolder();
    const { before } = await withHistory(app);
    await app.services.recordObservation((tx) =>
        tx
            .insertInto('integrations')
            .values({
                provider: 'webhook',
                description: null,
                enabled: false,
                parameters: '{}',
                events: '[]',
                projects: '[]',
                environments: '[]',
                by_administrator: true,
                reads_log: true,
                parameters_changed_at: '',
                created_at: '',
            })
            .execute(),
    );
    const { id: integration } = await app.services.db.selectFrom('integrations').select('id').executeTakeFirstOrThrow();
    await app.services.recordObservation((tx) =>
        tx
            .insertInto('deliveries')
            .values({
                key: 'k',
                integration_id: integration,
                event_id: before - 3,
                created_at: '',
                attempts: 1,
                due_at: '9999',
                delivered: false,
                outcome: null,
            })
            .execute(),
    );

    const [file] = await retain(app, { folder, eventLogDays: 30 });

    expect(await verifyArchiveFile(join(folder, file!))).toMatchObject({ header: { through: before - 4 } });
});

test('without a retention period nothing is archived, and a retention period requires a folder', async () => {
    const app = await testApp();
    await withHistory(app);

    expect(await retain(app, {})).toEqual([]);
    expect(await verdict(app)).toEqual(wholeLog(await app.revision()));
    expect(() => readConfig({ EVENT_LOG_DAYS: '30' })).toThrow('EVENT_LOG_DAYS needs ARCHIVE_DIR');
});

test('publications can be limited on their own, while all events stay', async () => {
    const database = await ownFreshInstall();
    onTestFinished(() => database.remove());
    const app = await testApp({ database });
    const { base, before } = await withHistory(app);
    const count = async () => {
        const { rows } = await app.services.db
            .selectFrom('publications')
            .select(({ fn }) => fn.countAll<number>().as('rows'))
            .executeTakeFirstOrThrow();
        return rows;
    };
    const [rows, definitions] = [await count(), await app.clientFeatures()];

    await retain(app, { pastDays: 30 });

    expect(await count()).toBeLessThan(rows - 4);
    expect(await verdict(app)).toEqual(wholeLog(await app.revision()));
    expect((await app.get(`${base}?asOf=${before - 1}`)).status).toBe(400);
    const { body } = await app.get(`${base}?asOf=${before}`);
    expect(body.environments.find(({ name }: { name: string }) => name === 'development').enabled).toBe(true);
    await app.close();
    const next = await testApp({ database });
    expect((await next.clientFeatures()).features).toEqual(definitions.features);
});

test('an SDK with a state from before the horizon receives everything, not an incomplete delta', async () => {
    const app = await testApp();
    const delta = (etag?: string) =>
        app.get('/api/client/delta', { token: CLIENT_TOKEN, headers: etag ? { 'if-none-match': etag } : {} });
    await app.has.flag({ name: 'gone' });
    const etag = (await delta()).headers.get('etag')!;
    await app.delete('/api/admin/projects/default/features/gone');
    await app.has.flag({ name: 'kept' });
    app.passTime(100 * DAY_MS);
    await app.has.flag({ name: 'young' });
    await retain(app, { pastDays: 30 });

    await app.services.snapshots.load(app.services.db, app.services.changeFeed.revision);

    const [first] = (await delta(etag)).body.events;
    expect(first.type).toBe('hydration');
    expect(first.features.map(({ name }: { name: string }) => name).sort()).toEqual(['kept', 'young']);
});

test('a manipulated checkpoint or retained event is detected', async () => {
    const app = await testApp();
    const folder = await archiveFolder();
    const { before } = await withHistory(app);
    await retain(app, { folder, eventLogDays: 30 });
    const { recordObservation } = app.services;

    const setHash = (hash: string) =>
        recordObservation((tx) => tx.updateTable('event_archives').set({ hash }).execute());
    const { hash } = await app.services.db.selectFrom('event_archives').select('hash').executeTakeFirstOrThrow();
    await setHash('f'.repeat(64));
    expect(await verdict(app)).toMatchObject({ valid: false, firstBroken: { id: before } });
    await setHash(hash);
    expect(await verdict(app)).toMatchObject({ valid: true });

    const retained = await app.services.db
        .selectFrom('events')
        .select('id')
        .where('id', '<=', before)
        .orderBy('id')
        .executeTakeFirstOrThrow();
    await recordObservation((tx) =>
        tx.updateTable('events').set({ created_by: 'x' }).where('id', '=', retained.id).execute(),
    );
    expect(await verdict(app)).toMatchObject({ valid: false, firstBroken: { id: retained.id } });
});

test('an edited, truncated or reordered archive is detected, and the first invalid event is named', async () => {
    const app = await testApp();
    const folder = await archiveFolder();
    const { before } = await withHistory(app);
    const [file] = await retain(app, { folder, eventLogDays: 30 });
    const lines = (await readFile(join(folder, file!), 'utf8')).trimEnd().split('\n');
    const without = (index: number) => lines.filter((_, position) => position !== index);
    const edited = (index: number, edit: (line: string) => string) =>
        lines.map((line, position) => (position === index ? edit(line) : line));
    const reasonOf = async (tampered: string[]) => {
        const verdict = await verifyArchive(tampered);
        return verdict.valid ? 'valid' : verdict.reason;
    };

    expect(await reasonOf(lines)).toBe('valid');
    expect(await reasonOf(edited(3, (line) => line.replace(/"createdBy":"[^"]*"/, '"createdBy":"nobody"')))).toBe(
        'event 3 was changed',
    );
    expect(await reasonOf(without(3))).toBe('event 3 is missing');
    expect(await reasonOf(without(lines.length - 1))).toBe(`event ${before} is missing`);
    expect(await reasonOf([...lines, lines[1]!])).toContain('there is more after event');
    expect(await reasonOf(without(0))).toContain('not the header');
    expect(await reasonOf([])).toBe('it is empty');
    expect(await reasonOf(edited(2, () => '{'))).toBe('the line of event 2 cannot be read');
    expect(await reasonOf(edited(0, (line) => line.replace(/"hash":"\w+"/, `"hash":"${'0'.repeat(64)}"`)))).toContain(
        'is not the one that the header ends with',
    );
});
