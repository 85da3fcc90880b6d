import { type Static, Type } from 'typebox';
import { URL_FRIENDLY } from '../../../core/text/patterns.ts';
import { Body, Ignored, Version } from '../../../http/route/schemas.ts';

const name = Type.String({ minLength: 1, maxLength: 100, pattern: URL_FRIENDLY });
const stickiness = Type.String({
    minLength: 1,
    maxLength: 100,
    description:
        'The context field that determines the variant of a user; default: userId, otherwise sessionId, otherwise random',
});
const weightType = Type.Enum(['variable', 'fix'], {
    description:
        'fix: exactly the given weight; variable: an equal share of the weight that fixed variants leave of 1000',
});
// Typed as string: the engine passes payloads through, regardless of their type.
const payloadType = Type.Unsafe<string>(Type.Enum(['json', 'csv', 'string', 'number']));
const NewPayload = Body({
    type: payloadType,
    value: Type.String({ maxLength: 100_000 }),
});

/** A variant of a strategy, as callers send it. */
export const NewStrategyVariant = Body(
    {
        name,
        weight: Type.Integer({ minimum: 0, maximum: 1000 }),
        weightType,
        stickiness,
        payload: Type.Optional(NewPayload),
    },
    { $id: 'newStrategyVariant' },
);
export type NewStrategyVariant = Static<typeof NewStrategyVariant>;

/** A variant of a flag in an environment, as callers send it. */
export const NewVariant = Body(
    {
        name,
        weight: Type.Number({ minimum: 0, maximum: 1000 }),
        weightType: Type.Optional(weightType),
        stickiness: Type.Optional(stickiness),
        payload: Type.Optional(NewPayload),
        overrides: Type.Optional(
            Type.Array(
                Body({
                    contextName: Type.String({ minLength: 1, maxLength: 100 }),
                    values: Type.Array(Type.String({ maxLength: 1_000 }), { maxItems: 10_000 }),
                }),
                { maxItems: 100, description: 'Contexts that always get this variant, regardless of weights' },
            ),
        ),
    },
    { $id: 'newVariant' },
);
export type NewVariant = Static<typeof NewVariant>;

const members = {
    name: Type.String(),
    weight: Type.Number(),
    weightType,
    stickiness: Type.String(),
    payload: Type.Optional(Type.Object({ type: payloadType, value: Type.String() })),
};

export const StrategyVariant = Type.Object(members, { $id: 'strategyVariant' });
export type StrategyVariant = Static<typeof StrategyVariant>;

export const Variant = Type.Object(
    {
        ...members,
        overrides: Type.Optional(
            Type.Array(Type.Object({ contextName: Type.String(), values: Type.Array(Type.String()) })),
        ),
    },
    { $id: 'variant' },
);
export type Variant = Static<typeof Variant>;

export const Variants = Type.Object({ version: Version, variants: Type.Array(Variant) }, { $id: 'variants' });

export const NewVariants = Type.Array(NewVariant, { maxItems: 1_000, $id: 'newVariants' });
export type NewVariants = Static<typeof NewVariants>;

export const ProposedVariants = Body({ variants: NewVariants, snapshot: Ignored() }, { $id: 'proposedVariants' });

export const VariantsBatch = Body(
    {
        environments: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 100 }),
        variants: NewVariants,
    },
    { $id: 'variantsBatch' },
);
