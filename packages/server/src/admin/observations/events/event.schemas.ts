import { type Static, Type } from 'typebox';
import { Paging } from '../../../http/route/paging.ts';
import { DateTime, Nullable, Version } from '../../../http/route/schemas.ts';

const members = {
    id: Type.Integer({
        description: 'Increases with every event; the id of the newest event is the revision of the instance',
    }),
    type: Type.String({ description: 'Event type, e.g. feature-environment-enabled' }),
    createdBy: Type.String({ description: 'Name of the author' }),
    createdByUserId: Type.Integer({ description: 'Id of the author; negative for authors that are not users' }),
    createdAt: DateTime(),
    data: Type.Unknown({ description: 'The state after the change, or null' }),
    preData: Type.Unknown({ description: 'The state before the change, or null' }),
    tags: Type.Array(Type.Object({ type: Type.String(), value: Type.String() }), {
        description: 'Tags of the flag at the time of the event',
    }),
    featureName: Nullable(Type.String()),
    project: Nullable(Type.String()),
    environment: Nullable(Type.String()),
    groupType: Type.String({ description: 'change-request if a change request was applied, otherwise transaction' }),
    groupId: Type.String({ description: 'Common id of all events of one change' }),
    reason: Type.Optional(Type.String({ description: 'Reason given by the author of the change' })),
    bypass: Type.Optional(
        Type.Boolean({
            description: 'True: the change needed approvals, and the author skipped them with a permission',
        }),
    ),
    via: Type.Optional(Type.Enum(['mcp'], { description: 'mcp: an agent made the change on behalf of the author' })),
};

export const Event = Type.Object(members, { $id: 'event' });
export type Event = Static<typeof Event>;

const total = {
    totalEvents: Type.Integer({ description: 'Total number of events; without `project`, of the complete log' }),
};

export const Events = Type.Object({ version: Version, events: Type.Array(Event), ...total }, { $id: 'events' });

export const FlagEvents = Type.Object(
    { version: Version, toggleName: Type.String(), events: Type.Array(Event), ...total },
    { $id: 'featureEvents' },
);

export const ListedEvent = Type.Object(
    {
        ...members,
        label: Type.String({ description: 'Readable name of the type' }),
        summary: Type.String({ description: 'Description of the event, as a Markdown sentence' }),
    },
    { $id: 'foundEvent' },
);
export type ListedEvent = Static<typeof ListedEvent>;

export const ListedEvents = Type.Object(
    { events: Type.Array(ListedEvent), total: Type.Integer({ description: 'Total number of matches on all pages' }) },
    { $id: 'foundEvents' },
);

const Filter = (description: string) =>
    Type.Optional(
        Type.String({
            pattern: '^(IS|IS_ANY_OF):',
            maxLength: 5_000,
            description: `${description}: IS:a or IS_ANY_OF:a,b`,
        }),
    );

const Moment = (description: string) =>
    Type.Optional(
        Type.String({
            pattern: '^IS:\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?Z)?$',
            description: `${description}: a day in UTC as IS:YYYY-MM-DD, or an instant as IS:YYYY-MM-DDThh:mm:ssZ`,
        }),
    );

export const EventSearch = Type.Object({
    query: Type.Optional(
        Type.String({ maxLength: 200, description: 'Text in the type, flag, project, environment or author' }),
    ),
    id: Filter('Ids of events'),
    groupId: Filter('Changes'),
    feature: Filter('Flags'),
    project: Filter('Projects'),
    environment: Filter('Environments'),
    type: Filter('Types of events'),
    createdBy: Filter('Ids of users'),
    from: Moment('Start of the period'),
    to: Moment('End of the period; a day is included, an instant is not'),
    ...Paging,
});
export type EventSearch = Static<typeof EventSearch>;

export const EventCreators = Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String() }, { $id: 'eventCreator' }),
    { $id: 'eventCreators' },
);

export const ChainVerdict = Type.Object(
    {
        valid: Type.Boolean({
            description: 'Whether none of the verified events was modified, removed or inserted outside of the service',
        }),
        verified: Type.Integer({
            description: 'Number of valid events before the first invalid event',
        }),
        archivedThrough: Type.Optional(
            Type.Integer({
                description:
                    'The last event that was moved to an archive. The chain is verified starting at its hash; the archives prove earlier events',
            }),
        ),
        verifiedBefore: Type.Optional(
            Type.Object(
                { id: Type.Integer(), at: DateTime() },
                {
                    description:
                        'The last event that was not verified again, because this node verified the events up to it before, and the time of the last complete verification. Missing if all events were verified',
                },
            ),
        ),
        head: Type.Optional(
            Type.Object(
                { id: Type.Integer(), hash: Type.String() },
                {
                    description:
                        'The newest event, if all events are valid. Store it to verify only later events next time',
                },
            ),
        ),
        firstBroken: Type.Optional(Type.Object({ id: Type.Integer(), reason: Type.String() })),
    },
    { $id: 'eventChain' },
);

export const ChainQuery = Type.Object({
    after: Type.Optional(
        Type.String({
            pattern: '^[1-9][0-9]{0,8}:[0-9a-f]{64}$',
            description:
                'The id and the hash of an event that was verified before, as id:hash. It must be unchanged; those after it are checked',
        }),
    ),
    all: Type.Optional(
        Type.Boolean({ description: 'Verify all events again, also those that this node verified before' }),
    ),
});
