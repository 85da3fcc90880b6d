import { type SqlBool, sql } from 'kysely';
import type { AdminActor } from '../../../core/access/actor.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Tag } from './tag.schemas.ts';

/** Selects the tags that the actor can see: tags used only by flags of hidden projects are left out. */
export const knownTags = (db: Db, actor: AdminActor) => {
    const taggedFlags = db
        .selectFrom('flag_tags')
        .innerJoin('flags', 'flags.name', 'flag_tags.flag')
        .select('flag_tags.flag')
        .where(sql<SqlBool>`flag_tags.type = tags.type and flag_tags.value = tags.value`);
    return db
        .selectFrom('tags')
        .$if(actor.hiddenProjects.length > 0, (query) =>
            query.where(({ or, not, exists }) =>
                or([exists(taggedFlags.where(inKnownProject(actor, 'flags.project'))), not(exists(taggedFlags))]),
            ),
        );
};

export async function listTags(db: Db, actor: AdminActor, type?: string): Promise<Tag[]> {
    return knownTags(db, actor)
        .select(['value', 'type'])
        .$if(type !== undefined, (query) => query.where('type', '=', type!))
        .orderBy('type')
        .orderBy('value')
        .execute();
}

export function findKnownTag(db: Db, actor: AdminActor, { type, value }: Tag): Promise<Tag | undefined> {
    return knownTags(db, actor)
        .select(['value', 'type'])
        .where('type', '=', type)
        .where('value', '=', value)
        .executeTakeFirst();
}

/** All tags of a type, regardless of access. */
export async function listTagsOfType(db: Db, type: string): Promise<Tag[]> {
    return db.selectFrom('tags').select(['value', 'type']).where('type', '=', type).orderBy('value').execute();
}

/** The given tags that do not exist yet, regardless of access. */
export async function missingTags(db: Db, tags: readonly Tag[]): Promise<Tag[]> {
    const missing: Tag[] = [];
    for (const chunk of chunked(tags)) {
        const rows = await db
            .selectFrom('tags')
            .select(['type', 'value'])
            .where('type', 'in', [...new Set(chunk.map(({ type }) => type))])
            .where('value', 'in', [...new Set(chunk.map(({ value }) => value))])
            .execute();
        const known = new Set(rows.map(keyOfTag));
        missing.push(...chunk.filter((tag) => !known.has(keyOfTag(tag))));
    }
    return missing;
}

export const keyOfTag = ({ type, value }: Tag) => JSON.stringify([type, value]);

export async function listTagsOfFlag(db: Db, flag: string): Promise<Tag[]> {
    return db
        .selectFrom('flag_tags')
        .select(['value', 'type'])
        .where('flag', '=', flag)
        .orderBy('type')
        .orderBy('value')
        .execute();
}

/** Returns the tags of these flags, or of all flags, by flag. Flags without tags are not in the map. */
export async function listTagsByFlag(db: Db, flags?: readonly string[]): Promise<Map<string, Tag[]>> {
    const tags = new Map<string, Tag[]>();
    const add = (rows: readonly (Tag & { flag: string })[]) => {
        for (const { flag, type, value } of rows) {
            const list = tags.get(flag);
            if (list) list.push({ type, value });
            else tags.set(flag, [{ type, value }]);
        }
    };
    if (flags === undefined) add(await selectFlagTags(db).execute());
    else for (const names of chunked(flags)) add(await tagsOf(db, { names }));
    return tags;
}

const selectFlagTags = (db: Db) =>
    db.selectFrom('flag_tags').selectAll().orderBy('flag').orderBy('type').orderBy('value');

const tagsOf = prepared((db: Db, { names }: { names: readonly string[] }) =>
    selectFlagTags(db).where('flag', 'in', names),
);

export function listFlagsWithTag(db: Db, { type, value }: Tag) {
    return db
        .selectFrom('flag_tags')
        .innerJoin('flags', 'flags.name', 'flag_tags.flag')
        .innerJoin('projects', 'projects.id', 'flags.project')
        .select(['flags.name as featureName', 'flags.project', 'projects.mode'])
        .where('flag_tags.type', '=', type)
        .where('flag_tags.value', '=', value)
        .orderBy('flags.name')
        .execute();
}
