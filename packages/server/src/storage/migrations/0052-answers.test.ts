import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../../test/support/databases.ts';
import { testApp } from '../../../test/support/test-app.ts';
import { POSTGRES_TYPES, SQLITE_TYPES } from '../column-types.ts';
import { up } from './0052-answers.ts';

const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`;

/** The evaluations that SDKs reported for each flag, by day: how many were enabled, and how many disabled. */
const REPORTED: Record<string, [yes: number, no: number][]> = {
    'turned-on': [
        [0, 5],
        [2, 1],
        [3, 0],
        [4, 0],
    ],
    'always-off': [
        [0, 1],
        [0, 1],
    ],
    'turned-off-again': [
        [0, 1],
        [1, 0],
        [0, 1],
    ],
    undecided: [
        [1, 0],
        [1, 1],
    ],
    varied: [
        [1, 0],
        [1, 0],
    ],
};

test('the start of a constant flag result is derived from usage before the upgrade', async () => {
    const database = await emptyDatabase();
    onTestFinished(database.remove);
    const before = await testApp({ database });
    for (const name of [...Object.keys(REPORTED), 'never-used']) await before.has.flag({ name });
    const at = { environment: 'production', app: 'shop', period: 'day' as const };
    await before.services.observe(async (tx) => {
        for (const [flag, days] of Object.entries(REPORTED)) {
            const rows = days.map(([yes, no], index) => ({ ...at, flag, since: day(index + 1), yes, no }));
            await tx.insertInto('usage').values(rows).execute();
        }
        await tx
            .insertInto('usage_of_variants')
            .values({ ...at, flag: 'varied', since: day(2), variant: 'red', count: 1 })
            .execute();
        // The schema of the previous release.
        await sql`drop table flag_answers`.execute(tx);
        await up(tx, process.env['TEST_DATABASE'] === 'postgres' ? POSTGRES_TYPES : SQLITE_TYPES);
    });
    await before.close();

    const app = await testApp({ database });
    const { body } = await app.get('/api/admin/search/features');

    const results = body.features.map(({ name, oneAnswer }: { name: string; oneAnswer?: unknown }) => [
        name,
        oneAnswer,
    ]);
    expect(Object.fromEntries(results)).toEqual({
        'turned-on': { enabled: true, since: day(3) },
        'always-off': { enabled: false, since: day(1) },
        'turned-off-again': { enabled: false, since: day(3) },
        undecided: undefined,
        varied: undefined,
        'never-used': undefined,
    });
});
