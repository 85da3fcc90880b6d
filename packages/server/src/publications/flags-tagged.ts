import type { Db } from '../storage/database.ts';

/**
 * The names of the flags that have one of the tags, sorted. Tags are not published, because no SDK evaluates them; the few SDKs
 * that filter by tag are served from the rows.
 */
export async function flagsTagged(db: Db, tags: readonly string[]): Promise<string[]> {
    if (tags.length === 0) return [];
    const rows = await db
        .selectFrom('flag_tags')
        .select('flag')
        .distinct()
        .where((row) =>
            row.or(
                tags.map((tag) => {
                    const colon = tag.indexOf(':');
                    return row.and([row('type', '=', tag.slice(0, colon)), row('value', '=', tag.slice(colon + 1))]);
                }),
            ),
        )
        .orderBy('flag')
        .execute();
    return rows.map(({ flag }) => flag);
}
