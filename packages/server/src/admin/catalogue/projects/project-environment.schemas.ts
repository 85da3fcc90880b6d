import { type Static, Type } from 'typebox';
import { Body, Nullable } from '../../../http/route/schemas.ts';
import { Constraint } from '../constraints/constraint.schemas.ts';
import { NewStrategy } from '../strategy-rules/strategy.schemas.ts';
import { StrategyVariant } from '../strategy-rules/variant.schemas.ts';

/** The strategy that flags without a strategy get when they are turned on. */
export const DefaultStrategy = Type.Object(
    {
        name: Type.String(),
        title: Type.Optional(Nullable(Type.String())),
        disabled: Type.Optional(Nullable(Type.Boolean())),
        sortOrder: Type.Optional(Type.Number()),
        constraints: Type.Optional(Type.Array(Constraint)),
        variants: Type.Optional(Type.Array(StrategyVariant)),
        parameters: Type.Optional(Type.Record(Type.String(), Type.String())),
        segments: Type.Optional(Type.Array(Type.Integer())),
    },
    { $id: 'defaultStrategy' },
);

export const NewProjectEnvironment = Body(
    {
        environment: Type.String({ minLength: 1, maxLength: 100 }),
        defaultStrategy: Type.Optional(NewStrategy),
        changeRequestsEnabled: Type.Optional(
            Type.Boolean({
                description:
                    'Whether changes in the environment need approvals. Omitted: the setting of the environment for new projects',
            }),
        ),
    },
    { $id: 'newProjectEnvironment' },
);
export type NewProjectEnvironment = Static<typeof NewProjectEnvironment>;

export const ProjectEnvironmentParams = Type.Object({ projectId: Type.String(), environment: Type.String() });
