import { type Static, Type } from 'typebox';
import { NOT_BLANK } from '../../../../core/text/patterns.ts';
import { Body, DateTime, Nullable } from '../../../../http/route/schemas.ts';
import { CHANGE_REQUEST_STATES } from '../../../../storage/tables/change-requests.ts';
import { MAX_STEPS } from '../../proposals/proposal.schemas.ts';

export const RequestId = Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 });
const id = RequestId;
const State = Type.Enum([...CHANGE_REQUEST_STATES]);

/** One change, or several. What else there is to check depends on its action. */
export const ProposedChange = Type.Object(
    {
        action: Type.String({ maxLength: 100, description: 'One of those under /api/admin/proposals/actions' }),
        feature: Type.Optional(Nullable(Type.String({ maxLength: 100, description: 'Null: it is about no flag' }))),
        payload: Type.Optional(Type.Unknown({ description: 'In the shape that its action asks for' })),
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
        comment: Type.Optional(Nullable(Type.String({ maxLength: 2_000, description: 'Stands among the comments' }))),
        reason: Type.Optional(
            Type.String({ minLength: 1, maxLength: 500, description: 'Why; stands in the event log' }),
        ),
        contentHash: Type.Optional(
            Type.String({
                maxLength: 100,
                description: 'Of what was seen: 409 unless it is still the same, so that nobody approves anything else',
            }),
        ),
        scheduledAt: Type.Optional(DateTime('When it is applied; for the state Scheduled')),
        timeZone: Type.Optional(Type.String({ maxLength: 100, description: 'In which the time was chosen' })),
        breakGlass: Type.Optional(
            Type.Boolean({ description: 'Apply it now, without the approvals that it needs; takes a reason' }),
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
    { reviewers: Type.Array(id, { maxItems: 10, description: 'The ids of users; replaces the whole list' }) },
    { $id: 'changeRequestApproversUpdate' },
);

const Person = Type.Object(
    { id: Type.Integer(), username: Type.String(), imageUrl: Type.String() },
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
    ],
    { $id: 'changeRequestReference' },
);

const changeMembers = {
    id: Type.Integer(),
    action: Type.String(),
    payload: Type.Unknown(),
    references: Type.Optional(
        Type.Array(Reference, { description: 'The content that it refers to, as it was when it was proposed' }),
    ),
    conflict: Type.Optional(Type.String({ description: 'Why it cannot be applied' })),
    conflicts: Type.Optional(
        Type.Array(
            Type.Object({
                member: Type.String(),
                base: Type.Unknown(),
                current: Type.Unknown(),
                proposed: Type.Unknown(),
            }),
            { description: 'What others changed to something else than is proposed, member by member' },
        ),
    ),
    scheduleConflicts: Type.Optional(ScheduleConflicts),
    createdBy: Person,
    createdAt: DateTime(),
};

const FeatureChanges = Type.Object(
    {
        name: Type.String(),
        conflict: Type.Optional(Type.String({ description: 'Why nothing of it can be applied' })),
        changes: Type.Array(Type.Object(changeMembers, { $id: 'changeRequestChange' })),
        defaultChange: Type.Optional(
            Type.Object(
                { action: Type.String(), payload: Type.Unknown() },
                { description: 'What happens beside, so that the flag stays valid' },
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
        failureReason: Type.Optional(Type.String({ description: 'The same, by its old name' })),
        stackedOn: Type.Array(Type.Integer(), { description: 'The scheduled requests that are applied before' }),
        createdBy: Person,
    },
    { $id: 'changeRequestSchedule' },
);

const requestMembers = {
    id: Type.Integer(),
    kind: Type.Enum(['request', 'schedule'], { description: 'schedule: a change for later that needs no approval' }),
    title: Type.String(),
    project: Type.String(),
    environment: Type.String(),
    state: State,
    minApprovals: Type.Integer(),
    contentHash: Type.String({ description: 'Of what it would change; an approval is of exactly this' }),
    createdBy: Person,
    createdAt: DateTime(),
    features: Type.Array(FeatureChanges),
    segments: Type.Array(SegmentChange),
    settings: Type.Array(Type.Object(changeMembers), {
        description: 'Changes that are about neither a flag nor a segment',
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

export const ChangeRequest = Type.Object(
    {
        ...requestMembers,
        stateTimestamps: Type.Unsafe<Partial<Record<(typeof CHANGE_REQUEST_STATES)[number], string>>>(
            Type.Object({}, { additionalProperties: Type.String(), description: 'When it last came into each state' }),
        ),
        needed: Type.Optional(
            Type.Object(
                {
                    approvals: Type.Integer(),
                    given: Type.Integer(),
                    missing: Type.Array(Type.String(), { description: 'What it still needs, in sentences' }),
                },
                { description: 'While it is open' },
            ),
        ),
        approvalsCleared: Type.Optional(
            Type.Object(
                { at: DateTime(), by: Person, approvals: Type.Array(Review) },
                { description: 'The approvals that the last edit took away: they were of something else' },
            ),
        ),
        effect: Type.Optional(
            Type.Object(
                {
                    revision: Type.Integer(),
                    population: Type.String(),
                    asked: Type.Integer(),
                    changed: Type.Integer(),
                },
                { description: 'On how many it was tried, and how many would notice' },
            ),
        ),
        breakGlass: Type.Optional(
            Type.Object({
                reason: Type.String(),
                userId: Type.Integer(),
                name: Type.String(),
                personId: Type.Optional(
                    Type.Integer({ description: 'The person who created the token that was used' }),
                ),
                at: DateTime(),
                review: Type.Enum(['pending', 'confirmed', 'objected']),
            }),
        ),
    },
    { $id: 'changeRequest' },
);
export type ChangeRequest = Static<typeof ChangeRequest>;

export const ReviewersAnswer = Type.Object(
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
