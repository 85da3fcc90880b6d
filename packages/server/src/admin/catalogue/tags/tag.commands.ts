import type { Change } from '../../../changes/change.ts';
import { invalid, nameExists } from '../../../core/errors/errors.ts';
import { projectOf } from '../../../core/events/event-projects.ts';
import { chunked } from '../../../storage/chunked.ts';
import { findTagTypes } from '../tag-types/tag-type.queries.ts';
import { findKnownTag, listFlagsWithTag, missingTags } from './tag.queries.ts';
import { DEFAULT_TAG_TYPE, type NewTag, type Tag } from './tag.schemas.ts';

/** Normalises the tag of a request. */
export const tagOf = ({ type = DEFAULT_TAG_TYPE, value }: NewTag): Tag => ({ value: value.trim(), type });

export async function createTag(change: Change, input: NewTag): Promise<Tag> {
    const tag = tagOf(input);
    const [created] = await ensureTags(change, [tag]);
    if (!created) throw nameExists(`Tag ${tag.type}:${tag.value}`);
    return tag;
}

/**
 * Creates the missing tags of a list without duplicates, and returns them. `project` is the project of the flags that
 * need them.
 */
export async function ensureTags({ tx, record }: Change, tags: readonly Tag[], project?: string): Promise<Tag[]> {
    const missing = await missingTags(tx, tags);
    const types = await findTagTypes(tx, [...new Set(missing.map(({ type }) => type))]);
    for (const tag of missing) {
        if (!types.has(tag.type)) {
            throw invalid(`There is no tag type ${tag.type}. Create it first, or use another one.`, '/body/type');
        }
        record({ type: 'tag-created', ...(project !== undefined && { project }), data: tag });
    }
    for (const chunk of chunked(missing)) await tx.insertInto('tags').values(chunk).execute();
    return missing;
}

/** Deletes a tag and removes it from all flags. A missing tag is not an error: nothing changes. */
export async function deleteTag(change: Change, { type, value }: Tag): Promise<void> {
    const tag = await findKnownTag(change.tx, change.actor, { type, value });
    if (tag) await removeTag(change, tag);
}

/** Removes a tag from all flags, including flags hidden from the actor, and deletes it. */
export async function removeTag({ tx, record }: Change, tag: Tag): Promise<void> {
    const { type, value } = tag;
    const flags = await listFlagsWithTag(tx, tag);
    for (const { featureName, project } of flags) {
        record({ type: 'feature-untagged', featureName, project, preData: tag });
    }
    // If all its flags are in private projects, only users with access to these projects could see the tag.
    const isPrivate = flags.length > 0 && flags.every(({ mode }) => mode === 'private');
    const coordinates = isPrivate ? { project: projectOf([...new Set(flags.map(({ project }) => project))]) } : {};
    // The rows in `flag_tags` are deleted by cascade.
    await tx.deleteFrom('tags').where('type', '=', type).where('value', '=', value).execute();
    record({ type: 'tag-deleted', ...coordinates, preData: tag });
}
