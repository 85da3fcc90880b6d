import { type Static, Type } from 'typebox';
import { URL_FRIENDLY } from '../../../core/text/patterns.ts';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';
import { NewStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { NewTag } from '../../catalogue/tags/tag.schemas.ts';
import { inputMembers, outputMembers } from './flag-member.schemas.ts';

/** The maximum number of flags in one request: as many as an instance usually has. */
const MAX_FLAGS = 5_000;

export const FlagName = Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: URL_FRIENDLY,
    description: 'Unique in the instance, including archived flags',
});

/** The members of a flag that do not depend on an environment. */
export const FlagMetadata = Type.Object(
    {
        name: Type.String(),
        ...outputMembers,
        project: Type.String(),
        stale: Type.Boolean({
            description: 'Set by a user; otherwise determined by the expected lifetime of the flag type',
        }),
        createdAt: DateTime(),
        archived: Type.Boolean(),
        archivedAt: Type.Optional(DateTime('Only for archived flags')),
    },
    { $id: 'featureMetadata' },
);
export type FlagMetadata = Static<typeof FlagMetadata>;

export const NewFlag = Body(
    {
        name: FlagName,
        ...inputMembers,
        tags: Type.Optional(Type.Array(NewTag, { maxItems: 50 })),
    },
    { $id: 'newFeature' },
);
export type NewFlag = Static<typeof NewFlag>;

const { name: _, ...proposedMembers } = NewFlag.properties;

/** Without the name: a step specifies its flag outside of the payload. */
export const ProposedFlag = Body(proposedMembers, { $id: 'proposedFeature' });

export const ProposedSwitch = Body(
    {
        enabled: Type.Boolean(),
        shouldActivateDisabledStrategies: Type.Optional(
            Type.Boolean({
                description: 'If all strategies are disabled: enable them instead of adding the default strategy',
            }),
        ),
        defaultStrategy: Type.Optional(
            Nullable(
                Body(NewStrategy.properties, {
                    description:
                        'The strategy that is added if the flag has no enabled strategy. Default: the default strategy of the project and environment. Null: no strategy is added, and the request is refused for a flag without an enabled strategy',
                }),
            ),
        ),
    },
    { $id: 'proposedSwitch' },
);

/** For steps without a payload. */
export const NoPayload = Type.Optional(Nullable(Body({})));

/** Read-only members of a flag. Clients send them back with the settings; they are changed by other endpoints. */
const readOnly = {
    name: Ignored(),
    project: Ignored(),
    createdAt: Ignored(),
    archivedAt: Ignored(),
    lastSeenAt: Ignored(),
    favorite: Ignored(),
    environments: Ignored(),
    tags: Ignored(),
    children: Ignored(),
    dependencies: Ignored(),
    lifecycle: Ignored(),
    links: Ignored(),
    createdBy: Ignored(),
    collaborators: Ignored(),
};

export const FlagUpdate = Body(
    {
        ...inputMembers,
        stale: Type.Optional(Type.Boolean({ description: 'Omitted: determined by the age of the flag' })),
        archived: Type.Optional(Type.Boolean({ description: 'Omitted: not changed' })),
        ...readOnly,
    },
    { $id: 'featureUpdate', description: 'Omitted members are set to their defaults; an omitted owner is kept' },
);
export type FlagUpdate = Static<typeof FlagUpdate>;

export const ClonedFlag = Body(
    {
        name: FlagName,
        replaceGroupId: Type.Optional(
            Type.Boolean({
                default: true,
                description: 'Rollouts of the copy use its own name as the groupId and therefore select other users',
            }),
        ),
    },
    { $id: 'cloneFeature' },
);
export type ClonedFlag = Static<typeof ClonedFlag>;

export const NameToValidate = Body(
    { name: FlagName, projectId: Type.Optional(Nullable(Type.String({ maxLength: 100 }))) },
    { $id: 'validateFeatureName' },
);

const features = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: MAX_FLAGS,
    description: 'Names of flags',
});

export const FlagNames = Body({ features }, { $id: 'featureNames' });

export const StaleFlags = Body({ features, stale: Type.Boolean() }, { $id: 'staleFeatures' });

export const NewProjectOfFlag = Body(
    { newProjectId: Type.String({ minLength: 1, maxLength: 100 }) },
    { $id: 'changeProject' },
);

export const ArchiveCheck = Type.Object(
    {
        parentsWithChildFeatures: Type.Array(Type.String(), {
            description: 'Flags that cannot be archived because other flags depend on them',
        }),
        hasDeletedDependencies: Type.Boolean({ description: 'Whether archiving removes dependencies' }),
    },
    { $id: 'archiveFeaturesCheck' },
);

interface FlagParams {
    projectId: string;
    featureName: string;
}

/** The address of a flag with the names used in the code. */
export const flagAt = ({ projectId, featureName }: FlagParams) => ({
    project: projectId,
    name: featureName,
});

/** The target of a step about a flag. */
export const flagAddress = ({ projectId, featureName }: FlagParams) => ({
    project: projectId,
    feature: featureName,
});

export const flagEnvironmentAddress = (params: FlagParams & { environment: string }) => ({
    ...flagAddress(params),
    environment: params.environment,
});
