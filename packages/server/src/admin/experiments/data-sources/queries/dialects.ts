import type { DataSourceKind } from '../data-source.schemas.ts';

/** What differs between databases. Everything else is plain SQL, without CTEs and window functions. */
export interface Dialect {
    /** A text value; undefined: it cannot be written safely. */
    text(value: string): string | undefined;
    asText(column: string): string;
    /** Milliseconds since 1970. */
    milliseconds(column: string): string;
    /** A time that can be compared with the column itself, so that an index or a partition of it can be used. */
    time(milliseconds: number): string;
    asDouble(expression: string): string;
    /** Signed, of 64 bits. */
    asInteger(expression: string): string;
    fullJoin: string;
    end: string;
}

const postgres: Dialect = {
    // Redshift reads a backslash as an escape.
    text: (value) => (/[\\\0]/.test(value) ? undefined : `'${value.replaceAll("'", "''")}'`),
    asText: (column) => `cast(${column} as varchar(1024))`,
    milliseconds: (column) => `cast(round(extract(epoch from ${column}) * 1000) as bigint)`,
    time: (milliseconds) => `cast('${new Date(milliseconds).toISOString()}' as timestamptz)`,
    asDouble: (expression) => `cast(${expression} as double precision)`,
    asInteger: (expression) => `cast(${expression} as bigint)`,
    fullJoin: 'full join',
    end: '',
};

const clickhouse: Dialect = {
    text: (value) => (value.includes('\0') ? undefined : `'${value.replace(/['\\]/g, '\\$&')}'`),
    asText: (column) => `assumeNotNull(toString(${column}))`,
    milliseconds: (column) => `toInt64(toUnixTimestamp(${column})) * 1000`,
    // Times of ClickHouse 18 have no milliseconds.
    time: (milliseconds) => `toDateTime(${Math.floor(milliseconds / 1000)})`,
    asDouble: (expression) => `toFloat64(${expression})`,
    asInteger: (expression) => `toInt64(${expression})`,
    fullJoin: 'all full join',
    end: '\nformat JSONCompact',
};

export const DIALECTS: Readonly<Record<DataSourceKind, Dialect>> = { postgres, clickhouse };
