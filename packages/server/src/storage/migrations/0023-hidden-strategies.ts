import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../column-types.ts';
import type { Tables } from '../tables.ts';

/** Adds a third kind of publication: the strategies of a flag that explanations show and SDKs do not receive. */
export async function up(db: Kysely<Tables>, { text, tableEnd }: ColumnTypes): Promise<void> {
    // SQLite cannot change a check constraint, so the table is replaced.
    const statements = [
        `create table publications_of_three_kinds (
            environment ${text} not null,
            kind ${text} not null check (kind in ('flag', 'segment', 'hidden')),
            name ${text} not null,
            revision integer not null,
            superseded_by integer,
            project ${text},
            definition ${text},
            primary key (environment, kind, name, revision)
        ) ${tableEnd}`,
        `insert into publications_of_three_kinds
            (environment, kind, name, revision, superseded_by, project, definition)
            select environment, kind, name, revision, superseded_by, project, definition from publications`,
        'drop table publications',
        'alter table publications_of_three_kinds rename to publications',
        'create unique index publications_current on publications (kind, name, environment) where superseded_by is null',
        'create index publications_by_revision on publications (revision, environment, kind, name)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    await fill(db);
}

/** Inserts publications of the current state, as if it had always been published. */
async function fill(db: Kysely<Tables>): Promise<void> {
    const strategies = Map.groupBy(
        await db
            .selectFrom('strategies')
            .selectAll()
            .orderBy('sort_order')
            .orderBy('created_at')
            .orderBy('id')
            .execute(),
        ({ environment, flag }) => `${environment}/${flag}`,
    );
    const segments = Map.groupBy(
        await db.selectFrom('strategy_segments').selectAll().orderBy('segment_id').execute(),
        ({ strategy_id }) => strategy_id,
    );
    const published = await db
        .selectFrom('publications')
        .select(['environment', 'name', 'project', 'revision'])
        .where('kind', '=', 'flag')
        .where('superseded_by', 'is', null)
        .where('definition', 'is not', null)
        .execute();
    for (const flag of published) {
        const own = strategies.get(`${flag.environment}/${flag.name}`);
        if (own === undefined) continue;
        const definition = own.map(({ id, title, disabled, name, constraints, parameters, variants }) => {
            const ids = segments.get(id)?.map(({ segment_id }) => segment_id);
            return {
                id,
                ...(title !== null && { title }),
                ...(disabled && { disabled, name, constraints, parameters, variants, ...(ids && { segments: ids }) }),
            };
        });
        await db
            .insertInto('publications')
            .values({ ...flag, kind: 'hidden', definition: JSON.stringify(definition), superseded_by: null })
            .execute();
    }
}
