import { type Static, type TBoolean, type TOptional, Type } from 'typebox';
import { EXPORTED_MEMBERS, FILE_MEMBERS, type FileMember } from '../../../core/flags/flag-members.ts';
import { NOT_BLANK } from '../../../core/text/patterns.ts';
import { Body, BypassedApproval, Dictionary, Nullable } from '../../../http/route/schemas.ts';
import { NewConstraint } from '../../catalogue/constraints/constraint.schemas.ts';
import { NewSegment } from '../../catalogue/segments/segment.schemas.ts';
import { NewStrategy } from '../../catalogue/strategy-rules/strategy.schemas.ts';
import { NewVariant } from '../../catalogue/strategy-rules/variant.schemas.ts';
import { NewDependency } from '../../flags/dependencies/dependency.schemas.ts';
import { FlagName } from '../../flags/flags/flag.schemas.ts';
import { inputMembers } from '../../flags/flags/flag-member.schemas.ts';
import { NewPlanSafeguard } from '../../flags/safeguards/safeguard.schemas.ts';
import { populationMembers, WhatIfResult } from '../../governance/what-if/what-if.schemas.ts';
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

/** Several times the number of objects of a large instance; the size of the body is limited, too. */
const MAX_DOCUMENTS = 100_000;

const documents = {
    flags: Type.Optional(Type.Array(FlagDocument, { maxItems: MAX_DOCUMENTS })),
    segments: Type.Optional(Type.Array(SegmentDocument, { maxItems: MAX_DOCUMENTS })),
    templates: Type.Optional(Type.Array(TemplateDocument, { maxItems: MAX_DOCUMENTS })),
    observed: Type.Optional(Observed),
    owned: Type.Optional(
        Type.Array(Type.Enum([...OBSERVABLE]), {
            maxItems: OBSERVABLE.length,
            description: 'Properties that are managed in this request although they are only observed by default',
        }),
    ),
};

/** The compared members. */
export type Documents = Static<typeof Compared>;
const Compared = Body(documents);

export const DocumentsToPlan = Body(
    { ...documents, population: populationMembers.population },
    { $id: 'gitopsDocuments' },
);

export const DocumentsToApply = Body(
    {
        ...documents,
        plan: Type.Optional(
            Body({
                revision: Type.Integer({ minimum: 0 }),
                digests: Type.Unsafe<Record<string, string>>({
                    ...Dictionary(Type.String({ maxLength: 100 }), { maxProperties: 10_000 }),
                    description:
                        'Digests of the changed objects from a plan; the request is refused if an object has changed since',
                }),
            }),
        ),
    },
    { $id: 'gitopsApplication' },
);
export type DocumentsToApply = Static<typeof DocumentsToApply>;

const PlannedDifference = Type.Object({
    path: Type.Array(Type.String(), {
        description: 'Location in the file, such as environments, production, strategies',
    }),
    onService: Type.Optional(Type.Unknown({ description: 'Value in the file format; omitted: does not exist' })),
    inFile: Type.Optional(Type.Unknown()),
    isObserved: Type.Boolean({ description: 'Whether the difference is only reported, not applied' }),
});
export type PlannedDifference = Static<typeof PlannedDifference>;

export const ACTIONS = ['create', 'change', 'move', 'revive', 'archive', 'delete', 'none'] as const;

const Planned = Type.Object({
    key: Type.String({ description: 'Key of the object in the digests' }),
    kind: Type.Enum(['flag', 'segment', 'template']),
    name: Type.String(),
    project: Nullable(Type.String()),
    action: Type.Enum([...ACTIONS]),
    digest: Type.String(),
    differences: Type.Array(PlannedDifference),
    sentences: Type.Array(Type.String(), { description: 'The steps of the change' }),
});
export type Planned = Static<typeof Planned>;

const Problem = Type.Object({
    message: Type.String(),
    path: Type.String({ description: 'Location in the document, such as /body/flags/3/environments/production' }),
});
export type Problem = Static<typeof Problem>;

const planned = {
    revision: Type.Integer({ description: 'Id of the newest event at the time of the comparison' }),
    planned: Type.Array(Planned, {
        description: 'Objects that differ from the files; objects without differences are not listed',
    }),
};

const ProposedRequest = Type.Object({
    id: Type.Integer(),
    project: Type.String(),
    environment: Type.String(),
    state: Type.String(),
});
export type ProposedRequest = Static<typeof ProposedRequest>;

const BlockedDocument = Type.Object({
    key: Type.String({ description: 'Key of the object' }),
    request: ProposedRequest,
    message: Type.String({ description: 'Reason and next step' }),
});
export type BlockedDocument = Static<typeof BlockedDocument>;

const blocked = Type.Array(BlockedDocument, {
    description:
        'Objects whose files differ from an open change request of the pipeline. They are not changed until the change request is decided',
});

export const GitopsPlan = Type.Object(
    {
        ...planned,
        problems: Type.Array(Problem, { description: 'Problems that prevent applying the files' }),
        lacking: Type.Array(Type.String(), { description: 'Permissions that the caller lacks' }),
        approvals: Type.Array(Type.Object({ project: Type.String(), environment: Type.String() }), {
            description: 'Environments in which the changes become a change request',
        }),
        proposed: Type.Array(ProposedRequest, {
            description: 'Open change requests of the caller that already contain some of the changes',
        }),
        blocked,
        decideFirst: Nullable(
            Type.String({
                description: 'Deprecated: the message of the first entry of `blocked`',
            }),
        ),
        changes: Type.Array(
            Type.Object({
                environment: Type.String({ description: '`*` for segments, which are the same in all environments' }),
                kind: Type.Enum(['flag', 'segment']),
                name: Type.String(),
                project: Nullable(Type.String()),
                before: Type.Array(Type.String()),
                after: Type.Array(Type.String()),
            }),
            { description: 'Changes for SDKs, in sentences' },
        ),
        who: WhatIfResult.properties.who,
    },
    { $id: 'gitopsPlan' },
);
export type GitopsPlan = Static<typeof GitopsPlan>;

export const GitopsApplied = Type.Object(
    {
        ...planned,
        proposed: Type.Array(ProposedRequest, {
            description: 'Change requests of the caller that contain the remaining changes',
        }),
        blocked,
        bypassedApproval: BypassedApproval,
    },
    { $id: 'gitopsApplied' },
);
export type GitopsApplied = Static<typeof GitopsApplied>;

export const FilesQuery = Type.Object({
    globalSegments: Type.Optional(
        Type.Boolean({ description: 'Include segments and release templates that are shared by all projects' }),
    ),
});

export const GitopsFiles = Type.Object(
    {
        revision: Type.Integer(),
        flags: Type.Array(Type.Object({}, { additionalProperties: true })),
        segments: Type.Array(Type.Object({}, { additionalProperties: true })),
        templates: Type.Array(Type.Object({}, { additionalProperties: true })),
    },
    { $id: 'gitopsFiles', description: 'In the file format that the schema describes' },
);
