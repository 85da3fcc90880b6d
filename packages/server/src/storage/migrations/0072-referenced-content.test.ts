import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { addRollout, protectedStrategy, turnOn } from '../../../test/support/change-requests.ts';
import { emptyDatabase } from '../../../test/support/databases.ts';
import { type TestApp, testApp } from '../../../test/support/test-app.ts';
import { POSTGRES_TYPES, SQLITE_TYPES } from '../column-types.ts';
import { up } from './0072-referenced-content.ts';

const environment = 'production';

test('requests that were approved or scheduled before the upgrade need a new approval if they refer to other content', async () => {
    const database = await emptyDatabase();
    onTestFinished(database.remove);
    const before = await testApp({ database });
    const at = await protectedStrategy(before);
    const { project, flag, approved, move, owner } = at;
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    const segment = await before.has.segment({ project });
    const segments = [segment.id];
    const addition = addRollout(flag, '100');
    const other = (await before.has.flag({ project })).name;
    const schedule = async (changes: unknown) => {
        const id = await approved(changes);
        expect(await move(id, 'Scheduled', owner, { scheduledAt })).toMatchObject({ status: 200 });
        return id;
    };
    const plain = await schedule(addition);
    const withSegment = await schedule({ ...addition, payload: { ...addition.payload, segments } });
    const withDefault = await schedule(turnOn(other));
    const approvedOnly = await approved({ ...addition, payload: { ...addition.payload, segments } });
    await before.services.observe(async (tx) => {
        // The schema of the previous release.
        await sql`alter table change_request_changes drop column refs`.execute(tx);
        await up(tx, process.env['TEST_DATABASE'] === 'postgres' ? POSTGRES_TYPES : SQLITE_TYPES);
        await tx
            .updateTable('change_request_changes')
            .set({ payload: JSON.stringify({ enabled: true }) })
            .where('request', '=', withDefault)
            .execute();
    });
    await before.close();

    const app = await testApp({ database });
    await app.services.schedules.recheck();
    const request = async (id: number) => (await read(app, project, id)).body;
    expect((await request(plain)).schedule).toMatchObject({ status: 'pending' });
    expect((await request(withSegment)).schedule).toMatchObject({
        status: 'suspended',
        reason: expect.stringContaining('not recorded'),
    });
    expect((await request(withDefault)).schedule).toMatchObject({
        status: 'suspended',
        reason: expect.stringContaining('no enabled strategy'),
    });
    const apply = `/api/admin/projects/${project}/change-requests/${approvedOnly}/state`;
    expect(await app.put(apply, { state: 'Applied' })).toMatchObject({ status: 409 });
    const strategies = `/api/admin/projects/${project}/features/${flag}/environments/${environment}/strategies`;
    expect((await app.get(strategies)).body).toHaveLength(1);
});

const read = (app: TestApp, project: string, id: number) =>
    app.get(`/api/admin/projects/${project}/change-requests/${id}`);
