import { type Static, Type } from 'typebox';
import { Body, BypassedApproval, Dictionary, Nullable } from '../../../http/route/schemas.ts';
import { populationMembers, WhatIfResult } from '../../governance/what-if/what-if.schemas.ts';
import { FlagDocument, OBSERVABLE, Observed, SegmentDocument, TemplateDocument } from './file.schemas.ts';

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
