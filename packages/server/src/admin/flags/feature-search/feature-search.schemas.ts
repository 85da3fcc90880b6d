import { type Static, Type } from 'typebox';
import { Paging } from '../../../http/route/paging.ts';
import { Nullable } from '../../../http/route/schemas.ts';
import { UniformResult } from '../../observations/usage/uniform-results.queries.ts';
import {
    FlagOverview,
    flagEnvironmentMembers,
    milestoneMembers,
    usageMembers,
} from '../flags/flag-overview.schemas.ts';

export const ListedFlag = Type.Object(
    {
        ...FlagOverview.properties,
        environments: Type.Array(
            Type.Object(
                {
                    ...flagEnvironmentMembers,
                    ...milestoneMembers,
                    ...usageMembers,
                    changeRequestIds: Type.Array(Type.Integer(), {
                        description: 'Open change requests that would change the flag in this environment',
                    }),
                },
                { $id: 'foundFeatureEnvironment' },
            ),
        ),
        dependencyType: Nullable(
            Type.Enum(['parent', 'child'], { description: 'Whether the flag is a parent or a child of other flags' }),
        ),
        segments: Type.Array(Type.String(), { description: 'Names of segments that its strategies use' }),
        oneAnswer: Type.Optional(UniformResult),
        codeReferences: Type.Optional(
            Type.Integer({
                description:
                    'Number of lines of code that use the flag; missing: no references, or no repository was scanned',
            }),
        ),
    },
    { $id: 'foundFeature' },
);
export type ListedFlag = Static<typeof ListedFlag>;

export const ListedFlags = Type.Object(
    { features: Type.Array(ListedFlag), total: Type.Integer({ description: 'Total number of matches on all pages' }) },
    { $id: 'foundFeatures' },
);
export type ListedFlags = Static<typeof ListedFlags>;

const OneOf = (description: string, maxLength = 5_000) =>
    Type.Optional(
        Type.String({
            pattern: '^(IS|IS_NOT|IS_ANY_OF|IS_NONE_OF):.',
            maxLength,
            description: `${description}: IS:a, IS_NOT:a, IS_ANY_OF:a,b or IS_NONE_OF:a,b`,
        }),
    );

const Including = (description: string) =>
    Type.Optional(
        Type.String({
            pattern: '^(INCLUDE|DO_NOT_INCLUDE|INCLUDE_ALL_OF|INCLUDE_ANY_OF|EXCLUDE_IF_ANY_OF|EXCLUDE_ALL):.',
            maxLength: 5_000,
            description: `${description}: INCLUDE:a, DO_NOT_INCLUDE:a, INCLUDE_ALL_OF:a,b, INCLUDE_ANY_OF:a,b, EXCLUDE_IF_ANY_OF:a,b or EXCLUDE_ALL:a,b`,
        }),
    );

const Day = (description: string) =>
    Type.Optional(
        Type.String({
            pattern: '^(IS_BEFORE|IS_ON_OR_AFTER):\\d{4}-\\d{2}-\\d{2}$',
            description: `${description}, in UTC: IS_BEFORE:YYYY-MM-DD or IS_ON_OR_AFTER:YYYY-MM-DD`,
        }),
    );

const YesOrNo = (description: string) =>
    Type.Optional(Type.String({ pattern: '^IS:(true|false)$', description: `${description}: IS:true or IS:false` }));

const Days = (description: string) =>
    Type.Optional(
        Type.String({ pattern: '^[1-9][0-9]{0,3}$', description: `${description} for at least this number of days` }),
    );

const Status = Type.Optional(
    Type.Array(Type.String({ pattern: '^[^:]+:(enabled|disabled)$', maxLength: 200 }), {
        maxItems: 100,
        description: 'environment:enabled or environment:disabled; with several values, one must match',
    }),
);

export const FlagSearch = Type.Object({
    query: Type.Optional(
        Type.String({
            maxLength: 1_000,
            description:
                'Text in the name, the description or a tag (type:value); with several terms separated by commas, one must match',
        }),
    ),
    // Sufficient for 100 names of the maximum length.
    name: OneOf('Names of flags', 11_000),
    project: OneOf('Projects'),
    state: OneOf('active, stale, potentially-stale'),
    lifecycle: OneOf('Stages'),
    type: OneOf('Types'),
    createdBy: OneOf('Ids of users'),
    owner: OneOf('Owners, as user:5 or group:3, or nobody'),
    tag: Including('Tags, as type:value'),
    segment: Including('Names of segments'),
    status: Status,
    'status[]': Status,
    createdAt: Day('Creation date'),
    lastSeenAt: Day('Date of the last use in any environment'),
    notSeenFor: Days('Flags that were not evaluated in any environment'),
    oneAnswerFor: Days('Flags that gave all users in production the same value'),
    safeToRemove: Days('Flags that no code uses, that gave all users the same value and that were not evaluated'),
    archived: YesOrNo('Archived flags instead of active flags'),
    favorite: YesOrNo('Only your favourites'),
    sortBy: Type.Optional(
        Type.String({
            maxLength: 200,
            description:
                'name, project, type, owner, lifecycle, createdAt, lastSeenAt, oneAnswer (longest first), favorite or environment:<name>; invalid values mean createdAt',
        }),
    ),
    sortOrder: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'asc' })),
    favoritesFirst: Type.Optional(Type.Boolean({ default: false, description: 'List your favourites first' })),
    ...Paging,
});
export type FlagSearch = Static<typeof FlagSearch>;
