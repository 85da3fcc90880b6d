import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { tableShapes } from '../src/storage/copy/table-shapes.ts';
import { namesOn, setShared, setStage } from './privacy/stage.ts';
import { type TestApp, testApp } from './support/test-app.ts';

/*
 * Every table with a column `project` has a row of the staged project: otherwise the tests of private projects would not notice that
 * the rows of a new table are visible to outsiders, and the test below would not notice that they remain after the project.
 */

/** Tables that contain no objects of a project, each with the reason. */
const WITHOUT_OBJECTS: Record<string, string> = {
    deleted_private_projects: 'it lists projects that no longer exist',
};

/** Tables whose rows remain after the deletion of a project, each with the reason. */
const REMAINING: Record<string, string> = {
    deleted_private_projects: 'the past of a private project stays hidden',
    events: 'the audit log is permanent',
    publications: 'SDKs receive the removal of the flags',
};

const { projectId } = namesOn('covert');

async function stagedProject(): Promise<TestApp> {
    const app = await testApp();
    const person = await app.has.user();
    const { body: group } = await app.post('/api/admin/groups', { name: 'team', users: [{ user: { id: person.id } }] });
    const { body: role } = await app.post('/api/admin/roles', {
        name: 'custom role',
        type: 'custom',
        permissions: [{ name: 'UPDATE_FEATURE' }],
    });
    await setStage(app, 'covert', { person, groupId: group.id, customRoleId: role.roles.id }, await setShared(app));
    return app;
}

function rowsByTable({ services }: TestApp): Promise<Map<string, number>> {
    const kind = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';
    return services.recordObservation(async (tx) => {
        const counts = new Map<string, number>();
        for (const { name, columns } of await tableShapes(tx, kind)) {
            if (!columns.some((column) => column.name === 'project')) continue;
            const { rows } = await sql`select 1 from ${sql.table(name)} where project = ${projectId}`.execute(tx);
            counts.set(name, rows.length);
        }
        return counts;
    });
}

test('the staged project has a row in every table with a column `project`', async () => {
    const rows = await rowsByTable(await stagedProject());

    expect(rows.size).toBeGreaterThan(10);
    expect(
        [...rows]
            .filter(([, count]) => count === 0)
            .map(([table]) => table)
            .sort(),
    ).toEqual(Object.keys(WITHOUT_OBJECTS).sort());
});

test('a deleted project leaves rows only in the tables listed here', async () => {
    const app = await stagedProject();
    const address = `/api/admin/projects/${projectId}`;
    const { body } = await app.get(`${address}/features`);
    const names: string[] = body.features.map(({ name }: { name: string }) => name);
    expect(await app.post(`${address}/archive`, { features: names })).toMatchObject({ status: 202 });
    expect(await app.delete(address)).toMatchObject({ status: 200 });

    const left = [...(await rowsByTable(app))].filter(([, count]) => count > 0).map(([table]) => table);
    expect(left.sort()).toEqual(Object.keys(REMAINING).sort());
});
