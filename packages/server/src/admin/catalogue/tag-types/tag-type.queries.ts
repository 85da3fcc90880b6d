import { notFound } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import type { TagType } from './tag-type.schemas.ts';

export function listTagTypes(db: Db): Promise<TagType[]> {
    return db.selectFrom('tag_types').selectAll().orderBy('name').execute();
}

export function findTagType(db: Db, name: string): Promise<TagType | undefined> {
    return db.selectFrom('tag_types').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Returns the names that belong to existing tag types. */
export async function findTagTypes(db: Db, names: readonly string[]): Promise<Set<string>> {
    const existing = new Set<string>();
    for (const chunk of chunked(names)) {
        const rows = await db.selectFrom('tag_types').select('name').where('name', 'in', chunk).execute();
        for (const { name } of rows) existing.add(name);
    }
    return existing;
}

export async function getTagType(db: Db, name: string): Promise<TagType> {
    const tagType = await findTagType(db, name);
    if (!tagType) throw notFound(`tag type ${name}`);
    return tagType;
}
