import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { Rows } from '../insert-rows.ts';
import type { Tables } from '../tables.ts';
import type { ColumnKind, TableShape } from './table-shapes.ts';

/** The values of a row in the order of the columns of its shape; JSON as the stored text. */
export type CopiedRow = (string | number | boolean | null)[];

const PAGE = 1_000;

/** The rows of a table in pages, in an order that is the same in both databases. */
export async function* rowsOf(
    db: Kysely<Tables>,
    { name, columns, key }: TableShape,
    skip = 0,
): AsyncGenerator<CopiedRow[], void> {
    const selected = sql.join(
        // As stored: parsing and serializing again could change it.
        columns.map(({ name: column, kind }) =>
            kind === 'json' ? sql`cast(${sql.ref(column)} as text) as ${sql.ref(column)}` : sql.ref(column),
        ),
    );
    const order = sql.join(
        key.length > 0
            ? key.map((column) => sql.ref(column))
            : // The databases sort null values differently.
              columns.flatMap(({ name: column }) => [sql`${sql.ref(column)} is null`, sql.ref(column)]),
    );
    let read = skip;
    let last: Record<string, unknown> | undefined;
    for (;;) {
        const after: RawBuilder<unknown> =
            last && key.length > 0
                ? sql`where (${sql.join(key.map((column) => sql.ref(column)))}) > (${sql.join(key.map((column) => last![column]))})`
                : sql``;
        const offset: number = last && key.length > 0 ? 0 : read;
        const { rows } = await sql<Record<string, string | number | boolean | null>>`
            select ${selected} from ${sql.table(name)} ${after} order by ${order} limit ${PAGE} offset ${offset}`.execute(
            db,
        );
        if (rows.length > 0) yield rows.map((row) => columns.map(({ name: column }) => row[column]!));
        if (rows.length < PAGE) return;
        read += rows.length;
        last = rows.at(-1);
    }
}

const ARRAYS: Record<ColumnKind, string> = { text: 'text', number: 'bigint', boolean: 'boolean', json: 'json' };

export async function addRows(
    db: Kysely<Tables>,
    kind: Database['kind'],
    { name, columns }: Pick<TableShape, 'name' | 'columns'>,
    rows: readonly CopiedRow[],
): Promise<void> {
    const into = `insert into "${name}" (${columns.map((column) => `"${column.name}"`).join(', ')})`;
    const query =
        kind === 'sqlite'
            ? CompiledQuery.raw(`${into} values (${columns.map(() => '?').join(', ')})`, [new Rows(rows)])
            : CompiledQuery.raw(
                  `${into} select * from unnest(${columns.map((column, index) => `$${index + 1}::${ARRAYS[column.kind]}[]`).join(', ')})`,
                  columns.map((_, index) => rows.map((row) => row[index])),
              );
    await db.executeQuery(query);
}

export async function countRows(db: Kysely<Tables>, name: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    return Number(rows[0]!.count);
}

/** The last id that each table with generated ids has assigned. */
export async function lastAssignedIds(db: Kysely<Tables>, kind: Database['kind']): Promise<Record<string, number>> {
    const { rows } = await (kind === 'sqlite' ? SQLITE_NUMBERS : POSTGRES_NUMBERS).execute(db);
    return Object.fromEntries(rows.filter(({ last }) => last !== null).map(({ table, last }) => [table, Number(last)]));
}

/** Sets the id sequences, so that no id is assigned twice. */
export async function continueNumbers(
    db: Kysely<Tables>,
    kind: Database['kind'],
    numbers: Record<string, number>,
): Promise<void> {
    for (const [table, last] of Object.entries(numbers)) {
        if (kind === 'sqlite') {
            await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
            await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(db);
        } else {
            await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), 'id'), ${last}::bigint)`.execute(db);
        }
    }
}

const SQLITE_NUMBERS = sql<{ table: string; last: number | null }>`
    select name as "table", seq as last from sqlite_sequence order by name`;

const POSTGRES_NUMBERS = sql<{ table: string; last: number | null }>`
    select t.relname::text as "table", pg_sequence_last_value(s.oid::regclass) as last
    from pg_class s
    join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    join pg_class t on t.oid = d.refobjid
    where s.relkind = 'S' and s.relnamespace = quote_ident(current_schema())::regnamespace order by t.relname`;
