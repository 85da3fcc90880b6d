import { type Static, Type } from 'typebox';
import { Body, Nullable } from '../../../http/route/schemas.ts';

/** A parent of a flag, and the condition that it must meet for the flag to be on. */
export const Dependency = Type.Object(
    {
        feature: Type.String({ description: 'Name of the parent flag' }),
        enabled: Type.Boolean({ description: 'Whether the parent must be on, or off' }),
        variants: Type.Optional(
            Type.Array(Type.String(), { description: 'Variants of the parent, one of which must be selected' }),
        ),
    },
    { $id: 'featureDependency' },
);
export type Dependency = Static<typeof Dependency>;

export const NewDependency = Body(
    {
        feature: Type.String({ minLength: 1, maxLength: 100, description: 'Name of the parent flag' }),
        enabled: Type.Optional(
            Type.Boolean({ default: true, description: 'Whether the parent must be on, or off for the flag to be on' }),
        ),
        variants: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
                maxItems: 1_000,
                description: 'Variants, one of which the parent must select; not allowed for parents that must be off',
            }),
        ),
    },
    { $id: 'newFeatureDependency' },
);
export type NewDependency = Static<typeof NewDependency>;

export const ProposedDependencyRemoval = Type.Optional(
    Nullable(
        Body(
            {
                feature: Type.Optional(
                    Type.String({
                        minLength: 1,
                        maxLength: 100,
                        description: 'Name of the parent flag; omitted: all parents',
                    }),
                ),
            },
            { $id: 'proposedDependencyRemoval' },
        ),
    ),
);

export const Names = Type.Array(Type.String());
