import { type Static, Type } from 'typebox';
import { URL_FRIENDLY } from '../../../core/text/patterns.ts';
import { Body, Ignored, Nullable, Version } from '../../../http/route/schemas.ts';

export const TagType = Type.Object(
    {
        name: Type.String(),
        description: Nullable(Type.String()),
        icon: Nullable(Type.String()),
        color: Nullable(Type.String()),
    },
    { $id: 'tagType' },
);
export type TagType = Static<typeof TagType>;

export const TagTypes = Type.Object({ version: Version, tagTypes: Type.Array(TagType) }, { $id: 'tagTypes' });
export const TagTypeResponse = Type.Object({ version: Version, tagType: TagType }, { $id: 'tagTypeWithVersion' });
export const ValidTagType = Type.Object({ valid: Type.Boolean(), tagType: TagType }, { $id: 'validTagType' });

const appearance = {
    description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
    icon: Type.Optional(Nullable(Type.String({ maxLength: 100, description: 'Icon of the type: a word or symbol' }))),
    color: Type.Optional(
        Nullable(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$', description: 'Colour, such as #FFFFFF', maxLength: 7 })),
    ),
};

export const NewTagType = Body(
    {
        name: Type.String({ minLength: 2, maxLength: 50, pattern: URL_FRIENDLY }),
        ...appearance,
    },
    { $id: 'newTagType' },
);
export type NewTagType = Static<typeof NewTagType>;

export const TagTypeUpdate = Body({ name: Ignored(), ...appearance }, { $id: 'tagTypeUpdate' });
export type TagTypeUpdate = Static<typeof TagTypeUpdate>;
