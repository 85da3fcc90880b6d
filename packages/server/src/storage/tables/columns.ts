import type { ColumnType } from 'kysely';

/** Stored as JSON text; written with `JSON.stringify`, read back parsed. */
export type JsonColumn<T> = ColumnType<T, string, string>;

/** Null by default. */
export type Unset<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** ISO 8601 in UTC with milliseconds, as on the wire; sorts as text. */
export type Timestamp = string;

/** The author: the id and the name that the audit log shows. */
export interface StoredAuthor {
    created_by_user_id: number;
    created_by: string;
    created_at: Timestamp;
}
