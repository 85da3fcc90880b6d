import { type Static, Type } from 'typebox';
import { AsOf } from '../../../changes/past/as-of.ts';
import { DateTime, Nullable } from '../../../http/route/schemas.ts';
import { DefaultStrategy } from '../../catalogue/projects/project-environment.schemas.ts';
import { FeatureStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { Variant } from '../../catalogue/strategy-rules/variant.schemas.ts';
import { Dependency } from '../dependencies/dependency.schemas.ts';
import { FlagLink } from '../flag-links/flag-link.schemas.ts';
import { ReachedStage } from '../lifecycle/lifecycle.schemas.ts';
import { ReleasePlan } from '../release-plans/release-plan.schemas.ts';
import { ListedSafeguard } from '../safeguards/safeguard.schemas.ts';
import { FlagMetadata } from './flag.schemas.ts';
import { FlagPerson, FlagTag, flagEnvironmentMembers, usageMembers } from './flag-overview.schemas.ts';
import { NamedOwner } from './flag-owner.ts';

/** A flag in one environment, with its strategies and variants. */
export const FlagEnvironment = Type.Object(
    {
        ...flagEnvironmentMembers,
        ...usageMembers,
        featureName: Type.String(),
        environment: Type.String(),
        strategies: Type.Array(FeatureStrategy),
        variants: Type.Optional(Type.Array(Variant)),
        releasePlans: Type.Array(ReleasePlan, { description: 'At most one' }),
        safeguards: Type.Array(ListedSafeguard, { description: 'Safeguards of the flag in this environment' }),
    },
    { $id: 'featureEnvironment' },
);
export type FlagEnvironment = Static<typeof FlagEnvironment>;

export const FlagInEnvironment = Type.Object(
    { ...FlagEnvironment.properties, defaultStrategy: Type.Optional(DefaultStrategy) },
    { $id: 'featureInEnvironment' },
);
export type FlagInEnvironment = Static<typeof FlagInEnvironment>;

export const FlagDetails = Type.Object(
    {
        ...FlagMetadata.properties,
        owner: Type.Optional(NamedOwner),
        favorite: Type.Boolean({ description: 'Whether it is one of your favourites' }),
        lastSeenAt: Nullable({ ...DateTime('The latest time of all environments'), deprecated: true }),
        environments: Type.Array(FlagEnvironment),
        tags: Type.Array(FlagTag),
        children: Type.Array(Type.String(), { description: 'Flags that depend on this one' }),
        dependencies: Type.Array(Dependency),
        lifecycle: Type.Optional(ReachedStage),
        links: Type.Array(FlagLink),
        createdBy: FlagPerson,
        collaborators: Type.Object({
            users: Type.Array(FlagPerson, { description: 'Users who changed the flag, latest first' }),
        }),
    },
    { $id: 'feature' },
);
export type FlagDetails = Static<typeof FlagDetails>;

export const FlagDetailsQuery = Type.Object({
    variantEnvironments: Type.Optional(
        Type.Boolean({ default: false, description: 'Include the variants of each environment' }),
    ),
    archived: Type.Optional(Type.Boolean({ default: false, description: 'Also return the flag if it is archived' })),
    asOf: Type.Optional(AsOf),
});
