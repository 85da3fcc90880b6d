import { type Static, Type } from 'typebox';
import { Body, Ignored, Version } from '../../../http/route/schemas.ts';

export const DEFAULT_TAG_TYPE = 'simple';

/** 2 to 50 characters; surrounding whitespace does not count. */
const TAG_VALUE = '^\\s*\\S.{0,48}\\S\\s*$';

export const Tag = Type.Object({ value: Type.String(), type: Type.String() }, { $id: 'tag' });
export type Tag = Static<typeof Tag>;

export const TagResponse = Type.Object({ version: Version, tag: Tag }, { $id: 'tagWithVersion' });
export const Tags = Type.Object({ version: Version, tags: Type.Array(Tag) }, { $id: 'tags' });

const value = Type.String({
    pattern: TAG_VALUE,
    // Surrounding whitespace counts towards this limit.
    maxLength: 200,
    description: '2 to 50 characters; spaces around them are removed before saving',
});

export const NewTag = Body(
    {
        value,
        type: Type.Optional(
            Type.String({ maxLength: 50, default: DEFAULT_TAG_TYPE, description: 'An existing tag type' }),
        ),
        color: Ignored(),
    },
    { $id: 'newTag' },
);
export type NewTag = Static<typeof NewTag>;

const NewTags = Type.Array(NewTag, { maxItems: 50 });

export const TagChanges = Body(
    {
        addedTags: NewTags,
        removedTags: NewTags,
    },
    { $id: 'tagChanges' },
);
export type TagChanges = Static<typeof TagChanges>;

export const BulkTagChanges = Body(
    {
        features: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1_000, description: 'Names of flags' }),
        tags: TagChanges,
    },
    { $id: 'bulkTagChanges' },
);
export type BulkTagChanges = Static<typeof BulkTagChanges>;
