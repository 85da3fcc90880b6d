import { type Static, Type } from 'typebox';

/** The maximum number of changes in a message. Beyond it, reloading a list costs less than reloading so many rows. */
export const MAX_CHANGES = 100;

export const LiveChange = Type.Object(
    {
        type: Type.String({ description: 'The type of the event' }),
        project: Type.Optional(Type.String()),
        featureName: Type.Optional(Type.String()),
        environment: Type.Optional(Type.String()),
        segment: Type.Optional(Type.Integer({ description: 'The id of a segment' })),
    },
    { $id: 'liveChange', description: 'Location of a change; a missing member means any value' },
);
export type LiveChange = Static<typeof LiveChange>;

/** The data of each message of the stream. */
export const LiveMessage = Type.Object(
    {
        revision: Type.Integer({ description: 'Subsequent responses have at least this revision' }),
        types: Type.Array(Type.String(), { description: 'Distinct types of all events since the last message' }),
        changes: Type.Optional(
            Type.Array(LiveChange, {
                maxItems: MAX_CHANGES,
                description: `Distinct locations of the events; missing if there are more than ${MAX_CHANGES}`,
            }),
        ),
    },
    { $id: 'liveMessage' },
);
export type LiveMessage = Static<typeof LiveMessage>;
