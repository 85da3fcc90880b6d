import { type Static, Type } from 'typebox';
import { NOT_BLANK, PROJECT_ID, PROJECT_ID_OR_NONE, WEB_ADDRESS } from '../../../core/text/patterns.ts';
import { Body, DateTime, Ignored, Nullable, Version } from '../../../http/route/schemas.ts';
import { RequiredApprovals } from '../approval-rules/change-request-config.schemas.ts';
import { OnboardingStatus } from './onboarding.schemas.ts';

export const PROJECT_MODES = ['open', 'protected', 'private'] as const;

const mode = Type.Unsafe<(typeof PROJECT_MODES)[number]>(
    Type.String({
        enum: [...PROJECT_MODES],
        description:
            'open: visible to all users; protected: only members can make changes; private: visible only to members',
    }),
);
const name = Type.String({ minLength: 1, maxLength: 200, pattern: NOT_BLANK });
const description = Type.Optional(Nullable(Type.String({ maxLength: 10_000 })));
const defaultStickiness = Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Default stickiness of strategies and variants: a context field',
});
const featureLimit = Type.Optional(
    Nullable(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Maximum number of flags; null: no limit' })),
);

const reviewOptional = Type.Boolean({
    description: 'Whether users may skip the review that the user interface shows before small changes in production',
});

export const FeatureNaming = Type.Object(
    {
        pattern: Nullable(Type.String()),
        example: Nullable(Type.String()),
        description: Nullable(Type.String()),
    },
    { $id: 'featureNaming', description: 'Naming pattern of flags of the project' },
);
export type FeatureNaming = Static<typeof FeatureNaming>;

const NewFeatureNaming = Body(
    {
        pattern: Nullable(
            Type.String({
                maxLength: 500,
                description:
                    'Regular expression without delimiters that the complete name must match; null or empty: any name',
            }),
        ),
        example: Type.Optional(Nullable(Type.String({ maxLength: 100, description: 'Example of a matching name' }))),
        description: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
    },
    { $id: 'newFeatureNaming' },
);
export type NewFeatureNaming = Static<typeof NewFeatureNaming>;

const LinkTemplate = Body(
    {
        title: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
        urlTemplate: Type.String({
            minLength: 1,
            maxLength: 1_000,
            pattern: WEB_ADDRESS,
            description: 'An http or https URL; {{project}} and {{feature}} are replaced by their names',
        }),
    },
    { $id: 'projectLinkTemplate' },
);
export type LinkTemplate = Static<typeof LinkTemplate>;

export const NewProject = Body(
    {
        id: Type.Optional(
            Type.String({
                maxLength: 100,
                pattern: PROJECT_ID_OR_NONE,
                description: 'Id in URLs; omitted or empty: generated from the name',
            }),
        ),
        name,
        description,
        mode: Type.Optional(mode),
        defaultStickiness: Type.Optional(defaultStickiness),
        environments: Type.Optional(
            Type.Array(Type.String({ maxLength: 100 }), {
                maxItems: 1_000,
                description: 'Environments of the project; omitted: all enabled environments; empty: none',
            }),
        ),
        changeRequestEnvironments: Type.Optional(
            Type.Array(
                Body({
                    name: Type.String({ maxLength: 100 }),
                    requiredApprovals: Type.Optional(RequiredApprovals),
                }),
                {
                    maxItems: 1_000,
                    description:
                        'Environments in which changes need approvals, in addition to environments that require them in all new projects',
                },
            ),
        ),
    },
    { $id: 'newProject' },
);
export type NewProject = Static<typeof NewProject>;

export const ProjectUpdate = Body(
    {
        name,
        description,
        mode: Type.Optional(mode),
        defaultStickiness: Type.Optional(defaultStickiness),
        featureLimit,
        id: Ignored(),
    },
    { $id: 'projectUpdate', description: 'Omitted members are kept' },
);
export type ProjectUpdate = Static<typeof ProjectUpdate>;

export const ProjectSettings = Body(
    {
        mode: Type.Optional(mode),
        featureNaming: Type.Optional(NewFeatureNaming),
        featureLimit,
        defaultStickiness: Type.Optional(defaultStickiness),
        linkTemplates: Type.Optional(Type.Array(LinkTemplate, { maxItems: 20 })),
        reviewOptional: Type.Optional(reviewOptional),
    },
    { $id: 'projectSettings', description: 'Omitted members are kept' },
);
export type ProjectSettings = Static<typeof ProjectSettings>;

export const ProjectId = Body({ id: Type.String({ maxLength: 100, pattern: PROJECT_ID }) }, { $id: 'projectId' });

/** The members that every representation of a project has. */
export const projectMembers = {
    name: Type.String(),
    description: Nullable(Type.String()),
    mode,
    defaultStickiness,
    featureLimit: Nullable(Type.Integer({ description: 'Maximum number of flags; null: no limit' })),
    featureNaming: FeatureNaming,
};

/** The configuration of a project, as recorded in its events. */
export const Project = Type.Object(
    {
        id: Type.String(),
        ...projectMembers,
        linkTemplates: Type.Array(LinkTemplate),
        reviewOptional,
        createdAt: DateTime(),
        archivedAt: Nullable(DateTime()),
    },
    { $id: 'project' },
);
export type Project = Static<typeof Project>;

export const CreatedProject = Type.Object(
    {
        ...Project.properties,
        // Omitted if empty: the Terraform provider requires text if the member is present.
        description: Type.Optional(Type.String()),
        environments: Type.Array(Type.String()),
        changeRequestEnvironments: Type.Array(Type.Object({ name: Type.String(), requiredApprovals: Type.Integer() }), {
            description: 'Environments in which changes need approvals',
        }),
    },
    { $id: 'createdProject' },
);
export type CreatedProject = Static<typeof CreatedProject>;

export const ProjectOwner = Type.Object(
    {
        ownerType: Type.String({ enum: ['user', 'group', 'system'] }),
        name: Type.Optional(Type.String()),
        email: Type.Optional(Nullable(Type.String())),
        imageUrl: Type.Optional(Type.String()),
    },
    { $id: 'projectOwner' },
);
export type ProjectOwner = Static<typeof ProjectOwner>;

export const ListedProject = Type.Object(
    {
        id: Type.String(),
        name: Type.String(),
        description: Nullable(Type.String()),
        mode,
        defaultStickiness,
        health: Type.Integer({ minimum: 0, maximum: 100 }),
        technicalDebt: Type.Integer({ minimum: 0, maximum: 100 }),
        favorite: Type.Boolean(),
        featureCount: Type.Integer({ description: 'Flags that are not archived' }),
        memberCount: Type.Integer(),
        createdAt: DateTime(),
        updatedAt: DateTime(),
        archivedAt: Nullable(DateTime()),
        lastUpdatedAt: Nullable(DateTime('Time of the last change in the project')),
        lastReportedFlagUsage: Nullable(DateTime('Time of the last use of one of its flags by an SDK')),
        onboardingStatus: OnboardingStatus,
        owners: Type.Array(ProjectOwner),
    },
    { $id: 'listedProject' },
);
export type ListedProject = Static<typeof ListedProject>;

export const Projects = Type.Object({ version: Version, projects: Type.Array(ListedProject) }, { $id: 'projects' });

export const ProjectsQuery = Type.Object({
    archived: Type.Optional(
        Type.Boolean({ default: false, description: 'List archived projects instead of active projects' }),
    ),
});
