import { type Static, Type } from 'typebox';
import { Body, Ignored, Nullable } from '../../../http/route/schemas.ts';
import { Constraint, NewConstraint } from '../constraints/constraint.schemas.ts';
import { NewStrategyVariant, StrategyVariant } from './variant.schemas.ts';

/** A strategy of a flag in one environment. */
export const FeatureStrategy = Type.Object(
    {
        id: Type.String(),
        name: Type.String({ description: 'The strategy type' }),
        title: Nullable(Type.String()),
        disabled: Nullable(Type.Boolean({ description: 'A disabled strategy is not evaluated and not sent to SDKs' })),
        sortOrder: Type.Number({ description: 'Position among the strategies of the flag; lower values come first' }),
        segments: Type.Array(Type.Integer()),
        constraints: Type.Array(Constraint),
        variants: Type.Array(StrategyVariant),
        parameters: Type.Record(Type.String(), Type.String()),
    },
    { $id: 'featureStrategy' },
);
export type FeatureStrategy = Static<typeof FeatureStrategy>;

export const FeatureStrategies = Type.Array(FeatureStrategy, { $id: 'featureStrategies' });

const name = Type.String({ minLength: 1, maxLength: 100, description: 'The strategy type' });

/** Tools may send numbers and booleans. They are stored as text, which SDKs expect. */
const Parameters = Type.Record(
    Type.String({ pattern: '^.{1,100}$' }),
    Type.Union([Type.String({ maxLength: 250_000 }), Type.Number(), Type.Boolean()]),
    { maxProperties: 100, additionalProperties: false, description: 'Parameters of the strategy type, as text' },
);

const sortOrder = Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 });

const members = {
    sortOrder: Type.Optional(sortOrder),
    title: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
    disabled: Type.Optional(Nullable(Type.Boolean())),
    constraints: Type.Optional(Type.Array(NewConstraint, { maxItems: 1_000 })),
    variants: Type.Optional(Type.Array(NewStrategyVariant, { maxItems: 1_000 })),
    parameters: Type.Optional(Parameters),
    segments: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
            maxItems: 1_000,
            description: 'Ids of segments that must also match',
        }),
    ),
    id: Ignored(),
    featureName: Ignored(),
    createdAt: Ignored(),
};

export const NewStrategy = Body({ name, ...members }, { $id: 'newStrategy' });
export type NewStrategy = Static<typeof NewStrategy>;

export const StrategyUpdate = Body({ name: Type.Optional(name), ...members }, { $id: 'strategyUpdate' });
export type StrategyUpdate = Static<typeof StrategyUpdate>;

/** In a proposal, a new strategy may have an id, so that later steps can refer to it. */
export const ProposedStrategy = Body(
    {
        ...NewStrategy.properties,
        id: Type.Optional(
            Type.String({
                pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
                description: 'Id of the new strategy: a UUID that is not in use',
            }),
        ),
    },
    { $id: 'proposedStrategy' },
);
export type ProposedStrategy = Static<typeof ProposedStrategy>;

const strategyId = Type.String({ maxLength: 100 });

export const ProposedStrategyUpdate = Body(
    { ...StrategyUpdate.properties, id: strategyId, snapshot: Ignored() },
    { $id: 'proposedStrategyUpdate' },
);

export const ProposedStrategyRemoval = Body(
    { id: strategyId, name: Ignored(), title: Ignored(), disabled: Ignored(), snapshot: Ignored() },
    { $id: 'proposedStrategyRemoval' },
);

export const StrategySortOrder = Type.Array(Body({ id: Type.String({ maxLength: 100 }), sortOrder }), {
    maxItems: 1_000,
    $id: 'strategySortOrder',
});
export type StrategySortOrder = Static<typeof StrategySortOrder>;
