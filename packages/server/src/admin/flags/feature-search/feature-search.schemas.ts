import { type Static, Type } from 'typebox';
import { Paging } from '../../../http/route/paging.ts';
import { Nullable } from '../../../http/route/schemas.ts';
import { OneAnswer } from '../../observations/usage/answers.queries.ts';
import { FlagOverview, flagEnvironmentMembers, usageMembers } from '../flags/flag-overview.schemas.ts';

export const FoundFlag = Type.Object(
    {
        ...FlagOverview.properties,
        environments: Type.Array(
            Type.Object(
                {
                    ...flagEnvironmentMembers,
                    ...usageMembers,
                    changeRequestIds: Type.Array(Type.Integer(), {
                        description: 'The open change requests that would change the flag here',
                    }),
                },
                { $id: 'foundFeatureEnvironment' },
            ),
        ),
        dependencyType: Nullable(
            Type.Enum(['parent', 'child'], { description: 'Whether other flags depend on it, or it on others' }),
        ),
        segments: Type.Array(Type.String(), { description: 'Names of the segments its strategies use' }),
        oneAnswer: Type.Optional(OneAnswer),
        codeReferences: Type.Optional(
            Type.Integer({ description: 'How many lines of code use it; missing: none, or nobody looked' }),
        ),
    },
    { $id: 'foundFeature' },
);
export type FoundFlag = Static<typeof FoundFlag>;

export const FoundFlags = Type.Object(
    { features: Type.Array(FoundFlag), total: Type.Integer({ description: 'How many match, on all pages' }) },
    { $id: 'foundFeatures' },
);
export type FoundFlags = Static<typeof FoundFlags>;

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
        Type.String({ pattern: '^[1-9][0-9]{0,3}$', description: `${description}, for at least so many days` }),
    );

const Status = Type.Optional(
    Type.Array(Type.String({ pattern: '^[^:]+:(enabled|disabled)$', maxLength: 200 }), {
        maxItems: 100,
        description: 'environment:enabled or environment:disabled; of several, one is enough',
    }),
);

export const FlagSearch = Type.Object({
    query: Type.Optional(
        Type.String({
            maxLength: 1_000,
            description:
                'Text in the name, the description or a tag (type:value); of several words between commas, one is enough',
        }),
    ),
    // Room for a hundred of the longest.
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
    createdAt: Day('When it was created'),
    lastSeenAt: Day('When it was last used anywhere'),
    notSeenFor: Days('Nobody has asked for it anywhere, or ever since it was created'),
    oneAnswerFor: Days('Everyone who asked in production got the same answer'),
    safeToRemove: Days('No code uses it, everyone got one answer, and nobody has asked for it'),
    archived: YesOrNo('Archived flags instead of the others'),
    favorite: YesOrNo('Favourites of yours'),
    sortBy: Type.Optional(
        Type.String({
            maxLength: 200,
            description:
                'name, project, type, owner, lifecycle, createdAt, lastSeenAt, oneAnswer (the longest first), favorite or environment:<name>; anything else means createdAt',
        }),
    ),
    sortOrder: Type.Optional(Type.Enum(['asc', 'desc'], { default: 'asc' })),
    favoritesFirst: Type.Optional(
        Type.Boolean({ default: false, description: 'Favourites of yours before all others' }),
    ),
    ...Paging,
});
export type FlagSearch = Static<typeof FlagSearch>;
