import { type Static, Type } from 'typebox';
import { WEB_ADDRESS } from '../../../core/text/patterns.ts';
import { Paging } from '../../../http/route/paging.ts';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';

const Text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

export const NewApplication = Body(
    {
        description: Text(2_000),
        url: Type.Optional(
            Type.String({ maxLength: 2_000, pattern: `^$|${WEB_ADDRESS}`, description: 'An http or https URL' }),
        ),
        color: Text(50),
        icon: Text(100),
        strategies: Type.Optional(Type.Array(Type.String({ maxLength: 250 }), { maxItems: 250 })),
        appName: Ignored(),
    },
    { $id: 'createApplication' },
);
export type NewApplication = Static<typeof NewApplication>;

const use = Type.Array(Type.Object({ project: Type.String(), environments: Type.Array(Type.String()) }), {
    description: 'Projects and environments whose flags the application uses',
});

export const Application = Type.Object(
    {
        appName: Type.String(),
        description: Nullable(Type.String()),
        url: Nullable(Type.String()),
        color: Nullable(Type.String()),
        icon: Nullable(Type.String()),
        strategies: Type.Array(Type.String()),
        createdAt: DateTime(),
        lastSeen: DateTime(),
        usage: use,
    },
    { $id: 'application' },
);
export type Application = Static<typeof Application>;

const ListedApplication = Type.Object({
    ...Application.properties,
    projects: Type.Array(Type.String(), {
        description:
            'Projects whose flags the application uses; before its first usage report, the projects of its API tokens',
    }),
    environments: Type.Array(
        Type.Object({
            name: Type.String(),
            instanceCount: Type.Integer(),
            sdks: Type.Array(Type.String()),
            outdatedSdks: Type.Array(Type.String()),
        }),
        { description: 'Environments with instances in the last two days' },
    ),
});
export type ListedApplication = Static<typeof ListedApplication>;

export const Applications = Type.Object(
    { applications: Type.Array(ListedApplication), total: Type.Integer() },
    { $id: 'applications' },
);

const times = Type.Array(DateTime(), { description: 'Start of each hour or day, oldest first' });
const evaluations = Type.Array(Type.Integer(), { description: 'Number of evaluations at each of the times' });

export const UsageOfApplications = Type.Object(
    { times, applications: Type.Array(Type.Object({ appName: Type.String(), evaluations })) },
    { $id: 'usageOfApplications' },
);

export const ApplicationUsage = Type.Object(
    { times, environments: Type.Array(Type.Object({ name: Type.String(), evaluations })) },
    { $id: 'applicationUsage' },
);

const Instance = Type.Object({
    instanceId: Type.String(),
    clientIp: Type.String(),
    sdkVersion: Nullable(Type.String()),
    lastSeen: DateTime(),
});

export const ApplicationDetails = Type.Object(
    {
        ...Application.properties,
        instances: Type.Array(Type.Object({ ...Instance.properties, environment: Type.String() }), {
            description: 'Instances of the last two days, newest first',
        }),
        seenToggles: Type.Array(
            Type.Object({
                name: Type.String(),
                type: Type.Optional(Type.String()),
                description: Type.Optional(Nullable(Type.String())),
                project: Type.Optional(Type.String()),
                notFound: Type.Optional(Type.Boolean({ description: 'The flag does not exist' })),
                environments: Type.Array(Type.String(), { description: 'Environments in which the flag is used' }),
            }),
            { description: 'Flags that the application uses' },
        ),
        links: Type.Object({ self: Type.String() }),
    },
    { $id: 'applicationDetails' },
);
export type ApplicationDetails = Static<typeof ApplicationDetails>;

export const Instances = Type.Object({ instances: Type.Array(Instance) }, { $id: 'applicationInstances' });

export const ApplicationOverview = Type.Object(
    {
        projects: Type.Array(Type.String()),
        featureCount: Type.Integer({ description: 'Number of flags that the application uses' }),
        environments: Type.Array(
            Type.Object({
                name: Type.String(),
                instanceCount: Type.Integer(),
                sdks: Type.Array(Type.String()),
                frontendSdks: Type.Array(Type.String()),
                backendSdks: Type.Array(Type.String()),
                lastSeen: DateTime(),
                issues: Type.Object({
                    missingFeatures: Type.Array(Type.String()),
                    outdatedSdks: Type.Array(Type.String()),
                }),
            }),
        ),
        issues: Type.Object({ missingStrategies: Type.Array(Type.String()) }),
    },
    { $id: 'applicationOverview' },
);

export const OutdatedSdks = Type.Object(
    {
        sdks: Type.Array(
            Type.Object({
                sdkVersion: Type.String(),
                minimumVersion: Type.String(),
                applications: Type.Array(Type.String()),
            }),
        ),
    },
    { $id: 'outdatedSdks' },
);

export const ApplicationsQuery = Type.Object({
    query: Type.Optional(Type.String({ maxLength: 250, description: 'Text in the name' })),
    ...Paging,
    sortBy: Type.Optional(Type.String({ description: 'appName (default) or lastSeen' })),
    sortOrder: Type.Optional(Type.String({ description: 'asc (default) or desc' })),
});
