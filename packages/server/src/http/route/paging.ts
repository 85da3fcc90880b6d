import { Type } from 'typebox';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;
/** PostgreSQL and SQLite accept more, but no list has that many rows. */
const MAX_OFFSET = 2 ** 31 - 1;

/** Query members of paged lists. They are strings, because an invalid number means the default. */
export const Paging = {
    offset: Type.Optional(Type.String({ maxLength: 20, description: 'Number of entries to skip. Default: 0' })),
    limit: Type.Optional(
        Type.String({
            maxLength: 20,
            description: `Maximum number of entries, up to ${MAX_LIMIT}; invalid values mean the default of ${DEFAULT_LIMIT}`,
        }),
    ),
};

export interface Page {
    offset: number;
    limit: number;
}

export function pageOf({ offset, limit }: { offset?: string; limit?: string }): Page {
    return {
        offset: wholeNumber(offset, 0, MAX_OFFSET) ?? 0,
        limit: wholeNumber(limit, 1, MAX_LIMIT) ?? DEFAULT_LIMIT,
    };
}

function wholeNumber(text: string | undefined, min: number, max: number): number | undefined {
    const number = Number(text);
    return text !== undefined && /^\d+$/.test(text) && number >= min && number <= max ? number : undefined;
}
