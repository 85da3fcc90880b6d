import { type Static, Type } from 'typebox';
import { Paging } from '../../../http/route/paging.ts';
import { DateTime, Nullable, Version } from '../../../http/route/schemas.ts';

const members = {
    id: Type.Integer({ description: 'Increases with every event; the newest one is the revision of the instance' }),
    type: Type.String({ description: 'What happened, e.g. feature-environment-enabled' }),
    createdBy: Type.String({ description: 'The name of who did it' }),
    createdByUserId: Type.Integer({ description: 'The id of who did it; negative for what is not a person' }),
    createdAt: DateTime(),
    data: Type.Unknown({ description: 'The state after the change, or null' }),
    preData: Type.Unknown({ description: 'The state before the change, or null' }),
    tags: Type.Array(Type.Object({ type: Type.String(), value: Type.String() }), {
        description: 'The tags that the flag had',
    }),
    featureName: Nullable(Type.String()),
    project: Nullable(Type.String()),
    environment: Nullable(Type.String()),
    groupType: Type.String({ description: 'change-request where one was applied, otherwise transaction' }),
    groupId: Type.String({ description: 'Events of one change have the same' }),
    reason: Type.Optional(Type.String({ description: 'Why, as whoever made the change said' })),
    bypass: Type.Optional(
        Type.Boolean({ description: 'True: approvals are needed there, and whoever made the change may do without' }),
    ),
    via: Type.Optional(Type.Enum(['mcp'], { description: 'mcp: an agent made the change, for whoever is named' })),
};

export const Event = Type.Object(members, { $id: 'event' });
export type Event = Static<typeof Event>;

const total = { totalEvents: Type.Integer({ description: 'How many there are; without `project`, in the whole log' }) };

export const Events = Type.Object({ version: Version, events: Type.Array(Event), ...total }, { $id: 'events' });

export const FlagEvents = Type.Object(
    { version: Version, toggleName: Type.String(), events: Type.Array(Event), ...total },
    { $id: 'featureEvents' },
);

export const FoundEvent = Type.Object(
    {
        ...members,
        label: Type.String({ description: 'The type in plain words' }),
        summary: Type.String({ description: 'What happened, as a sentence of Markdown' }),
    },
    { $id: 'foundEvent' },
);
export type FoundEvent = Static<typeof FoundEvent>;

export const FoundEvents = Type.Object(
    { events: Type.Array(FoundEvent), total: Type.Integer({ description: 'How many match, on all pages' }) },
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

const Day = (description: string) =>
    Type.Optional(
        Type.String({ pattern: '^IS:\\d{4}-\\d{2}-\\d{2}$', description: `${description}, as IS:YYYY-MM-DD` }),
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
    from: Day('First day, in UTC'),
    to: Day('Last day, in UTC'),
    ...Paging,
});
export type EventSearch = Static<typeof EventSearch>;

export const EventCreators = Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String() }, { $id: 'eventCreator' }),
    { $id: 'eventCreators' },
);

export const ChainVerdict = Type.Object(
    {
        valid: Type.Boolean({ description: 'Whether no event was changed, removed or inserted behind the service' }),
        verified: Type.Integer({
            description: 'How many events were found to be in order before the first broken one',
        }),
        archivedThrough: Type.Optional(
            Type.Integer({
                description:
                    'The last event that was moved to an archive. The chain is checked from its hash on; the archives prove the rest',
            }),
        ),
        head: Type.Optional(
            Type.Object(
                { id: Type.Integer(), hash: Type.String() },
                { description: 'The newest event, when all are in order. Keep it to check only what comes after it' },
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
});
