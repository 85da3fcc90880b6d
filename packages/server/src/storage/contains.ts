import { type Expression, type SqlBool, sql } from 'kysely';
import { asciiLower } from '../core/text/ascii-case.ts';

/** Whether the column contains the text, ignoring the case of ASCII letters. The text is matched literally. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
    const pattern = `%${asciiLower(text).replace(/[\\%_]/g, '\\$&')}%`;
    return sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`;
}
