import { type Kysely, sql } from 'kysely';
import { chunked } from '../chunked.ts';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Since when a flag has given everyone the same answer. Only adds: nodes of the release before go on beside, and know nothing of it. */
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
    for (const rows of chunked(await known(db))) await db.insertInto('flag_answers').values(rows).execute();
}

const DAY = 86_400_000;

/** What the days that are kept tell: the day after the other answer was last given, or the first day there is. */
async function known(db: Kysely<Tables>) {
    const places = await db
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
    return places.map(({ flag, environment, first, last, on, off }) => {
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
