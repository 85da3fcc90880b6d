import { type Expression, type SqlBool, sql } from 'kysely';

/** Whether the column holds the text somewhere, whatever the case of ASCII letters. The text is taken literally. */
export function contains(column: Expression<string | null>, text: string): Expression<SqlBool> {
    const pattern = `%${asciiLowerCase(text).replace(/[\\%_]/g, '\\$&')}%`;
    return sql<SqlBool>`lower(${column}) like ${pattern} escape '\\'`;
}

/** What `lower` of both databases does: it knows ASCII only, and other letters stay as they are to match themselves. */
export const asciiLowerCase = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
