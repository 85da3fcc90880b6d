import type { Change } from '../../changes/write.ts';
import { invalid, nameExists } from '../../core/errors.ts';
import { findTagType } from '../tag-types/tag-type.queries.ts';
import { findTag, listFlagsWithTag } from './tag.queries.ts';
import { DEFAULT_TAG_TYPE, type NewTag, type Tag } from './tag.schemas.ts';

/** The tag that a request means. */
export const tagOf = ({ type = DEFAULT_TAG_TYPE, value }: NewTag): Tag => ({ value: value.trim(), type });

export async function createTag(change: Change, input: NewTag): Promise<Tag> {
    const tag = tagOf(input);
    if (!(await ensureTag(change, tag))) throw nameExists(`Tag ${tag.type}:${tag.value}`);
    return tag;
}

/** Creates the tag unless there is one, and tells whether it did. */
export async function ensureTag({ tx, record }: Change, tag: Tag): Promise<boolean> {
    if (await findTag(tx, tag)) return false;
    if (!(await findTagType(tx, tag.type))) {
        throw invalid(`There is no tag type ${tag.type}. Create it first, or use another one.`, '/body/type');
    }
    await tx.insertInto('tags').values(tag).execute();
    record({ type: 'tag-created', data: tag });
    return true;
}

/** Deletes a tag and takes it from all flags. A tag that does not exist is no error: nothing changes. */
export async function deleteTag({ tx, record }: Change, { type, value }: Tag): Promise<void> {
    const tag = { value, type };
    if (!(await findTag(tx, tag))) return;
    for (const { featureName, project } of await listFlagsWithTag(tx, tag)) {
        record({ type: 'feature-untagged', featureName, project, preData: tag });
    }
    // The rows that tie it to flags go with it.
    await tx.deleteFrom('tags').where('type', '=', type).where('value', '=', value).execute();
    record({ type: 'tag-deleted', preData: tag });
}
