import { type Static, Type } from 'typebox';
import { DateTime, Nullable, Version } from '../../http/schemas.ts';
import { ProjectStats } from '../insights/project-stats.schemas.ts';
import { projectMembers } from './project.schemas.ts';

const OverviewFeatureEnvironment = Type.Object(
    {
        name: Type.String(),
        enabled: Type.Boolean(),
        type: Type.String(),
        sortOrder: Type.Integer(),
        variantCount: Type.Integer(),
        lastSeenAt: Nullable(DateTime('When an SDK last used the flag there')),
        hasStrategies: Type.Boolean(),
        hasEnabledStrategies: Type.Boolean(),
    },
    { $id: 'overviewFeatureEnvironment' },
);

export const OverviewFeature = Type.Object(
    {
        name: Type.String(),
        type: Type.String(),
        description: Nullable(Type.String()),
        project: Type.String(),
        stale: Type.Boolean(),
        favorite: Type.Boolean(),
        impressionData: Type.Boolean(),
        archived: Type.Boolean(),
        createdAt: DateTime(),
        lastSeenAt: Nullable(DateTime('The newest of its environments')),
        environments: Type.Array(OverviewFeatureEnvironment),
        tags: Type.Optional(
            Type.Array(Type.Object({ type: Type.String(), value: Type.String() }), {
                description: 'Absent when the flag has none',
            }),
        ),
    },
    { $id: 'overviewFeature' },
);
export type OverviewFeature = Static<typeof OverviewFeature>;

/** What someone configured for new strategies; absent as long as nobody did. */
export const DefaultStrategy = Type.Object(
    {
        name: Type.String(),
        title: Type.Optional(Nullable(Type.String())),
        disabled: Type.Optional(Nullable(Type.Boolean())),
        sortOrder: Type.Optional(Type.Number()),
        constraints: Type.Optional(Type.Array(Type.Object({}, { additionalProperties: true }))),
        variants: Type.Optional(Type.Array(Type.Object({}, { additionalProperties: true }))),
        parameters: Type.Optional(Type.Record(Type.String(), Type.String())),
        segments: Type.Optional(Type.Array(Type.Integer())),
    },
    { $id: 'defaultStrategy' },
);

export const ProjectEnvironment = Type.Object(
    {
        environment: Type.String(),
        changeRequestsEnabled: Type.Boolean(),
        defaultStrategy: Type.Optional(DefaultStrategy),
    },
    { $id: 'projectEnvironment' },
);
export type ProjectEnvironment = Static<typeof ProjectEnvironment>;

/** The members that all overviews of a project have. */
export const overviewMembers = {
    version: Version,
    ...projectMembers,
    stats: ProjectStats,
    members: Type.Integer({ description: 'Users with a role in the project' }),
    health: Type.Integer({ minimum: 0, maximum: 100 }),
    favorite: Type.Boolean(),
    environments: Type.Array(ProjectEnvironment),
    createdAt: Nullable(DateTime()),
    updatedAt: Nullable(DateTime()),
};

export const ProjectOverview = Type.Object(
    { ...overviewMembers, features: Type.Array(OverviewFeature) },
    { $id: 'deprecatedProjectOverview' },
);
export type ProjectOverview = Static<typeof ProjectOverview>;
