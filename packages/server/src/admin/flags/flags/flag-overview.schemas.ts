import { type Static, Type } from 'typebox';
import { AsOf } from '../../../changes/past/as-of.ts';
import { DateTime, Nullable, Version } from '../../../http/route/schemas.ts';
import { ReachedStage } from '../lifecycle/lifecycle.schemas.ts';
import { outputMembers } from './flag-member.schemas.ts';
import { NamedOwner } from './flag-owner.ts';

/** The members of every representation of a flag in an environment. */
export const flagEnvironmentMembers = {
    name: Type.String(),
    enabled: Type.Boolean(),
    type: Type.String({ description: 'The type of the environment' }),
    sortOrder: Type.Integer(),
    variantCount: Type.Integer(),
    lastSeenAt: Nullable(DateTime('Time of the last report of an SDK that it used the flag in this environment')),
    hasStrategies: Type.Boolean(),
    hasEnabledStrategies: Type.Boolean(),
};

/** Only while a milestone of a release plan is active. */
export const milestoneMembers = {
    milestoneName: Type.Optional(Type.String({ description: 'The active milestone of the release plan' })),
    milestoneOrder: Type.Optional(Type.Integer({ description: 'The `sortOrder` of the active milestone' })),
    totalMilestones: Type.Optional(Type.Integer()),
};

/** The usage since the last full hour. */
export const usageMembers = {
    yes: Type.Integer({ description: 'Number of evaluations since the last full hour for which the flag was on' }),
    no: Type.Integer({ description: 'Number of evaluations since the last full hour for which the flag was off' }),
};

export const FlagEnvironmentOverview = Type.Object(
    { ...flagEnvironmentMembers, ...milestoneMembers },
    { $id: 'featureEnvironmentOverview' },
);
export type FlagEnvironmentOverview = Static<typeof FlagEnvironmentOverview>;

export const FlagTag = Type.Object({ type: Type.String(), value: Type.String() }, { $id: 'featureTag' });

export const FlagPerson = Type.Object(
    { id: Type.Integer(), name: Type.String(), imageUrl: Type.Optional(Type.String()) },
    { $id: 'featureCreator', description: 'Negative ids are tokens and the service itself' },
);
export type FlagPerson = Static<typeof FlagPerson>;

/** A flag in a list. */
export const FlagOverview = Type.Object(
    {
        name: Type.String(),
        ...outputMembers,
        owner: Type.Optional(NamedOwner),
        project: Type.String(),
        favorite: Type.Boolean({ description: 'Whether it is one of your favourites' }),
        createdAt: DateTime(),
        archivedAt: Nullable(DateTime()),
        stale: Type.Boolean(),
        lastSeenAt: Nullable({ ...DateTime('The latest time of all environments'), deprecated: true }),
        environments: Type.Array(FlagEnvironmentOverview),
        tags: Type.Optional(Type.Array(FlagTag, { description: 'Only for flags with tags' })),
        createdBy: FlagPerson,
        lifecycle: Type.Optional(ReachedStage),
    },
    { $id: 'featureOverview' },
);
export type FlagOverview = Static<typeof FlagOverview>;

export const FlagOverviews = Type.Object(
    { version: Version, features: Type.Array(FlagOverview) },
    { $id: 'featureOverviews' },
);

export const FlagOverviewsQuery = Type.Object({
    tag: Type.Optional(
        Type.Array(Type.String({ maxLength: 200 }), {
            maxItems: 100,
            description: 'Only flags with at least one of these tags, as type:value',
        }),
    ),
    namePrefix: Type.Optional(Type.String({ maxLength: 100 })),
    name: Type.Optional(
        Type.Array(Type.String({ maxLength: 100 }), {
            maxItems: 100,
            description: 'Only flags with these names; names that do not exist are ignored',
        }),
    ),
    asOf: Type.Optional(AsOf),
});
export type FlagOverviewsQuery = Static<typeof FlagOverviewsQuery>;
