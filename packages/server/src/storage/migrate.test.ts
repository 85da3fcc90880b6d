import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../test/support/databases.ts';
import { testApp } from '../../test/support/test-app.ts';

/** A database that a newer version has taken this step on. */
async function withStep(name: string) {
    const database = await emptyDatabase();
    onTestFinished(database.remove);
    const app = await testApp({ database });
    await app.services.observe((tx) =>
        sql`insert into kysely_migration (name, timestamp) values (${name}, '2030-01-01')`.execute(tx),
    );
    await app.close();
    return database;
}

test.each(['9999-something-more', '9999-contract-0040-what-none-uses'])(
    'a node starts on the database of a newer version that does without nothing it needs: %s',
    async (step) => {
        const app = await testApp({ database: await withStep(step) });

        expect(await app.post('/api/admin/projects/default/features', { name: 'mine' })).toMatchObject({ status: 201 });
    },
);

test('a node does not start on the database of a newer version that took away what it needs', async () => {
    const database = await withStep('9999-contract-9998-old-columns');

    await expect(testApp({ database })).rejects.toThrow(/^A newer version of Halyard wrote this database\./);
});
