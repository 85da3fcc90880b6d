import { type Kysely, sql } from 'kysely';
import { chunked } from '../chunked.ts';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/**
 * Stores since when the result of a flag has been the same for all users. Only adds a table: nodes of the previous release continue to run
 * and ignore it.
 */
export async function up(db: Kysely<Tables>, { text, boolean, tableEnd }: ColumnTypes): Promise<void> {
    await sql
        .raw(
            `create table flag_answers (
                flag ${text} not null references flags on delete cascade,
                environment ${text} not null,
                enabled ${boolean},
                variant ${text},
                since ${text} not null,
                primary key (flag, environment)
            ) ${tableEnd}`,
        )
        .execute(db);
    for (const rows of chunked(await constantResults(db))) await db.insertInto('flag_answers').values(rows).execute();
}

const DAY = 86_400_000;

/** Derives the start from the stored days: the day after the other result was last reported, or the first stored day. */
async function constantResults(db: Kysely<Tables>) {
    const usages = await db
        .selectFrom('usage')
        .select(({ fn, eb }) => [
            'usage.flag',
            'usage.environment',
            fn.min('usage.since').as('first'),
            fn.max('usage.since').as('last'),
            fn.max(eb.case().when('usage.yes', '>', 0).then(eb.ref('usage.since')).end()).as('on'),
            fn.max(eb.case().when('usage.no', '>', 0).then(eb.ref('usage.since')).end()).as('off'),
        ])
        .where('usage.period', '=', 'day')
        .groupBy(['usage.flag', 'usage.environment'])
        .execute();
    const varied = await db
        .selectFrom('usage_of_variants')
        .select(['flag', 'environment'])
        .distinct()
        .where('variant', '!=', 'disabled')
        .execute();
    const withVariants = new Set(varied.map(({ flag, environment }) => `${flag}\n${environment}`));
    return usages.map(({ flag, environment, first, last, on, off }) => {
        const isBoth = on === off || withVariants.has(`${flag}\n${environment}`);
        const other = last === on ? off : on;
        return {
            flag,
            environment,
            enabled: isBoth ? null : last === on,
            variant: null,
            since: isBoth ? last : other === null ? first : new Date(Date.parse(other) + DAY).toISOString(),
        };
    });
}
