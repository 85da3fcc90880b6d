import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/test-app.ts';
import { POSTGRES_TYPES, SQLITE_TYPES } from '../../storage/column-types.ts';
import { up } from '../../storage/migrations/0025-counters.ts';

test.each([0, 3])('a database of an older version that gave out %i ids goes on after them', async (given) => {
    const app = await testApp();
    const types = process.env['TEST_DATABASE'] === 'postgres' ? POSTGRES_TYPES : SQLITE_TYPES;
    // As older versions did it: the database counts. The segments are gone again.
    await app.services.observe(async (tx) => {
        for (let count = 1; count <= given; count++) {
            await sql`insert into segments (name, constraints, created_by, created_at)
                values (${`segment-${count}`}, '[]', 'someone', '2026-01-01T00:00:00.000Z')`.execute(tx);
        }
        await tx.deleteFrom('segments').execute();
        await sql`drop table counters`.execute(tx);
        await up(tx, types);
    });

    expect((await app.has.segment({ name: 'new' })).id).toBe(given + 1);
});
