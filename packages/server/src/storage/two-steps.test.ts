import path from 'node:path';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyDatabase } from '../../test/support/databases.ts';
import { openSqlite } from './embedded-database.ts';
import { doSteps, oldestCompatibleStep, STEP_NAMES } from './migrate.ts';
import { openPostgres } from './postgres-database.ts';
import type { Tables } from './tables.ts';

const kind = process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';

interface Column {
    table: string;
    name: string;
    type: string;
    isRequired: boolean | number;
    hasDefault: boolean | number;
}

/** A unique constraint. */
interface Unique {
    table: string;
    columns: string;
}

interface Schema {
    columns: Map<string, Column>;
    unique: Map<string, Unique>;
}

const COLUMNS =
    kind === 'sqlite'
        ? sql<Column>`
            select t.name as "table", c.name as name, c.type as type, c."notnull" as "isRequired",
                c.dflt_value is not null or c.pk > 0 as "hasDefault"
            from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'`
        : sql<Column>`
            select table_name as "table", column_name as name, data_type as type, is_nullable = 'NO' as "isRequired",
                column_default is not null or is_identity = 'YES' as "hasDefault"
            from information_schema.columns where table_schema = current_schema()`;

const UNIQUE =
    kind === 'sqlite'
        ? sql<Unique>`
            select t.name as "table", group_concat(c.name, ', ' order by c.name) as columns
            from sqlite_master t join pragma_index_list(t.name) i join pragma_index_info(i.name) c
            where t.type = 'table' and i."unique" group by i.name`
        : sql<Unique>`
            select t.relname::text as "table", string_agg(a.attname::text, ', ' order by a.attname) as columns
            from pg_index i join pg_class t on t.oid = i.indrelid
            join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey::int2[])
            where i.indisunique and t.relnamespace = quote_ident(current_schema())::regnamespace group by t.relname, i.indexrelid`;

async function schemaOf(db: Kysely<Tables>): Promise<Schema> {
    const { rows: columns } = await COLUMNS.execute(db);
    const { rows: unique } = await UNIQUE.execute(db);
    return {
        columns: new Map(columns.map((column) => [`${column.table}.${column.name}`, column])),
        unique: new Map(unique.map((each) => [`${each.table} (${each.columns})`, each])),
    };
}

/** Describes the schema changes that would break a node that expects the previous schema. */
function breakingChanges(before: Schema, after: Schema): string[] {
    const problems: string[] = [];
    for (const [name, old] of before.columns) {
        const now = after.columns.get(name);
        if (!now) problems.push(`${name} is gone`);
        else if (now.type !== old.type) problems.push(`${name} is of another type`);
        else if (now.isRequired && !old.isRequired) problems.push(`${name} must be filled in`);
        else if (!now.isRequired && old.isRequired) problems.push(`${name} may be missing`);
        else if (!now.hasDefault && old.hasDefault) problems.push(`${name} has no default any more`);
    }
    const tables = new Set([...before.columns.values()].map(({ table }) => table));
    for (const [name, { table, isRequired, hasDefault }] of after.columns) {
        const isNew = tables.has(table) && !before.columns.has(name);
        if (isNew && isRequired && !hasDefault) problems.push(`${name} is filled in by nobody who does not know it`);
    }
    for (const [name, unique] of after.unique) {
        const isImplied = [...before.unique.values()].some((former) => isImpliedBy(unique, former));
        if (tables.has(unique.table) && !isImplied) problems.push(`${name} must not be there twice`);
    }
    return problems;
}

/** Whether a constraint rejects nothing that the former one accepts: it has the same columns, or further ones. */
function isImpliedBy({ table, columns }: Unique, former: Unique): boolean {
    const names = new Set(columns.split(', '));
    return table === former.table && former.columns.split(', ').every((name) => names.has(name));
}

async function open() {
    const { environment, remove } = await emptyDatabase();
    const { migrator, transaction, close } =
        kind === 'postgres'
            ? openPostgres({
                  url: environment['DATABASE_URL']!,
                  poolSize: 1,
                  schema: 'public',
                  applicationName: 'test',
                  onError: () => undefined,
              })
            : openSqlite(path.join(environment['DATA_DIR']!, 'halyard.db'));
    onTestFinished(() => close().then(remove));
    return { migrator, transaction };
}

test('no migration removes anything that the previous release uses, unless its name says so', async () => {
    const { transaction } = await open();
    await transaction(async (tx) => {
        await sql`create table kysely_migration (name text, timestamp text)`.execute(tx);
        const [schema, ...later] = STEP_NAMES;
        await doSteps(tx, kind, [schema!]);
        let before = await schemaOf(tx);
        for (const name of later) {
            await doSteps(tx, kind, [name]);
            const after = await schemaOf(tx);
            if (oldestCompatibleStep(name) === undefined) expect(breakingChanges(before, after), name).toEqual([]);
            before = after;
        }
        expect([...before.columns.keys()]).toContain('flags.value_type');
    });
});

const HARMLESS = [
    "alter table things add column place text not null default 'here'",
    'alter table things add column place text',
    'create table places (id integer primary key, name text not null unique)',
];

const HARMFUL: Record<string, string[]> = {
    'alter table things drop column note': ['things.note is gone'],
    'alter table things rename column note to remark': ['things.note is gone'],
    'alter table things rename to places': ['things.id is gone', 'things.name is gone', 'things.note is gone'],
    'create unique index by_note on things (note)': ['things (note) must not be there twice'],
    // The embedded database does not support these.
    ...(kind === 'postgres' && {
        'alter table things alter column note type integer using 1': ['things.note is of another type'],
        'alter table things alter column note set not null': ['things.note must be filled in'],
        'alter table things alter column name drop not null': ['things.name may be missing'],
        'alter table things alter column name drop default': ['things.name has no default any more'],
        'alter table things add column place text not null': [
            'things.place is filled in by nobody who does not know it',
        ],
    }),
};

test('every schema change that would break a node of the previous release is detected', async () => {
    const { migrator } = await open();
    const noticed: Record<string, string[]> = {};
    for (const step of [...HARMLESS, ...Object.keys(HARMFUL)]) {
        for (const table of ['things', 'places']) await sql.raw(`drop table if exists ${table}`).execute(migrator);
        await sql`create table things (id integer primary key, name text not null default 'one', note text)`.execute(
            migrator,
        );
        const before = await schemaOf(migrator);
        await sql.raw(step).execute(migrator);
        noticed[step] = breakingChanges(before, await schemaOf(migrator));
    }
    expect(noticed).toEqual({ ...Object.fromEntries(HARMLESS.map((step) => [step, []])), ...HARMFUL });
});
