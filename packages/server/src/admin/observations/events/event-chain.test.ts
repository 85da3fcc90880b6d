import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { prepared, type TestApp, testApp } from '../../../../test/support/test-app.ts';
import { appendEvents, hashOf, selectEvents, toEvent } from '../../../changes/event-log.ts';
import { verifyChain } from '../../../changes/verify-chain.ts';
import { SYSTEM_ACTOR } from '../../../core/access/actor.ts';
import type { Tx } from '../../../storage/database.ts';

const HOUR = 3600 * 1000;

const { template, made: newest } = await prepared(async (app) => {
    for (const name of ['one', 'two', 'three', 'four', 'five']) await app.has.environment({ name });
    return app.revision();
});

let app: TestApp;

beforeEach(async () => {
    app = await testApp({ template });
});

/** Makes a change that an attacker with write access to the database could make. */
const tamper = (work: (tx: Tx) => Promise<unknown>) => app.services.recordObservation(work);

const verdict = async (after = '') => {
    const response = await app.get(`/api/admin/events/verify${after}`);
    expect(response.status).toBe(200);
    return response.body;
};

test('an unmodified log is valid', async () => {
    expect(await verdict()).toEqual({ valid: true, verified: newest, head: { id: newest, hash: expect.any(String) } });
});

test.each([
    ['author', { created_by: 'someone-else' }],
    ['author’s id', { created_by_user_id: 99 }],
    ['time', { created_at: '2020-01-01T00:00:00.000Z' }],
    ['type', { type: 'environment-updated' }],
    ['data', { data: JSON.stringify({ name: 'forged' }) }],
    ['data before', { pre_data: JSON.stringify({}) }],
    ['flag', { feature_name: 'forged' }],
    ['project', { project: 'forged' }],
    ['environment', { environment: null }],
    ['tags', { tags: JSON.stringify([{ type: 'simple', value: 'forged' }]) }],
    ['group', { group_id: 'forged' }],
    ['kind of group', { group_type: 'change-request' as const }],
    ['reason', { reason: 'forged' }],
    ['bypass of approvals', { bypass: true }],
    ['hash', { hash: 'f'.repeat(64) }],
    ['hash of the previous event', { previous_hash: 'f'.repeat(64) }],
])('an event whose %s was edited is reported', async (_member, edit) => {
    await tamper((tx) => tx.updateTable('events').set(edit).where('id', '=', 4).execute());

    expect(await verdict()).toMatchObject({ valid: false, verified: 3, firstBroken: { id: 4 } });
});

test('events from releases without reasons stay valid together with newer events', async () => {
    // Earlier releases computed the hash without the members that were added later.
    const { hash } = await app.services.db
        .selectFrom('events')
        .select('hash')
        .where('id', '=', newest)
        .executeTakeFirstOrThrow();
    const old = {
        id: newest + 1,
        type: 'environment-updated',
        createdBy: 'ada',
        createdByUserId: 7,
        createdAt: '2026-01-01T00:00:00.000Z',
        data: null,
        preData: null,
        tags: [],
        featureName: null,
        project: null,
        environment: 'one',
        groupId: 'g',
    };
    const members = Object.entries(old).sort(([a], [b]) => (a < b ? -1 : 1));
    const text = `${hash}\n${JSON.stringify(Object.fromEntries(members))}`;
    const row = {
        id: old.id,
        type: old.type,
        created_by: old.createdBy,
        created_by_user_id: old.createdByUserId,
        created_at: old.createdAt,
        feature_name: null,
        project: null,
        environment: old.environment,
        data: 'null',
        pre_data: 'null',
        tags: '[]',
        group_id: old.groupId,
        previous_hash: hash,
        hash: createHash('sha256').update(text).digest('hex'),
    };
    await tamper(async (tx) => {
        await tx.insertInto('events').values(row).execute();
        await tx.updateTable('event_head').set({ revision: row.id, hash: row.hash }).execute();
    });

    await app.post('/api/admin/tags', { type: 'simple', value: 'newer' }, { headers: { 'change-reason': 'why not' } });

    expect(await verdict()).toEqual({
        valid: true,
        verified: newest + 2,
        head: { id: newest + 2, hash: expect.any(String) },
    });
});

test('an edit that also updates the hash of the event breaks the next event', async () => {
    const original = await selectEvents(app.services.db)
        .select('previous_hash')
        .where('id', '=', 4)
        .executeTakeFirstOrThrow();
    const hash = hashOf(original.previous_hash, { ...toEvent(original), createdBy: 'mallory' });

    await tamper((tx) => tx.updateTable('events').set({ created_by: 'mallory', hash }).where('id', '=', 4).execute());

    expect(await verdict()).toMatchObject({ valid: false, firstBroken: { id: 5 } });
});

test.each([
    ['first', () => 1],
    ['middle', () => 4],
    ['last', () => newest],
])('the %s event is reported if it was removed', async (_which, idOf) => {
    const id = idOf();
    await tamper((tx) => tx.deleteFrom('events').where('id', '=', id).execute());

    expect(await verdict()).toEqual({
        valid: false,
        verified: id - 1,
        firstBroken: { id, reason: `event ${id} is missing` },
    });
});

test('removing the last event and resetting the head is detected', async () => {
    await tamper(async (tx) => {
        await tx.deleteFrom('events').where('id', '=', newest).execute();
        await tx
            .updateTable('event_head')
            .set({ revision: newest - 1 })
            .execute();
    });

    expect(await verdict()).toMatchObject({ valid: false, firstBroken: { id: newest - 1 } });
});

/** Removes the newest events and updates the head, so that the remaining events are a valid chain. */
const truncateTo = (id: number) =>
    tamper(async (tx) => {
        const { hash } = await tx.selectFrom('events').select('hash').where('id', '=', id).executeTakeFirstOrThrow();
        await tx.deleteFrom('events').where('id', '>', id).execute();
        await tx.updateTable('event_head').set({ revision: id, hash }).execute();
    });

test('removing the newest events and updating the head is detected', async () => {
    await truncateTo(newest - 2);

    expect(await verdict()).toEqual({
        valid: false,
        verified: newest - 2,
        firstBroken: {
            id: newest - 1,
            reason: `event ${newest - 1} is missing: the log once ended with event ${newest}`,
        },
    });
});

test('a node that has seen events detects their removal, even if the database contains no trace of them', async () => {
    await truncateTo(newest - 2);
    await tamper((tx) =>
        tx
            .updateTable('event_head')
            .set({ highest_revision: newest - 2 })
            .execute(),
    );

    expect(await verdict()).toMatchObject({ valid: false, firstBroken: { id: newest - 1 } });
});

test('removing all events is detected', async () => {
    await tamper((tx) => tx.deleteFrom('events').execute());

    expect(await verdict()).toMatchObject({ valid: false, verified: 0, firstBroken: { id: 1 } });
});

test.each([
    ['before the first', () => -5],
    ['with the id 0', () => 0],
    ['after the last', () => newest + 1],
    ['far after the last', () => newest + 100],
])('an event that was inserted %s is reported', async (_position, idOf) => {
    const id = idOf();
    await tamper((tx) => copyEvent(tx, id));

    const { valid, firstBroken } = await verdict();

    expect(valid).toBe(false);
    expect(firstBroken.id).toBe(id > newest ? newest + 1 : id);
});

test('an event that was inserted after the last one with a valid hash is reported', async () => {
    await tamper(async (tx) => {
        const head = await tx.selectFrom('event_head').select(['revision', 'hash']).executeTakeFirstOrThrow();
        const place = { head, actor: SYSTEM_ACTOR, now: '2026-01-01T00:00:00.000Z', groupId: 'x', tags: new Map() };
        await appendEvents(tx, place, [{ type: 'user-created', data: { id: 666 } }]);
        await tx.updateTable('event_head').set(head).execute();
    });

    expect(await verdict()).toEqual({
        valid: false,
        verified: newest + 1,
        firstBroken: { id: newest + 1, reason: `event ${newest + 1} was inserted` },
    });
});

test('an event that was inserted between two others replaces one of them and is reported', async () => {
    await tamper(async (tx) => {
        await tx
            .updateTable('events')
            .set({ id: newest + 1 })
            .where('id', '=', newest)
            .execute();
        await copyEvent(tx, newest);
        await tx
            .updateTable('event_head')
            .set({ revision: newest + 1 })
            .execute();
    });

    expect(await verdict()).toMatchObject({ valid: false, firstBroken: { id: newest } });
});

test('the first of several broken events is reported', async () => {
    await tamper((tx) => tx.updateTable('events').set({ created_by: 'mallory' }).where('id', 'in', [3, 6]).execute());

    expect(await verdict()).toMatchObject({ firstBroken: { id: 3, reason: 'event 3 was changed' } });
});

test('with a stored proof only later events are verified, and a rewritten log is detected', async () => {
    const { head } = await verdict();
    const since = `?after=${head.id}:${head.hash}`;
    expect(await verdict(since)).toEqual({ valid: true, verified: 0, head });
    await app.has.environment({ name: 'six' });
    const later = await verdict(since);
    expect(later).toMatchObject({ valid: true, verified: (await app.revision()) - head.id });
    expect(later.head.id).toBe(await app.revision());

    await tamper((tx) =>
        tx
            .updateTable('events')
            .set({ created_by: 'mallory' })
            .where('id', '=', newest + 1)
            .execute(),
    );
    expect(await verdict(since)).toMatchObject({ valid: false, verified: 0, firstBroken: { id: newest + 1 } });

    // An attacker recomputes all hashes: the log itself does not reveal it.
    await rewriteLog();
    expect(await verifyChain(app.services.db)).toMatchObject({ valid: true });
    expect(await verdict(since)).toMatchObject({
        valid: false,
        firstBroken: { id: head.id, reason: `event ${head.id} is not the one that was verified before` },
    });
    expect(await verdict(`?after=${newest + 1_000}:${head.hash}`)).toMatchObject({ valid: false });
    expect(await app.get('/api/admin/events/verify?after=1')).toMatchObject({ status: 400 });
});

/** Replaces the author of all events and computes all hashes again, so that the log is a valid chain. */
const rewriteLog = () =>
    tamper(async (tx) => {
        let previous = '';
        for (const row of await selectEvents(tx).orderBy('id').execute()) {
            const hash = hashOf(previous, { ...toEvent(row), createdBy: 'mallory' });
            await tx
                .updateTable('events')
                .set({ created_by: 'mallory', previous_hash: previous, hash })
                .where('id', '=', row.id)
                .execute();
            await tx.updateTable('event_head').set({ hash }).execute();
            previous = hash;
        }
    });

const changeAuthor = (id: number) =>
    tamper((tx) => tx.updateTable('events').set({ created_by: 'mallory' }).where('id', '=', id).execute());

test('a node verifies only the events since its last verification, and the response says so', async () => {
    const started = app.services.clock().toISOString();
    expect(await verdict()).not.toHaveProperty('verifiedBefore');
    await app.has.environment({ name: 'six' });

    const later = await verdict();

    expect(later).toMatchObject({ valid: true, verified: 1, verifiedBefore: { id: newest }, head: { id: newest + 1 } });
    expect(later.verifiedBefore.at >= started).toBe(true);
    expect(await verdict()).toMatchObject({ valid: true, verified: 0, verifiedBefore: { id: newest + 1 } });
    const complete = await verdict('?all=true');
    expect(complete).toMatchObject({ valid: true, verified: newest + 1 });
    expect(complete).not.toHaveProperty('verifiedBefore');
});

test('an event that was edited after the checkpoint is reported', async () => {
    await verdict();
    await app.has.environment({ name: 'six' });
    await changeAuthor(newest + 1);

    const broken = { valid: false, firstBroken: { id: newest + 1, reason: `event ${newest + 1} was changed` } };
    expect(await verdict()).toMatchObject({ ...broken, verified: 0 });
    expect(await verdict()).toMatchObject({ ...broken, verified: newest });
});

test('an event that was edited before the checkpoint is reported by a complete verification, and by all after it', async () => {
    await verdict();
    await changeAuthor(4);

    // The response names the events that it does not cover.
    expect(await verdict()).toMatchObject({ verified: 0, verifiedBefore: { id: newest } });
    const broken = { valid: false, verified: 3, firstBroken: { id: 4, reason: 'event 4 was changed' } };
    expect(await verdict('?all=true')).toEqual(broken);
    expect(await verdict()).toEqual(broken);
    expect(await verdict()).toEqual(broken);
});

test('a checkpoint is not used for longer than a day, however often the log is verified', async () => {
    await verdict();
    await changeAuthor(4);

    app.passTime(23 * HOUR);
    expect(await verdict()).toMatchObject({ verified: 0, verifiedBefore: { id: newest } });
    app.passTime(2 * HOUR);
    expect(await verdict()).toMatchObject({ valid: false, firstBroken: { id: 4 } });
});

test('a log that was rewritten as a whole is reported by a node that verified it before', async () => {
    await verdict();
    await rewriteLog();

    const broken = {
        valid: false,
        firstBroken: { id: newest, reason: `event ${newest} is not the one that was verified before` },
    };
    expect(await verdict()).toMatchObject(broken);
    expect(await verdict()).toMatchObject(broken);
    expect(await verdict('?all=true')).toMatchObject(broken);
});

test('a chain that is being written to is valid', async () => {
    const verdicts = Array.from({ length: 10 }, async (_, index) => {
        await app.send('POST', '/api/admin/environments', {
            headers: { 'content-type': 'application/json' },
            rawBody: JSON.stringify({ name: `environment-${index}`, type: 'test' }),
        });
        return (await app.send('GET', '/api/admin/events/verify')).body.valid;
    });

    expect(await Promise.all(verdicts)).toEqual(Array.from({ length: 10 }, () => true));
});

async function copyEvent(tx: Tx, id: number): Promise<void> {
    const row = await tx.selectFrom('events').selectAll().where('id', '=', 2).executeTakeFirstOrThrow();
    await tx
        .insertInto('events')
        .values({
            ...row,
            id,
            data: JSON.stringify(row.data),
            pre_data: JSON.stringify(row.pre_data),
            tags: JSON.stringify(row.tags),
        })
        .execute();
}
