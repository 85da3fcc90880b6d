import { type Static, Type } from 'typebox';
import { ENVIRONMENT_NAME } from '../../../core/text/patterns.ts';
import { Body, Nullable, Version } from '../../../http/route/schemas.ts';
import { DefaultStrategy } from '../projects/project-environment.schemas.ts';

/** Only `production` has a special meaning: the lifecycle and the old variants list use it. */
const EnvironmentType = Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'development, test, preproduction, production, or a custom type',
});

export const Environment = Type.Object(
    {
        name: Type.String(),
        type: EnvironmentType,
        enabled: Type.Boolean(),
        protected: Type.Boolean({ description: 'A protected environment cannot be deleted' }),
        sortOrder: Type.Integer({ description: 'Lower values come first' }),
        requiredApprovals: Type.Optional(
            Nullable(
                Type.Integer({
                    description:
                        'Number of approvals that changes in this environment need in new projects; null: no approvals',
                }),
            ),
        ),
        projectCount: Type.Optional(Nullable(Type.Integer({ description: 'Number of projects that use it' }))),
        apiTokenCount: Type.Optional(Nullable(Type.Integer())),
        enabledToggleCount: Type.Optional(
            Nullable(Type.Integer({ description: 'Number of flags that are on in the environment' })),
        ),
    },
    { $id: 'environment' },
);
export type Environment = Static<typeof Environment>;

export const Environments = Type.Object(
    { version: Version, environments: Type.Array(Environment) },
    { $id: 'environments' },
);

export const EnvironmentOfProject = Type.Object(
    {
        ...Environment.properties,
        visible: Type.Boolean({ description: 'Whether the project has the environment' }),
        projectApiTokenCount: Type.Integer({ description: 'Number of tokens for the project in the environment' }),
        projectEnabledToggleCount: Type.Integer({
            description: 'Number of flags of the project that are on in the environment',
        }),
        projectWithdrawnToggleCount: Type.Integer({
            description:
                'Number of flags that were on when the environment was removed from the project; they are on again when it is added back',
        }),
        defaultStrategy: Type.Optional(DefaultStrategy),
    },
    { $id: 'environmentOfProject' },
);
export type EnvironmentOfProject = Static<typeof EnvironmentOfProject>;

export const EnvironmentsOfProject = Type.Object(
    { version: Version, environments: Type.Array(EnvironmentOfProject) },
    { $id: 'environmentsOfProject' },
);

const name = Type.String({ minLength: 1, maxLength: 100, pattern: ENVIRONMENT_NAME });
const sortOrder = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 });
const requiredApprovals = Type.Optional(
    Nullable(
        Type.Integer({
            minimum: 1,
            maximum: 1_000_000,
            description:
                'Number of approvals that changes in this environment need in new projects, at most 10; null: none',
        }),
    ),
);

export const NewEnvironment = Body(
    {
        name,
        type: EnvironmentType,
        enabled: Type.Optional(Type.Boolean({ default: true })),
        protected: Type.Optional(Type.Boolean({ default: false })),
        sortOrder: Type.Optional(sortOrder),
        requiredApprovals,
    },
    { $id: 'newEnvironment' },
);
export type NewEnvironment = Static<typeof NewEnvironment>;

export const EnvironmentUpdate = Body(
    {
        type: Type.Optional(EnvironmentType),
        sortOrder: Type.Optional(sortOrder),
        protected: Type.Optional(Type.Boolean()),
        requiredApprovals,
    },
    { $id: 'environmentUpdate' },
);
export type EnvironmentUpdate = Static<typeof EnvironmentUpdate>;

export const SortOrder = Type.Record(name, sortOrder, {
    $id: 'environmentSortOrder',
    additionalProperties: false,
    maxProperties: 1_000,
    description: 'The new position of each environment, by name',
});

export const ClonedEnvironment = Body(
    {
        name,
        type: EnvironmentType,
        projects: Type.Optional(
            Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
                maxItems: 10_000,
                description:
                    'Projects whose flag configuration is copied to the new environment. Default: all projects with the source environment',
            }),
        ),
        clonePermissions: Type.Optional(
            Type.Boolean({
                default: false,
                description: 'Whether role permissions are copied to the new environment',
            }),
        ),
    },
    { $id: 'clonedEnvironment' },
);
export type ClonedEnvironment = Static<typeof ClonedEnvironment>;

export const EnvironmentName = Body({ name }, { $id: 'environmentName' });
