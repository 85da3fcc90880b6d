import { type Static, Type } from 'typebox';
import { REQUEST_ORIGINS } from '../../../../core/access/actor.ts';
import { NOT_BLANK } from '../../../../core/text/patterns.ts';
import { Body, DateTime, Nullable } from '../../../../http/route/schemas.ts';
import { CHANGE_REQUEST_STATES } from '../../../../storage/tables/change-requests.ts';
import { ContextBounds, EnvironmentEffect, FormerCount } from '../../effects/effect.schemas.ts';
import { MAX_STEPS } from '../../proposals/proposal.schemas.ts';

export const RequestId = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
const id = RequestId;
const State = Type.Enum([...CHANGE_REQUEST_STATES]);

/** The payload is validated according to the action. */
export const ProposedChange = Type.Object(
    {
        action: Type.String({ maxLength: 100, description: 'Name of an action of /api/admin/proposals/actions' }),
        feature: Type.Optional(
            Nullable(
                Type.String({
                    maxLength: 100,
                    description: 'Name of the flag; null: the action does not change a flag',
                }),
            ),
        ),
        payload: Type.Optional(Type.Unknown({ description: 'In the format of the action' })),
    },
    { $id: 'proposedChange', additionalProperties: false },
);
export type ProposedChange = Static<typeof ProposedChange>;

const { $id: _, ...oneChange } = ProposedChange as typeof ProposedChange & { $id?: string };

export const ProposedChanges = Type.Unsafe<ProposedChange | ProposedChange[]>({
    ...oneChange,
    $id: 'proposedChanges',
    // Each keyword concerns one of the two types, so errors are located precisely, unlike with a union of schemas.
    type: ['object', 'array'],
    items: ProposedChange,
    minItems: 1,
    maxItems: MAX_STEPS,
});

export const StateUpdate = Body(
    {
        state: State,
        comment: Type.Optional(Nullable(Type.String({ maxLength: 2_000, description: 'Added to the comments' }))),
        reason: Type.Optional(
            Type.String({ minLength: 1, maxLength: 500, description: 'Reason, stored in the audit log' }),
        ),
        contentHash: Type.Optional(
            Type.String({
                maxLength: 100,
                description:
                    'Digest of the reviewed changes; 409 if it has changed, so that only reviewed changes are approved',
            }),
        ),
        scheduledAt: Type.Optional(DateTime('Time of the application, for the state Scheduled')),
        timeZone: Type.Optional(Type.String({ maxLength: 100, description: 'Time zone in which the time was chosen' })),
        breakGlass: Type.Optional(
            Type.Boolean({ description: 'Apply now without the required approvals; requires a reason' }),
        ),
    },
    { $id: 'changeRequestStateUpdate' },
);
export type StateUpdate = Static<typeof StateUpdate>;

export const TitleUpdate = Body(
    { title: Type.String({ minLength: 1, maxLength: 1_000, pattern: NOT_BLANK }) },
    { $id: 'changeRequestTitle' },
);
export const NewComment = Body(
    { text: Type.String({ minLength: 1, maxLength: 2_000, pattern: NOT_BLANK }) },
    { $id: 'newChangeRequestComment' },
);
export const ApproversUpdate = Body(
    { reviewers: Type.Array(id, { maxItems: 10, description: 'User ids; replaces the complete list' }) },
    { $id: 'changeRequestApproversUpdate' },
);

const Person = Type.Object(
    {
        id: Type.Integer(),
        username: Type.String({ description: 'Name in the audit log' }),
        name: Type.String({ description: 'Full name; the name in the audit log for tokens and deleted users' }),
        imageUrl: Type.String(),
    },
    { $id: 'changeRequestPerson' },
);
export type Person = Static<typeof Person>;

const ScheduleConflicts = Type.Object({
    changeRequests: Type.Array(Type.Object({ id: Type.Integer(), title: Type.Optional(Type.String()) })),
});

export const Reference = Type.Union(
    [
        Type.Object({
            type: Type.Literal('segment'),
            id: Type.Integer(),
            name: Type.String(),
            constraints: Type.Array(Type.Unknown()),
        }),
        Type.Object({
            type: Type.Literal('strategyType'),
            name: Type.String(),
            parameters: Type.Array(Type.Unknown()),
        }),
        Type.Object({
            type: Type.Literal('releaseTemplate'),
            id: Type.String(),
            name: Type.String(),
            milestones: Type.Array(Type.Unknown()),
        }),
    ],
    { $id: 'changeRequestReference' },
);

const changeMembers = {
    id: Type.Integer(),
    action: Type.String(),
    payload: Type.Unknown(),
    references: Type.Optional(
        Type.Array(Reference, { description: 'Referenced segments and strategy types at the time of the proposal' }),
    ),
    conflict: Type.Optional(Type.String({ description: 'Reason why the change cannot be applied' })),
    conflicts: Type.Optional(
        Type.Array(
            Type.Object({
                member: Type.String(),
                base: Type.Unknown(),
                current: Type.Unknown(),
                proposed: Type.Unknown(),
            }),
            { description: 'Members that were changed to a different value than proposed' },
        ),
    ),
    scheduleConflicts: Type.Optional(ScheduleConflicts),
    createdBy: Person,
    createdAt: DateTime(),
};

const FeatureChanges = Type.Object(
    {
        name: Type.String(),
        conflict: Type.Optional(Type.String({ description: 'Reason why the change request cannot be applied' })),
        changes: Type.Array(Type.Object(changeMembers, { $id: 'changeRequestChange' })),
        defaultChange: Type.Optional(
            Type.Object(
                { action: Type.String(), payload: Type.Unknown() },
                { description: 'Additional changes that keep the flag valid' },
            ),
        ),
    },
    { $id: 'changeRequestFeature' },
);

const SegmentChange = Type.Object(
    { ...changeMembers, name: Type.String({ description: 'The current name of the segment' }) },
    { $id: 'changeRequestSegmentChange', description: 'The id of the segment is in the payload' },
);

const Review = Type.Object(
    { createdBy: Person, createdAt: DateTime(), contentHash: Type.String() },
    { $id: 'changeRequestReview' },
);

const Schedule = Type.Object(
    {
        scheduledAt: DateTime(),
        timeZone: Type.String(),
        status: Type.Enum(['pending', 'failed', 'suspended']),
        reason: Type.Optional(Type.String()),
        failureReason: Type.Optional(Type.String({ description: 'Deprecated alias of reason' })),
        stackedOn: Type.Array(Type.Integer(), { description: 'Scheduled change requests that are applied earlier' }),
        createdBy: Person,
    },
    { $id: 'changeRequestSchedule' },
);

const requestMembers = {
    id: Type.Integer(),
    kind: Type.Enum(['request', 'schedule'], { description: 'schedule: a scheduled change that needs no approval' }),
    origin: Type.Enum([...REQUEST_ORIGINS], {
        description:
            'The caller that proposed the changes: a person, an agent (MCP) or a pipeline (GitOps). Each has its own open change request',
    }),
    title: Type.String(),
    project: Type.String(),
    environment: Type.String(),
    state: State,
    minApprovals: Type.Integer(),
    contentHash: Type.String({ description: 'Digest of the changes; an approval applies to exactly this digest' }),
    createdBy: Person,
    createdAt: DateTime(),
    features: Type.Array(FeatureChanges),
    segments: Type.Array(SegmentChange),
    settings: Type.Array(Type.Object(changeMembers), {
        description: 'Changes of objects other than flags and segments',
    }),
    approvals: Type.Array(Review),
    rejections: Type.Array(Review),
    comments: Type.Array(
        Type.Object(
            { id: Type.Integer(), text: Type.String(), createdBy: Person, createdAt: DateTime() },
            { $id: 'changeRequestComment' },
        ),
    ),
    schedule: Type.Optional(Schedule),
};

export const ListedChangeRequest = Type.Object(requestMembers, { $id: 'listedChangeRequest' });
export type ListedChangeRequest = Static<typeof ListedChangeRequest>;
export const ListedChangeRequests = Type.Array(ListedChangeRequest, { $id: 'listedChangeRequests' });

const AppliedEffect = Type.Object(
    {
        revision: Type.Integer({ description: 'Id of the newest event before the application' }),
        who: Type.Array(
            Type.Object({
                ...EnvironmentEffect.properties,
                omitted: Type.Integer({ description: 'Number of further flags, which were affected less' }),
            }),
        ),
    },
    {
        description:
            'The effect measured right before the change request was applied, without contexts. Omitted: not measured',
    },
);
export type AppliedEffect = Static<typeof AppliedEffect>;

export const ChangeRequest = Type.Object(
    {
        ...requestMembers,
        stateTimestamps: Type.Unsafe<Partial<Record<(typeof CHANGE_REQUEST_STATES)[number], string>>>(
            Type.Object(
                {},
                { additionalProperties: Type.String(), description: 'Time of the last transition to each state' },
            ),
        ),
        needed: Type.Optional(
            Type.Object(
                {
                    approvals: Type.Integer(),
                    given: Type.Integer(),
                    missing: Type.Array(Type.String(), { description: 'Remaining requirements, in sentences' }),
                },
                { description: 'Present while the change request is open' },
            ),
        ),
        approvalsCleared: Type.Optional(
            Type.Object(
                { at: DateTime(), by: Person, approvals: Type.Array(Review) },
                {
                    description:
                        'Approvals that were cleared by the last edit, because they applied to the previous version',
                },
            ),
        ),
        effect: Type.Optional(
            Type.Object(
                {
                    revision: Type.Integer(),
                    population: Type.String(),
                    evaluated: Type.Integer(),
                    changed: Type.Integer(),
                    bounds: Type.Optional(ContextBounds),
                    asked: FormerCount,
                },
                {
                    description:
                        'Number of evaluated contexts, and number of affected contexts. 0 evaluated contexts of traffic: the effect is unknown',
                },
            ),
        ),
        appliedEffect: Type.Optional(AppliedEffect),
        notCoveredByBreakGlass: Type.Optional(
            Type.Array(Type.Integer(), {
                description:
                    'Present while the change request is open: the changes that break glass does not cover, because they change the approval rules or remove a tag or flag type that the rules name',
            }),
        ),
        breakGlass: Type.Optional(
            Type.Object({
                reason: Type.String(),
                userId: Type.Integer(),
                name: Type.String(),
                personId: Type.Optional(Type.Integer({ description: 'The user who created the token of the request' })),
                isPersonUnknown: Type.Optional(
                    Type.Boolean({ description: 'The creator of the token is unknown, so two users have to confirm' }),
                ),
                at: DateTime(),
                review: Type.Enum(['pending', 'confirmed', 'objected']),
            }),
        ),
    },
    { $id: 'changeRequest' },
);
export type ChangeRequest = Static<typeof ChangeRequest>;

export const ReviewersResponse = Type.Object(
    {
        reviewers: Type.Array(
            Type.Object(
                {
                    id: Type.Integer(),
                    email: Type.String(),
                    name: Type.Optional(Type.String()),
                    username: Type.Optional(Type.String()),
                    imageUrl: Type.Optional(Type.String()),
                },
                { $id: 'changeRequestReviewer' },
            ),
        ),
    },
    { $id: 'changeRequestReviewers' },
);

export const RequestParams = Type.Object({ projectId: Type.String(), id });
export const ChangeParams = Type.Object({ ...RequestParams.properties, changeId: id });
