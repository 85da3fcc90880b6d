import { notFound } from '../../core/errors.ts';
import type { Db } from '../../storage/database.ts';
import type { TagType } from './tag-type.schemas.ts';

export function listTagTypes(db: Db): Promise<TagType[]> {
    return db.selectFrom('tag_types').selectAll().orderBy('name').execute();
}

export function findTagType(db: Db, name: string): Promise<TagType | undefined> {
    return db.selectFrom('tag_types').selectAll().where('name', '=', name).executeTakeFirst();
}

export async function getTagType(db: Db, name: string): Promise<TagType> {
    const tagType = await findTagType(db, name);
    if (!tagType) throw notFound(`tag type ${name}`);
    return tagType;
}
