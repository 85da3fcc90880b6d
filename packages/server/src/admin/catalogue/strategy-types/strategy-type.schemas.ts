import { type Static, Type } from 'typebox';
import { URL_FRIENDLY } from '../../../core/text/patterns.ts';
import { Body, Ignored, Nullable, Version } from '../../../http/route/schemas.ts';

const parameterType = Type.Enum(['string', 'percentage', 'list', 'number', 'boolean']);

/** A type of strategy: built in, or custom and implemented in the SDKs of the users. */
export const StrategyType = Type.Object(
    {
        name: Type.String(),
        title: Nullable(Type.String()),
        displayName: Nullable(Type.String()),
        description: Nullable(Type.String()),
        editable: Type.Boolean({ description: 'Strategy types that are not editable cannot be changed or deleted' }),
        deprecated: Type.Boolean(),
        parameters: Type.Array(
            Type.Object({
                name: Type.String(),
                type: Type.String(),
                description: Type.Optional(Type.String()),
                required: Type.Optional(Type.Boolean()),
            }),
        ),
    },
    { $id: 'strategyType' },
);
export type StrategyType = Static<typeof StrategyType>;

export const StrategyTypes = Type.Object(
    { version: Version, strategies: Type.Array(StrategyType) },
    { $id: 'strategyTypes' },
);

const members = {
    title: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
    description: Type.Optional(Nullable(Type.String({ maxLength: 5_000 }))),
    parameters: Type.Array(
        Body({
            name: Type.String({ minLength: 1, maxLength: 100 }),
            type: parameterType,
            description: Type.Optional(Type.String({ maxLength: 5_000 })),
            required: Type.Optional(Type.Boolean({ default: false })),
        }),
        { maxItems: 100 },
    ),
    displayName: Ignored(),
};

const name = Type.String({ minLength: 1, maxLength: 100, pattern: URL_FRIENDLY });

export const NewStrategyType = Body(
    {
        name,
        editable: Type.Optional(Type.Boolean({ default: true })),
        deprecated: Type.Optional(Type.Boolean({ default: false })),
        ...members,
    },
    { $id: 'newStrategyType' },
);
export type NewStrategyType = Static<typeof NewStrategyType>;

export const StrategyTypeUpdate = Body(
    { ...members, name: Ignored(), editable: Ignored(), deprecated: Ignored() },
    { $id: 'strategyTypeUpdate' },
);
export type StrategyTypeUpdate = Static<typeof StrategyTypeUpdate>;
