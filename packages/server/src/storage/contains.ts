import { type Expression, type SqlBool, sql } from 'kysely';
import { asciiLower } from '../core/text/ascii-case.ts';

/** Whether the column holds the text somewhere, whatever the case of ASCII letters. The text is taken literally. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
    const pattern = `%${asciiLower(text).replace(/[\\%_]/g, '\\$&')}%`;
    return sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`;
}
