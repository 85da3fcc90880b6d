import { type Static, type TBoolean, type TOptional, Type } from 'typebox';
import { EXPORTED_MEMBERS, FILE_MEMBERS, type FileMember } from '../../../core/flags/flag-members.ts';
import { NOT_BLANK } from '../../../core/text/patterns.ts';
import { Body, Dictionary, Nullable } from '../../../http/route/schemas.ts';
import { NewConstraint } from '../../catalogue/constraints/constraint.schemas.ts';
import { NewSegment } from '../../catalogue/segments/segment.schemas.ts';
import { NewStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { NewVariant } from '../../catalogue/strategy-rules/variant.schemas.ts';
import { NewDependency } from '../../flags/dependencies/dependency.schemas.ts';
import { FlagName } from '../../flags/flags/flag.schemas.ts';
import { inputMembers } from '../../flags/flags/flag-member.schemas.ts';
import { NewPlanSafeguard } from '../../flags/safeguards/safeguard.schemas.ts';
import {
    MAX_MILESTONES,
    NewReleaseTemplate,
    NewTemplateMilestone,
    NewTransitionCondition,
} from '../../releases/templates/template.schemas.ts';

const isExported = (member: FileMember) => EXPORTED_MEMBERS.some((each) => each === member);

/** The settings of a flag in a file, in the order in which files contain them. */
export const SETTINGS = [
    ...FILE_MEMBERS.filter(isExported),
    'stale',
    ...FILE_MEMBERS.filter((member) => !isExported(member)),
] as const;

/** The configuration of a flag in one environment in a file. */
export const IN_ENVIRONMENT = ['enabled', 'strategies', 'variants', 'releasePlan'] as const;

/** The members of a flag that can be observed, that is, compared without being changed. */
export const OBSERVABLE = [...IN_ENVIRONMENT, ...SETTINGS, 'tags', 'dependsOn'] as const;
export type Observable = (typeof OBSERVABLE)[number];

/** Observed by default because it is changed in emergencies: a file must not turn a flag on again. */
export const OBSERVED_BY_DEFAULT: readonly Observable[] = ['enabled'];

const { weight: _, weightType: __, ...variantMembers } = NewVariant.properties;

const FileVariant = Body({
    ...variantMembers,
    weight: Type.Optional(
        Type.Integer({
            minimum: 0,
            maximum: 1000,
            description: 'Fixed weight out of 1000. Omitted: an equal share of the weight that fixed variants leave',
        }),
    ),
});
export type FileVariant = Static<typeof FileVariant>;

const { overrides: ___, ...strategyVariantMembers } = FileVariant.properties;

const segmentName = NewSegment.properties.name;

const FileStrategy = Body(
    {
        name: NewStrategy.properties.name,
        title: NewStrategy.properties.title,
        disabled: Type.Optional(
            Type.Boolean({ description: 'A disabled strategy is kept, but neither evaluated nor sent to SDKs' }),
        ),
        parameters: NewStrategy.properties.parameters,
        constraints: Type.Optional(
            Type.Array(NewConstraint, { maxItems: 1_000, description: 'All constraints must match' }),
        ),
        segments: Type.Optional(
            Type.Array(segmentName, { maxItems: 100, description: 'Names of segments that must also match' }),
        ),
        variants: Type.Optional(Type.Array(Body(strategyVariantMembers), { maxItems: 1_000 })),
    },
    {
        description:
            'The complete strategy, except for values that the service fills in (rollout, stickiness and groupId): omitted values are kept',
    },
);
export type FileStrategy = Static<typeof FileStrategy>;

const { id: ____, ...safeguardMembers } = NewPlanSafeguard.properties;

const FileMilestone = Body({
    name: NewTemplateMilestone.properties.name,
    transitionCondition: Type.Optional(NewTransitionCondition),
    strategies: Type.Array(FileStrategy, { minItems: 1, maxItems: 100 }),
});
export type FileMilestone = Static<typeof FileMilestone>;

const FileMilestones = Type.Array(FileMilestone, {
    minItems: 1,
    maxItems: MAX_MILESTONES,
    description: 'In order',
});

const FileReleasePlan = Body(
    {
        name: Type.String({ minLength: 1, maxLength: 250, pattern: NOT_BLANK }),
        milestones: FileMilestones,
        safeguards: Type.Optional(
            Type.Array(Body(safeguardMembers), {
                maxItems: 10,
                description: 'All safeguards of the plan. Omitted: they are not changed',
            }),
        ),
    },
    { description: 'A release plan without its progress' },
);
export type FileReleasePlan = Static<typeof FileReleasePlan>;

const FileEnvironment = Body({
    enabled: Type.Optional(
        Type.Boolean({
            description:
                'Whether the flag is on. Applied when the flag is created; afterwards only observed, unless the file manages it',
        }),
    ),
    strategies: Type.Optional(Type.Array(FileStrategy, { maxItems: 100, description: 'In the order of evaluation' })),
    variants: Type.Optional(Type.Array(FileVariant, { maxItems: 1_000 })),
    releasePlan: Type.Optional(
        Type.Union([FileReleasePlan, Type.Null()], {
            description: 'Changed in place; null: the plan is removed. Omitted: it is not changed',
        }),
    ),
});
export type FileEnvironment = Static<typeof FileEnvironment>;

const project = Type.String({ minLength: 1, maxLength: 100 });
const fileSettings = Object.fromEntries(
    SETTINGS.map((member) => [member, member === 'stale' ? Type.Optional(Type.Boolean()) : inputMembers[member]]),
) as Pick<typeof inputMembers, FileMember> & { stale: TOptional<TBoolean> };

const flagMembers = {
    flag: FlagName,
    moved: Type.Optional(
        Type.String({
            ...FlagName,
            description:
                'Former name of the flag: a copy with the new name is created, and the flag with the former name is archived',
        }),
    ),
    archived: Type.Optional(
        Type.Boolean({
            description: 'true: archive the flag. false: revive it. Omitted: a flag is never archived',
        }),
    ),
    ...fileSettings,
    tags: Type.Optional(
        Type.Array(Type.String({ minLength: 2, maxLength: 120 }), {
            maxItems: 50,
            description: 'Tags as type:value, such as simple:checkout',
        }),
    ),
    dependsOn: Type.Optional(Type.Array(NewDependency, { maxItems: 50 })),
    environments: Type.Optional(
        Type.Unsafe<Record<string, FileEnvironment>>({
            ...Dictionary(FileEnvironment, { maxProperties: 50 }),
            description: 'Environments by name. Environments that are not listed are not changed',
        }),
    ),
};

export const Observed = Type.Array(Type.Enum([...OBSERVABLE]), {
    maxItems: OBSERVABLE.length,
    uniqueItems: true,
    description: 'Properties that are applied when a flag is created and afterwards only compared. Default: enabled',
});

const ownership = { observed: Type.Optional(Observed) };

const segmentMembers = {
    segment: segmentName,
    moved: Type.Optional(Type.String({ ...segmentName, description: 'Former name of the segment, which is renamed' })),
    deleted: Type.Optional(
        Type.Boolean({ description: 'true: delete the segment. Omitted: a segment is never deleted' }),
    ),
    description: NewSegment.properties.description,
    constraints: Type.Optional(NewSegment.properties.constraints),
};

const templateMembers = {
    template: Type.String({ minLength: 1, maxLength: 250, pattern: NOT_BLANK }),
    deleted: Type.Optional(
        Type.Boolean({ description: 'true: delete the template. Omitted: a template is never deleted' }),
    ),
    description: NewReleaseTemplate.properties.description,
    milestones: Type.Optional(FileMilestones),
};

export const FlagDocument = Body({ ...flagMembers, ...ownership, project }, { $id: 'flagDocument' });
export type FlagDocument = Static<typeof FlagDocument>;

export const SegmentDocument = Body(
    {
        ...segmentMembers,
        project: Type.Optional(
            Nullable(
                Type.String({ ...project, description: 'The project that may use the segment; null: all projects' }),
            ),
        ),
    },
    { $id: 'segmentDocument' },
);
export type SegmentDocument = Static<typeof SegmentDocument>;

export const TemplateDocument = Body(
    {
        ...templateMembers,
        project: Type.Optional(
            Nullable(
                Type.String({ ...project, description: 'The project that may use the template; null: all projects' }),
            ),
        ),
    },
    { $id: 'releaseTemplateDocument' },
);
export type TemplateDocument = Static<typeof TemplateDocument>;

// The folder of a file can determine the project, and `$schema` is for editors.
const inFile = { $schema: Type.Optional(Type.String()), project: Type.Optional(project) };

/** The kinds of files, for the schema that editors use for completion. */
export const FILES = {
    flag: Body({ ...inFile, ...flagMembers, ...ownership }, { description: 'A flag' }),
    segment: Body({ ...inFile, ...segmentMembers }, { description: 'A segment' }),
    template: Body({ ...inFile, ...templateMembers }, { description: 'A release template' }),
    settings: Body(
        {
            $schema: Type.Optional(Type.String()),
            projects: Type.Array(project, { minItems: 1, maxItems: 1_000, description: 'Whose flags `pull` brings' }),
            globalSegments: Type.Optional(
                Type.Boolean({
                    description: 'Whether `pull` brings the segments and release templates that all projects share',
                }),
            ),
            ...ownership,
        },
        { description: 'halyard.yaml: what holds for all files' },
    ),
};
