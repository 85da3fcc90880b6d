import { type Static, Type } from 'typebox';
import { Body, Dictionary, Nullable } from '../../../http/route/schemas.ts';
import { NewConstraint } from '../../catalogue/constraints/constraint.schemas.ts';
import { NewSegment } from '../../catalogue/segments/segment.schemas.ts';
import { NewStrategy } from '../../catalogue/strategies/strategy.schemas.ts';
import { NewVariant } from '../../catalogue/strategies/variant.schemas.ts';
import { NewDependency } from '../../flags/dependencies/dependency.schemas.ts';
import { FlagName } from '../../flags/flags/flag.schemas.ts';
import { givenMembers } from '../../flags/flags/flag-members.ts';
import { WhatIfAnswer, whomMembers } from '../../governance/what-if/what-if.schemas.ts';

/** The settings of a flag in a file. Owners are users of one instance and are not part of files. */
export const SETTINGS = ['description', 'type', 'impressionData', 'stale', 'valueType', 'codeDefault'] as const;

/** The configuration of a flag in one environment in a file. */
export const IN_ENVIRONMENT = ['enabled', 'strategies', 'variants'] as const;

/** What of a flag can be looked at without being changed. */
export const OBSERVABLE = [...IN_ENVIRONMENT, ...SETTINGS, 'tags', 'dependsOn'] as const;
export type Observable = (typeof OBSERVABLE)[number];

/** What people change when something burns: a file is not what turns a flag back on. */
export const OBSERVED_BY_DEFAULT: readonly Observable[] = ['enabled'];

const { weight: _, weightType: __, ...variantMembers } = NewVariant.properties;

const FileVariant = Body({
    ...variantMembers,
    weight: Type.Optional(
        Type.Integer({
            minimum: 0,
            maximum: 1000,
            description: 'Its fixed share of 1000. Left out: an equal part of what the fixed ones leave',
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
        disabled: Type.Optional(Type.Boolean({ description: 'It stays, and is neither evaluated nor sent to SDKs' })),
        parameters: NewStrategy.properties.parameters,
        constraints: Type.Optional(Type.Array(NewConstraint, { maxItems: 1_000, description: 'All must hold' })),
        segments: Type.Optional(
            Type.Array(segmentName, { maxItems: 100, description: 'Names of the segments that must hold, too' }),
        ),
        variants: Type.Optional(Type.Array(Body(strategyVariantMembers), { maxItems: 1_000 })),
    },
    {
        description:
            'Whole, except for what the service fills in (rollout, stickiness and groupId): that stays when it is left out',
    },
);
export type FileStrategy = Static<typeof FileStrategy>;

const FileEnvironment = Body({
    enabled: Type.Optional(
        Type.Boolean({
            description: 'On or off. Taken when the flag is created, afterwards only observed, unless owned',
        }),
    ),
    strategies: Type.Optional(Type.Array(FileStrategy, { maxItems: 100, description: 'In the order of evaluation' })),
    variants: Type.Optional(Type.Array(FileVariant, { maxItems: 1_000 })),
});
export type FileEnvironment = Static<typeof FileEnvironment>;

const project = Type.String({ minLength: 1, maxLength: 100 });
const { description, type, impressionData, valueType, codeDefault } = givenMembers;

const flagMembers = {
    flag: FlagName,
    moved: Type.Optional(
        Type.String({
            ...FlagName,
            description: 'The name it had: it is created with all that one has, and that one is archived',
        }),
    ),
    archived: Type.Optional(
        Type.Boolean({
            description: 'true: archive it. false: bring it back. Without a word a flag is never archived',
        }),
    ),
    description,
    type,
    impressionData,
    stale: Type.Optional(Type.Boolean()),
    valueType,
    codeDefault,
    tags: Type.Optional(
        Type.Array(Type.String({ minLength: 2, maxLength: 120 }), {
            maxItems: 50,
            description: 'Each as type:value, such as simple:checkout',
        }),
    ),
    dependsOn: Type.Optional(Type.Array(NewDependency, { maxItems: 50 })),
    environments: Type.Optional(
        Type.Unsafe<Record<string, FileEnvironment>>({
            ...Dictionary(FileEnvironment, { maxProperties: 50 }),
            description: 'By name. Environments that are not named are left alone',
        }),
    ),
};

export const Observed = Type.Array(Type.Enum([...OBSERVABLE]), {
    maxItems: OBSERVABLE.length,
    uniqueItems: true,
    description: 'What is taken when a flag is created, and afterwards only compared. Default: enabled',
});

const ownership = { observed: Type.Optional(Observed) };

const segmentMembers = {
    segment: segmentName,
    moved: Type.Optional(Type.String({ ...segmentName, description: 'The name it had: it is renamed' })),
    deleted: Type.Optional(Type.Boolean({ description: 'true: delete it. Without a word a segment is never deleted' })),
    description: NewSegment.properties.description,
    constraints: Type.Optional(NewSegment.properties.constraints),
};

export const FlagDocument = Body({ ...flagMembers, ...ownership, project }, { $id: 'flagDocument' });
export type FlagDocument = Static<typeof FlagDocument>;

export const SegmentDocument = Body(
    {
        ...segmentMembers,
        project: Type.Optional(
            Nullable(Type.String({ ...project, description: 'The only project that may use it; null: all may' })),
        ),
    },
    { $id: 'segmentDocument' },
);
export type SegmentDocument = Static<typeof SegmentDocument>;

// The folder of a file can determine the project, and `$schema` is for editors.
const inFile = { $schema: Type.Optional(Type.String()), project: Type.Optional(project) };

/** The three kinds of files, for the schema that editors complete by. */
export const FILES = {
    flag: Body({ ...inFile, ...flagMembers, ...ownership }, { description: 'A flag' }),
    segment: Body({ ...inFile, ...segmentMembers }, { description: 'A segment' }),
    settings: Body(
        {
            $schema: Type.Optional(Type.String()),
            projects: Type.Array(project, { minItems: 1, maxItems: 1_000, description: 'Whose flags `pull` brings' }),
            globalSegments: Type.Optional(
                Type.Boolean({ description: 'Whether `pull` brings the segments that all projects share' }),
            ),
            ...ownership,
        },
        { description: 'halyard.yaml: what holds for all files' },
    ),
};

const documents = {
    flags: Type.Optional(Type.Array(FlagDocument, { maxItems: 5_000 })),
    segments: Type.Optional(Type.Array(SegmentDocument, { maxItems: 5_000 })),
    observed: Type.Optional(Observed),
    owned: Type.Optional(
        Type.Array(Type.Enum([...OBSERVABLE]), {
            maxItems: OBSERVABLE.length,
            description: 'What is not only observed this time, whatever the documents say',
        }),
    ),
};

/** The compared members. */
export type Documents = Static<typeof Compared>;
const Compared = Body(documents);

export const DocumentsToPlan = Body({ ...documents, population: whomMembers.population }, { $id: 'gitopsDocuments' });

export const DocumentsToApply = Body(
    {
        ...documents,
        plan: Type.Optional(
            Body({
                revision: Type.Integer({ minimum: 0 }),
                digests: Type.Unsafe<Record<string, string>>({
                    ...Dictionary(Type.String({ maxLength: 100 }), { maxProperties: 10_000 }),
                    description: 'What a plan said of each thing that it changes: refused when that would differ now',
                }),
            }),
        ),
    },
    { $id: 'gitopsApplication' },
);
export type DocumentsToApply = Static<typeof DocumentsToApply>;

const PlannedDifference = Type.Object({
    path: Type.Array(Type.String(), { description: 'Where in the file, such as environments, production, strategies' }),
    onService: Type.Optional(Type.Unknown({ description: 'As a file would say it; left out: it is not there' })),
    inFile: Type.Optional(Type.Unknown()),
    isObserved: Type.Boolean({ description: 'It is told, and stays as it is' }),
});
export type PlannedDifference = Static<typeof PlannedDifference>;

export const ACTIONS = ['create', 'change', 'move', 'revive', 'archive', 'delete', 'none'] as const;

const Planned = Type.Object({
    key: Type.String({ description: 'What it is called among the digests' }),
    kind: Type.Enum(['flag', 'segment']),
    name: Type.String(),
    project: Nullable(Type.String()),
    action: Type.Enum([...ACTIONS]),
    digest: Type.String(),
    differences: Type.Array(PlannedDifference),
    sentences: Type.Array(Type.String(), { description: 'What is done, step by step' }),
});
export type Planned = Static<typeof Planned>;

const Problem = Type.Object({
    message: Type.String(),
    path: Type.String({ description: 'Of the document, such as /body/flags/3/environments/production' }),
});
export type Problem = Static<typeof Problem>;

const planned = {
    revision: Type.Integer({ description: 'The newest event when it was compared' }),
    planned: Type.Array(Planned, { description: 'What differs; files that say what is so are not listed' }),
};

const ProposedRequest = Type.Object({
    id: Type.Integer(),
    project: Type.String(),
    environment: Type.String(),
    state: Type.String(),
});
export type ProposedRequest = Static<typeof ProposedRequest>;

export const GitopsPlan = Type.Object(
    {
        ...planned,
        problems: Type.Array(Problem, { description: 'What must be mended before anything can be applied' }),
        lacking: Type.Array(Type.String(), { description: 'What whoever asks may not do' }),
        approvals: Type.Array(Type.Object({ project: Type.String(), environment: Type.String() }), {
            description: 'Where it would become a change request',
        }),
        proposed: Type.Array(ProposedRequest, {
            description: 'Change requests of the caller that wait with some of it already',
        }),
        decideFirst: Nullable(
            Type.String({
                description: 'That one of these asks for something else: until it is decided, applying is refused',
            }),
        ),
        changes: Type.Array(
            Type.Object({
                environment: Type.String({ description: '`*` for segments, which are the same everywhere' }),
                kind: Type.Enum(['flag', 'segment']),
                name: Type.String(),
                project: Nullable(Type.String()),
                before: Type.Array(Type.String()),
                after: Type.Array(Type.String()),
            }),
            { description: 'What SDKs would see differently, in sentences' },
        ),
        who: WhatIfAnswer.properties.who,
    },
    { $id: 'gitopsPlan' },
);
export type GitopsPlan = Static<typeof GitopsPlan>;

export const GitopsApplied = Type.Object(
    {
        ...planned,
        proposed: Type.Array(ProposedRequest, { description: 'Change requests of the caller that wait with the rest' }),
    },
    { $id: 'gitopsApplied' },
);
export type GitopsApplied = Static<typeof GitopsApplied>;

export const FilesQuery = Type.Object({
    globalSegments: Type.Optional(Type.Boolean({ description: 'With the segments that all projects share' })),
});

export const GitopsFiles = Type.Object(
    {
        revision: Type.Integer(),
        flags: Type.Array(Type.Object({}, { additionalProperties: true })),
        segments: Type.Array(Type.Object({}, { additionalProperties: true })),
    },
    { $id: 'gitopsFiles', description: 'As files would say it, in the form that the schema of files describes' },
);
