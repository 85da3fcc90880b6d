import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Tables } from '../tables.ts';
import { ownTables } from './own-tables.ts';

export type ColumnKind = 'text' | 'number' | 'boolean' | 'json';

/** The columns of a table in a form common to both databases. */
export interface TableShape {
    name: string;
    /** Sorted by name: their order in the table is arbitrary. */
    columns: { name: string; kind: ColumnKind }[];
    /** The columns that order the rows; empty: all columns. */
    key: string[];
}

interface Column {
    table: string;
    name: string;
    type: string;
    /** Position in the primary key, from 1; 0: not part of it. */
    key: number;
}

const KINDS: Record<string, ColumnKind> = {
    TEXT: 'text',
    INTEGER: 'number',
    REAL: 'number',
    INT: 'boolean',
    ANY: 'json',
    text: 'text',
    integer: 'number',
    bigint: 'number',
    'double precision': 'number',
    boolean: 'boolean',
    json: 'json',
};

/** Describes the nodes that run, not the content of the database. */
const NOT_COPIED = 'running_nodes';

/** Returns all tables of Halyard, each after the tables that its rows refer to. */
export async function tableShapes(db: Kysely<Tables>, kind: Database['kind']): Promise<TableShape[]> {
    const { rows: columns } = await (kind === 'sqlite' ? SQLITE_COLUMNS : POSTGRES_COLUMNS).execute(db);
    const { rows: references } = await (kind === 'sqlite' ? SQLITE_REFERENCES : POSTGRES_REFERENCES).execute(db);
    // A PostgreSQL schema may also contain tables of other programs.
    const own = kind === 'postgres' ? await ownTables() : undefined;
    const ownColumns = columns.filter(({ table }) => table !== NOT_COPIED && (own?.has(table) ?? true));
    const shapes = new Map(
        [...Map.groupBy(ownColumns, ({ table }) => table)].map(([name, its]) => [name, shapeOf(name, its)]),
    );
    const parents = Map.groupBy(references, ({ child }) => child);
    const ordered = new Set<TableShape>();
    const add = (name: string) => {
        const shape = shapes.get(name);
        if (!shape || ordered.has(shape)) return;
        for (const { parent } of parents.get(name) ?? []) if (parent !== name) add(parent);
        ordered.add(shape);
    };
    for (const name of [...shapes.keys()].sort()) add(name);
    return [...ordered];
}

function shapeOf(name: string, columns: Column[]): TableShape {
    return {
        name,
        columns: columns
            .map((column) => {
                const kind = KINDS[column.type];
                if (!kind)
                    throw new Error(`${name}.${column.name} is of the type ${column.type}, which nobody copies.`);
                return { name: column.name, kind };
            })
            .sort((a, b) => (a.name < b.name ? -1 : 1)),
        key: columns
            .filter(({ key }) => key > 0)
            .sort((a, b) => a.key - b.key)
            .map((column) => column.name),
    };
}

const SQLITE_COLUMNS = sql<Column>`
    select t.name as "table", c.name as name, c.type as type, c.pk as key
    from sqlite_master t join pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'sqlite|_%' escape '|' and t.name not like 'kysely|_%' escape '|'`;

const SQLITE_REFERENCES = sql<{ child: string; parent: string }>`
    select t.name as child, f."table" as parent
    from sqlite_master t join pragma_foreign_key_list(t.name) f where t.type = 'table'`;

const POSTGRES_COLUMNS = sql<Column>`
    select t.relname::text as "table", a.attname::text as name, format_type(a.atttypid, null) as type,
        coalesce(array_position(k.conkey, a.attnum), 0) as key
    from pg_class t
    join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint k on k.conrelid = t.oid and k.contype = 'p'
    where t.relkind = 'r' and t.relnamespace = quote_ident(current_schema())::regnamespace and t.relname not like 'kysely|_%' escape '|'`;

const POSTGRES_REFERENCES = sql<{ child: string; parent: string }>`
    select c.relname::text as child, p.relname::text as parent
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    where k.contype = 'f' and c.relnamespace = quote_ident(current_schema())::regnamespace`;
