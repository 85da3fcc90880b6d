import { chunked } from '../../storage/chunked.ts';
import type { Db } from '../../storage/database.ts';
import type { Tag } from './tag.schemas.ts';

export async function listTags(db: Db, type?: string): Promise<Tag[]> {
    return db
        .selectFrom('tags')
        .select(['value', 'type'])
        .$if(type !== undefined, (query) => query.where('type', '=', type!))
        .orderBy('type')
        .orderBy('value')
        .execute();
}

export function findTag(db: Db, { type, value }: Tag): Promise<Tag | undefined> {
    return db
        .selectFrom('tags')
        .select(['value', 'type'])
        .where('type', '=', type)
        .where('value', '=', value)
        .executeTakeFirst();
}

export async function listTagsOfFlag(db: Db, flag: string): Promise<Tag[]> {
    return db
        .selectFrom('flag_tags')
        .select(['value', 'type'])
        .where('flag', '=', flag)
        .orderBy('type')
        .orderBy('value')
        .execute();
}

/** The tags of each of these flags; flags without tags are not in the map. */
export async function listTagsByFlag(db: Db, flags: readonly string[]): Promise<Map<string, Tag[]>> {
    const tags = new Map<string, Tag[]>();
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

export function listFlagsWithTag(db: Db, { type, value }: Tag): Promise<{ featureName: string; project: string }[]> {
    return db
        .selectFrom('flag_tags')
        .innerJoin('flags', 'flags.name', 'flag_tags.flag')
        .select(['flags.name as featureName', 'flags.project'])
        .where('flag_tags.type', '=', type)
        .where('flag_tags.value', '=', value)
        .orderBy('flags.name')
        .execute();
}
