import { type Expression, type SqlBool, sql } from 'kysely';

/** Whether the column holds the text somewhere, whatever the case of ASCII letters. The text is taken literally. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
    // `lower` of both databases knows ASCII only; other letters must stay as they are to match themselves.
    const lowered = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    const pattern = `%${lowered.replace(/[\\%_]/g, '\\$&')}%`;
    return sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`;
}
