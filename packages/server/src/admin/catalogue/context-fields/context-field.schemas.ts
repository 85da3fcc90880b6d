import { type Static, Type } from 'typebox';
import { URL_FRIENDLY } from '../../../core/text/patterns.ts';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';
import { StrategyUses } from '../segments/segment.schemas.ts';

const LegalValue = Type.Object({ value: Type.String(), description: Type.Optional(Type.String()) });

/** A property of the evaluation context that constraints can test. */
export const ContextField = Type.Object(
    {
        name: Type.String(),
        description: Nullable(Type.String()),
        stickiness: Type.Boolean({
            description: 'Whether the field can be used for stickiness of rollouts and variants',
        }),
        sortOrder: Type.Integer(),
        legalValues: Type.Array(LegalValue, { description: 'The values that constraints may use; empty: all values' }),
        project: Nullable(Type.String({ description: 'The project of the context field; null: all projects' })),
        createdAt: Nullable(DateTime()),
        usedInFeatures: Type.Optional(
            Nullable(
                Type.Integer({
                    description: 'Number of flags whose strategies use the field directly or through a segment',
                }),
            ),
        ),
        usedInProjects: Type.Optional(Nullable(Type.Integer())),
    },
    { $id: 'contextField' },
);
export type ContextField = Static<typeof ContextField>;

export const ContextFields = Type.Array(ContextField, { $id: 'contextFields' });

const name = Type.String({ minLength: 1, maxLength: 100, pattern: URL_FRIENDLY });
const legalValue = {
    value: Type.String({ minLength: 1, maxLength: 100 }),
    description: Type.Optional(Type.String({ maxLength: 500 })),
};

const members = {
    description: Type.Optional(Nullable(Type.String({ maxLength: 5_000 }))),
    stickiness: Type.Optional(Type.Boolean({ description: 'Default: false' })),
    sortOrder: Type.Optional(
        Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000, description: 'Default: 0' }),
    ),
    legalValues: Type.Optional(Type.Array(Body(legalValue), { maxItems: 5_000 })),
    createdAt: Ignored(),
    usedInFeatures: Ignored(),
    usedInProjects: Ignored(),
};

export const NewContextField = Body(
    { name, project: Type.Optional(Nullable(Type.String({ maxLength: 100 }))), ...members },
    { $id: 'newContextField' },
);
export type NewContextField = Static<typeof NewContextField>;

export const NewProjectContextField = Body({ name, project: Ignored(), ...members }, { $id: 'newProjectContextField' });

export const ContextFieldUpdate = Body(
    { ...members, name: Ignored(), project: Ignored() },
    { $id: 'contextFieldUpdate' },
);
export type ContextFieldUpdate = Static<typeof ContextFieldUpdate>;

export const NewLegalValue = Body(legalValue, { $id: 'newLegalValue' });
export type NewLegalValue = Static<typeof NewLegalValue>;

export const ContextFieldName = Body({ name }, { $id: 'contextFieldName' });

export const ContextFieldStrategies = Type.Object({ strategies: StrategyUses }, { $id: 'contextFieldStrategies' });
