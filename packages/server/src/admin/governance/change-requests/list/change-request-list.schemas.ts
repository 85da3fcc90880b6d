import { type Static, Type } from 'typebox';
import { Paging } from '../../../../http/route/paging.ts';
import { ListedChangeRequest, RequestId } from '../request/change-request.schemas.ts';

const texts = (description: string) =>
    Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100, description }));

export const ScheduledQuery = Type.Object({
    feature: texts('Names of flags'),
    strategyId: texts('Ids of strategies'),
    variantForFlag: texts('Names of flags whose variants are affected'),
});
export type ScheduledQuery = Static<typeof ScheduledQuery>;

export const ScheduledChangeRequests = Type.Array(
    Type.Object({ id: Type.Integer(), environment: Type.String(), title: Type.Optional(Type.String()) }),
    { $id: 'scheduledChangeRequests' },
);

const count = Type.Integer({ minimum: 0 });

export const ActionableCount = Type.Object({ total: count }, { $id: 'actionableChangeRequests' });

export const RequestCounts = Type.Object(
    { total: count, approved: count, applied: count, rejected: count, reviewRequired: count, scheduled: count },
    { $id: 'changeRequestCounts' },
);

const People = (description: string) =>
    Type.Optional(
        Type.String({
            pattern: '^IS(_ANY_OF)?:-?\\d{1,9}(,-?\\d{1,9}){0,99}$',
            maxLength: 2_000,
            description: `${description}: IS:7, or IS_ANY_OF:7,8`,
        }),
    );

export const RequestSearch = Type.Object({
    id: Type.Optional(Type.Integer({ ...RequestId, description: 'Number of a change request' })),
    createdBy: People('Id of the author'),
    requestedApproverId: People('Id of a requested approver'),
    state: Type.Optional(
        Type.Enum(['IS:open', 'IS:closed'], {
            description: 'open: draft, in review, approved or scheduled; closed: applied, cancelled or rejected',
        }),
    ),
    ...Paging,
});
export type RequestSearch = Static<typeof RequestSearch>;

const { id, title, project, environment, state, createdBy, createdAt, schedule } = ListedChangeRequest.properties;
const searchResultMembers = {
    id,
    title,
    project,
    environment,
    state,
    createdBy,
    createdAt,
    features: Type.Array(Type.String()),
    segments: Type.Array(Type.String()),
    schedule,
};

export const ChangeRequestSearchResults = Type.Object(
    {
        changeRequests: Type.Array(Type.Object(searchResultMembers, { $id: 'foundChangeRequest' })),
        total: Type.Integer({ description: 'Total number of matches on all pages' }),
    },
    { $id: 'foundChangeRequests' },
);
export type ChangeRequestSearchResult = Static<typeof ChangeRequestSearchResults>['changeRequests'][number];

export const Inbox = Type.Object(
    {
        waitingForMe: Type.Array(
            Type.Object({
                ...searchResultMembers,
                todo: Type.Enum(['review', 'apply']),
                isAsked: Type.Boolean({ description: 'Whether you are a requested approver' }),
            }),
        ),
        mine: Type.Array(Type.Object(searchResultMembers)),
    },
    { $id: 'changeRequestInbox' },
);
export type Inbox = Static<typeof Inbox>;
