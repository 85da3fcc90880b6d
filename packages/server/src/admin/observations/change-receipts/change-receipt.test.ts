import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
    app = await testApp({ until: 'file' });
});

const TAG_TYPES = '/api/admin/tag-types';

const settle = (id: string, by: object = {}) =>
    app.post(`/api/admin/change-receipts/${id}/settle`, undefined, { ...by, changesNothing: true });

const create = (name: string, changeId: string, more: object = {}) =>
    app.post(TAG_TYPES, { name }, { headers: { 'change-id': changeId }, ...more });

const names = async () => (await app.get(TAG_TYPES)).body.tagTypes.map((each: { name: string }) => each.name);

const storedFor = (user: number) =>
    app.services.db.selectFrom('change_receipts').selectAll().where('user_id', '=', user).execute();

test('the receipt of a change whose response was lost reports that the change was applied', async () => {
    expect(await create('receipt-kept', 'change-kept-0000001')).toMatchObject({ status: 201 });

    expect(await settle('change-kept-0000001')).toMatchObject({ status: 200, body: { outcome: 'applied' } });
    expect(await settle('change-kept-0000001')).toMatchObject({ status: 200, body: { outcome: 'applied' } });
});

test('a change that was reported as not applied is refused when its request arrives late', async () => {
    expect(await settle('change-late-0000001')).toMatchObject({ status: 200, body: { outcome: 'not-applied' } });

    expect(await create('receipt-late', 'change-late-0000001')).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('This request changed nothing') },
    });

    expect(await names()).not.toContain('receipt-late');
    expect(await settle('change-late-0000001')).toMatchObject({ body: { outcome: 'not-applied' } });
});

test('a request that is sent twice with one Change-Id is applied once', async () => {
    await create('receipt-once', 'change-once-0000001');

    expect(await create('receipt-twice', 'change-once-0000001')).toMatchObject({ status: 400 });
    expect(await names()).not.toContain('receipt-twice');
});

test('a refused change is reported as not applied', async () => {
    expect(await create('receipt-kept', 'change-refused-00001')).toMatchObject({ status: 409 });

    expect(await settle('change-refused-00001')).toMatchObject({ body: { outcome: 'not-applied' } });
});

test('the receipt of one user neither reveals nor blocks the change of another user', async () => {
    const other = await app.has.user();
    await create('receipt-mine', 'change-shared-000001');

    expect(await settle('change-shared-000001', other)).toMatchObject({ body: { outcome: 'not-applied' } });
    expect(await settle('change-shared-000001')).toMatchObject({ body: { outcome: 'applied' } });
});

test('a caller can settle a limited number of changes, which affects neither known outcomes nor other callers', async () => {
    const viewer = await app.has.user({ rootRole: 'viewer' });
    const rows = Array.from({ length: 699 }, (_, index) => ({
        user_id: viewer.id,
        id: `change-lost-${String(index).padStart(8, '0')}`,
        // Changes that were applied do not count.
        outcome: index < 200 ? ('applied' as const) : ('not-applied' as const),
        created_at: app.services.clock().toISOString(),
    }));
    await app.services.recordObservation((tx) => tx.insertInto('change_receipts').values(rows).execute());

    expect(await settle('change-last-0000001', viewer)).toMatchObject({ body: { outcome: 'not-applied' } });
    expect(await settle('change-more-0000001', viewer)).toMatchObject({
        status: 429,
        body: { message: expect.stringContaining('500 of your changes') },
    });
    expect(await settle('change-last-0000001', viewer)).toMatchObject({ body: { outcome: 'not-applied' } });
    expect(await settle('change-more-0000001', await app.has.user())).toMatchObject({ status: 200 });
    expect(await storedFor(viewer.id)).toHaveLength(700);
});

test('a request that changes nothing stores no receipt, so viewers cannot store receipts without limit', async () => {
    const viewer = await app.has.user({ rootRole: 'viewer' });
    for (const id of ['change-none-0000001', 'change-none-0000002']) {
        const headers = { ...viewer.headers, 'change-id': id };
        await app.delete('/api/admin/user/tokens/12345', { ...viewer, headers, changesNothing: true });
    }

    expect(await storedFor(viewer.id)).toEqual([]);
    expect(await settle('change-none-0000001', viewer)).toMatchObject({ body: { outcome: 'not-applied' } });
});

test('a request that changes nothing keeps the receipts of earlier changes', async () => {
    const admin = await app.has.user({ rootRole: 'admin' });
    const as = (changeId: string) => ({ ...admin, headers: { ...admin.headers, 'change-id': changeId } });
    await app.post(TAG_TYPES, { name: 'receipt-earlier' }, as('change-earlier-00001'));
    const nothing = { ...as('change-none-0000003'), changesNothing: true };
    expect(await app.delete('/api/admin/user/tokens/12345', nothing)).toMatchObject({ status: 200 });

    expect(await storedFor(admin.id)).toMatchObject([{ id: 'change-earlier-00001', outcome: 'applied' }]);
    expect(await settle('change-earlier-00001', admin)).toMatchObject({ body: { outcome: 'applied' } });
    const again = await app.post(TAG_TYPES, { name: 'receipt-again' }, as('change-earlier-00001'));
    expect(again).toMatchObject({ status: 400 });
});

test('a Change-Id that is too short gets 400 with a description of the format', async () => {
    expect(await create('receipt-short', 'short')).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining('16 to 64 letters') },
    });
});
