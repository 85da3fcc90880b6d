import type { Change } from '../../../changes/change.ts';
import { nameExists } from '../../../core/errors/errors.ts';
import { removeTag } from '../tags/tag.commands.ts';
import { listTagsOfType } from '../tags/tag.queries.ts';
import { findTagType, getTagType } from './tag-type.queries.ts';
import type { NewTagType, TagType, TagTypeUpdate } from './tag-type.schemas.ts';

/** Completes a new tag type with defaults. */
export const tagTypeOf = ({ name, description, icon, color }: NewTagType): TagType => ({
    name,
    description: description ?? null,
    icon: icon ?? null,
    color: color ?? null,
});

export async function createTagType({ tx, record }: Change, input: NewTagType): Promise<TagType> {
    if (await findTagType(tx, input.name)) throw nameExists(`Tag type ${input.name}`);
    const tagType = tagTypeOf(input);
    await tx.insertInto('tag_types').values(tagType).execute();
    record({ type: 'tag-type-created', data: tagType });
    return tagType;
}

/** Changes the given members; omitted members keep their values. */
export async function updateTagType({ tx, record }: Change, input: TagTypeUpdate & { name: string }): Promise<void> {
    const { name, description, icon, color } = input;
    const before = await getTagType(tx, name);
    const after: TagType = {
        name,
        description: description === undefined ? before.description : description,
        icon: icon === undefined ? before.icon : icon,
        color: color === undefined ? before.color : color,
    };
    await tx.updateTable('tag_types').set(after).where('name', '=', name).execute();
    record({ type: 'tag-type-updated', preData: before, data: after });
}

/** Deletes a tag type with its tags, and removes them from flags. */
export async function deleteTagType(change: Change, { name }: { name: string }): Promise<void> {
    const { tx, record } = change;
    const tagType = await getTagType(tx, name);
    for (const tag of await listTagsOfType(tx, name)) await removeTag(change, tag);
    await tx.deleteFrom('tag_types').where('name', '=', name).execute();
    record({ type: 'tag-type-deleted', preData: tagType });
}
