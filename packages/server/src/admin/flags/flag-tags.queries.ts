import { chunked } from '../../storage/chunked.ts';
import type { Db } from '../../storage/database.ts';

/** The tags of each of these flags; flags without tags are not in the map. */
export async function listTagsOf(
    db: Db,
    flags: readonly string[],
): Promise<Map<string, { type: string; value: string }[]>> {
    const tags = new Map<string, { type: string; value: string }[]>();
    for (const names of chunked(flags)) {
        const rows = await db
            .selectFrom('flag_tags')
            .selectAll()
            .where('flag', 'in', names)
            .orderBy('type')
            .orderBy('value')
            .execute();
        for (const { flag, ...tag } of rows) {
            const list = tags.get(flag);
            if (list) list.push(tag);
            else tags.set(flag, [tag]);
        }
    }
    return tags;
}
