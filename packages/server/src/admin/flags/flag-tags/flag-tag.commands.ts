import type { Change } from '../../../changes/change.ts';
import { forIndependentItems } from '../../../changes/independent-items.ts';
import { notFound } from '../../../core/errors/errors.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Tx } from '../../../storage/database.ts';
import { ensureTags, tagOf } from '../../catalogue/tags/tag.commands.ts';
import { keyOfTag } from '../../catalogue/tags/tag.queries.ts';
import type { BulkTagChanges, NewTag, Tag, TagChanges } from '../../catalogue/tags/tag.schemas.ts';
import { type FlagRow, findFlag, listFlagsOf } from '../flags/flag.queries.ts';

/** Adds a tag to a flag and creates the tag if necessary. Does nothing if the flag already has the tag. */
export async function tagFlag(
    change: Change,
    { featureName, ...input }: NewTag & { featureName: string },
): Promise<Tag> {
    const tag = tagOf(input);
    await changeTags(change, [await flagToTag(change, featureName)], { added: [tag], removed: [] });
    return tag;
}

/** Removes a tag from a flag. Does nothing if the flag does not have the tag. */
export async function untagFlag(
    change: Change,
    { featureName, type, value }: Tag & { featureName: string },
): Promise<void> {
    const flag = await flagToTag(change, featureName);
    await changeTags(change, [flag], { added: [], removed: [{ type, value }] });
}

/** Adds and removes tags of a flag. If a project is specified, the flag must be in it. */
export async function changeTagsOfFlag(
    change: Change,
    { featureName, project, ...changes }: TagChanges & { featureName: string; project?: string },
): Promise<void> {
    const flag = await flagToTag(change, featureName);
    if (project !== undefined && flag.project !== project) {
        throw notFound(`flag ${featureName} in project ${project}`);
    }
    await changeTags(change, [flag], tagsIn(changes));
}

/** Changes the tags of several flags of a project: of all, or of none if one is missing. */
export async function changeTagsOfFlags(
    change: Change,
    { project, features, tags }: BulkTagChanges & { project: string },
): Promise<void> {
    const rows = await listFlagsOf(change.tx, change.actor, { project, names: features });
    const flags = new Map(rows.filter((flag) => flag.archived_at === null).map((flag) => [flag.name, flag]));
    const missing = features.find((name) => !flags.has(name));
    if (missing !== undefined) throw notFound(`flag ${missing} in project ${project}`);
    await forIndependentItems(change, [...flags.values()], (own, some) => changeTags(own, some, tagsIn(tags)));
}

const tagsIn = ({ addedTags, removedTags }: TagChanges) => ({
    added: addedTags.map(tagOf),
    removed: removedTags.map(tagOf),
});

async function flagToTag({ tx }: Change, name: string): Promise<FlagRow> {
    const flag = await findFlag(tx, name);
    if (!flag || flag.archived_at !== null) throw notFound(`flag ${name}`);
    return flag;
}

/** A tag that is added and removed in one request is present afterwards. */
async function changeTags(
    change: Change,
    flags: readonly FlagRow[],
    { added, removed }: { added: Tag[]; removed: Tag[] },
): Promise<void> {
    const { tx, record } = change;
    const toAdd = new Map(added.map((tag) => [keyOfTag(tag), tag]));
    await ensureTags(change, [...toAdd.values()], flags[0]?.project);
    const toRemove = new Map(removed.map((tag) => [keyOfTag(tag), tag]));
    for (const key of toAdd.keys()) toRemove.delete(key);

    const present = await tagsByFlag(change, flags);
    const rows: (Tag & { flag: string })[] = [];
    for (const { name: featureName, project } of flags) {
        const has = present.get(featureName);
        for (const [key, tag] of toRemove) {
            if (has?.has(key)) record({ type: 'feature-untagged', featureName, project, preData: tag });
        }
        for (const [key, tag] of toAdd) {
            if (has?.has(key)) continue;
            rows.push({ flag: featureName, ...tag });
            record({ type: 'feature-tagged', featureName, project, data: tag });
        }
    }
    for (const { type, value } of toRemove.values()) {
        await removeTag(
            tx,
            { type, value },
            flags.map(({ name }) => name),
        );
    }
    for (const chunk of chunked(rows)) await tx.insertInto('flag_tags').values(chunk).execute();
}

async function removeTag(tx: Tx, { type, value }: Tag, flags: readonly string[]): Promise<void> {
    for (const names of chunked(flags)) {
        await tx
            .deleteFrom('flag_tags')
            .where('flag', 'in', names)
            .where('type', '=', type)
            .where('value', '=', value)
            .execute();
    }
}

async function tagsByFlag({ tx }: Change, flags: readonly FlagRow[]): Promise<Map<string, Set<string>>> {
    const tags = new Map<string, Set<string>>(flags.map(({ name }) => [name, new Set()]));
    for (const names of chunked(flags.map(({ name }) => name))) {
        const rows = await tx.selectFrom('flag_tags').selectAll().where('flag', 'in', names).execute();
        for (const row of rows) tags.get(row.flag)?.add(keyOfTag(row));
    }
    return tags;
}

/** Replaces the tags of these flags of a project. */
export async function replaceTags(
    change: Change,
    {
        project,
        flags,
        tags,
    }: { project: string; flags: readonly string[]; tags: readonly (Tag & { featureName: string })[] },
): Promise<void> {
    const { tx, record } = change;
    const expected = new Map(flags.map((name) => [name, new Map<string, Tag>()]));
    const all = new Map<string, Tag>();
    for (const { featureName, ...tag } of tags) {
        const checked = tagOf(tag);
        expected.get(featureName)?.set(keyOfTag(checked), checked);
        all.set(keyOfTag(checked), checked);
    }
    await ensureTags(change, [...all.values()], project);

    const rows = await listFlagsOf(tx, change.actor, { project, names: flags });
    const present = await tagsByFlag(change, rows);
    const added: (Tag & { flag: string })[] = [];
    const losing = new Map<string, Tag & { flags: string[] }>();
    for (const [featureName, tagsOfFlag] of expected) {
        const has = present.get(featureName) ?? new Set();
        for (const [key, tag] of tagsOfFlag) {
            if (has.delete(key)) continue;
            added.push({ flag: featureName, ...tag });
            record({ type: 'feature-tagged', featureName, project, data: tag });
        }
        for (const key of has) {
            const [type, value] = JSON.parse(key) as [string, string];
            losing.set(key, { type, value, flags: [...(losing.get(key)?.flags ?? []), featureName] });
            record({ type: 'feature-untagged', featureName, project, preData: { value, type } });
        }
    }
    for (const { flags, ...tag } of losing.values()) await removeTag(tx, tag, flags);
    for (const chunk of chunked(added)) await tx.insertInto('flag_tags').values(chunk).execute();
}
