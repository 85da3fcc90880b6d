import { CompiledQuery, type Insertable, InsertQueryNode, PostgresAdapter, TableNode } from 'kysely';
import { shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import { MEMBER_COLUMN_TYPES } from '../core/flags/flag-members.ts';
import { toBinaryArray } from './binary-array.ts';
import { chunked } from './chunked.ts';
import type { Tx } from './database.ts';
import { MAX_COUNT } from './max-count.ts';
import type { Tables } from './tables.ts';
import { executeOn } from './transaction.ts';

type Kind = 'text' | 'integer' | 'bigint' | 'boolean' | 'json';

/** The tables that bulk changes of flags and SDK reports insert into, with all of their columns. */
const COLUMNS = {
    events: {
        id: 'integer',
        type: 'text',
        created_by: 'text',
        created_by_user_id: 'integer',
        created_at: 'text',
        feature_name: 'text',
        project: 'text',
        environment: 'text',
        data: 'json',
        pre_data: 'json',
        tags: 'json',
        group_id: 'text',
        group_type: 'text',
        reason: 'text',
        bypass: 'boolean',
        via: 'text',
        previous_hash: 'text',
        hash: 'text',
    },
    publications: {
        environment: 'text',
        kind: 'text',
        name: 'text',
        revision: 'integer',
        superseded_by: 'integer',
        project: 'text',
        definition: 'text',
    },
    flags: {
        ...MEMBER_COLUMN_TYPES,
        name: 'text',
        project: 'text',
        stale: 'boolean',
        potentially_stale: 'boolean',
        created_at: 'text',
        created_by_user_id: 'integer',
        archived_at: 'text',
    },
    flag_environments: {
        flag: 'text',
        environment: 'text',
        enabled: 'boolean',
        variants: 'json',
        last_seen_at: 'text',
    },
    strategies: {
        id: 'text',
        flag: 'text',
        environment: 'text',
        name: 'text',
        title: 'text',
        disabled: 'boolean',
        sort_order: 'integer',
        parameters: 'json',
        constraints: 'json',
        variants: 'json',
        created_at: 'text',
        milestone_id: 'text',
    },
    flag_stages: {
        flag: 'text',
        stage: 'text',
        position: 'integer',
        entered_at: 'text',
        status: 'text',
        status_value: 'text',
    },
    strategy_segments: { strategy_id: 'text', segment_id: 'integer' },
    strategy_context_fields: { strategy_id: 'text', field: 'text', flag: 'text' },
    report_journal: { id: 'text', reports: 'json' },
    usage: {
        flag: 'text',
        environment: 'text',
        app: 'text',
        period: 'text',
        since: 'text',
        yes: 'bigint',
        no: 'bigint',
    },
    usage_of_variants: {
        flag: 'text',
        environment: 'text',
        app: 'text',
        period: 'text',
        since: 'text',
        variant: 'text',
        count: 'bigint',
    },
    app_usage: {
        app: 'text',
        project: 'text',
        environment: 'text',
        period: 'text',
        since: 'text',
        evaluations: 'bigint',
    },
    project_applications: { project: 'text', environment: 'text', app: 'text' },
    measured_flags: { flag: 'text', tick: 'bigint' },
    metrics: {
        id: 'bigint',
        environment: 'text',
        project: 'text',
        name: 'text',
        kind: 'text',
        help: 'text',
        token_id: 'integer',
        first_seen_at: 'text',
        seen_at: 'text',
        heartbeat_at: 'text',
        label_names: 'json',
    },
    series: {
        id: 'bigint',
        metric_id: 'bigint',
        project: 'text',
        kind: 'text',
        labels: 'json',
        token_id: 'integer',
    },
    series_rows: { series_id: 'bigint', step: 'text', start: 'bigint', points: 'text' },
    reported_periods: { token_id: 'integer', connection: 'text', periods: 'json', seen_at: 'text' },
} as const satisfies { [T in keyof Tables]?: { [C in keyof Insertable<Tables[T]>]-?: Kind } };

type Table = keyof typeof COLUMNS;

/** Adds a count to that of the existing row. */
function added(table: Table, column: string): string {
    const sum = `"${table}"."${column}" + excluded."${column}"`;
    return `"${column}" = case when ${sum} > ${MAX_COUNT} then ${MAX_COUNT} else ${sum} end`;
}

/** What happens if a row exists. In the other tables that is an error. */
const ON_CONFLICT: { [T in Table]?: string } = {
    metrics: `(id) do update set kind = excluded.kind, help = excluded.help, seen_at = excluded.seen_at,
        heartbeat_at = coalesce(excluded.heartbeat_at, metrics.heartbeat_at), label_names = excluded.label_names`,
    series_rows: '(series_id, step, start) do update set points = excluded.points',
    reported_periods: '(token_id, connection) do update set periods = excluded.periods, seen_at = excluded.seen_at',
    flag_stages: '(flag, position) do nothing',
    project_applications: '(app, project, environment) do nothing',
    measured_flags: '(flag) do update set tick = excluded.tick',
    usage: `(flag, period, since, environment, app) do update set ${added('usage', 'yes')}, ${added('usage', 'no')}`,
    usage_of_variants: `(flag, period, since, environment, app, variant) do update set ${added('usage_of_variants', 'count')}`,
    app_usage: `(period, since, app, project, environment) do update set ${added('app_usage', 'evaluations')}`,
};

/** The rows of one insert statement, each as the list of its values. */
export class Rows {
    readonly list: readonly (readonly unknown[])[];

    constructor(list: readonly (readonly unknown[])[]) {
        this.list = list;
    }
}

/**
 * Inserts any number of rows with a constant statement text, so that neither Kysely nor the database has to parse a new one for
 * each number of rows: PostgreSQL receives a binary array for each column, SQLite runs the statement for each row. Counts are added
 * to those of existing rows; a row may occur once in the list.
 */
export async function insertRows<T extends Table>(
    tx: Tx,
    table: T,
    rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
    const executor = tx.getExecutor();
    const isPostgres = executor.adapter instanceof PostgresAdapter;
    const statement = isPostgres ? POSTGRES[table] : SQLITE[table];
    const kinds = COLUMNS[table] as Record<keyof Insertable<Tables[T]>, Kind>;
    const columns = Object.keys(kinds) as (keyof Insertable<Tables[T]>)[];
    for (const chunk of chunked(rows)) {
        const parameters = isPostgres
            ? columns.map((column) =>
                  toBinaryArray(
                      kinds[column],
                      chunk.map((row) => row[column]),
                  ),
              )
            : [new Rows(chunk.map((row) => columns.map((column) => row[column])))];
        await executeOn(executor, { ...statement, parameters });
        if (shouldYield()) await yieldToEventLoop();
    }
}

const statements = (valuesOf: (columns: [name: string, kind: Kind][]) => string) =>
    Object.fromEntries(
        Object.entries(COLUMNS).map(([table, kinds]) => {
            const columns: [string, Kind][] = Object.entries(kinds);
            const names = columns.map(([name]) => `"${name}"`).join(', ');
            const conflict = ON_CONFLICT[table as Table];
            const rest = conflict === undefined ? '' : ` on conflict ${conflict}`;
            const sql = `insert into "${table}" (${names}) ${valuesOf(columns)}${rest}`;
            return [table, { ...CompiledQuery.raw(sql), query: InsertQueryNode.create(TableNode.create(table)) }];
        }),
        // One for each table.
    ) as Record<Table, CompiledQuery>;

const SQLITE = statements((columns) => `values (${columns.map(() => '?').join(', ')})`);
const POSTGRES = statements(
    (columns) => `select * from unnest(${columns.map(([, kind], index) => `$${index + 1}::${kind}[]`).join(', ')})`,
);
