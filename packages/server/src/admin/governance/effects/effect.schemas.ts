import { type Static, Type } from 'typebox';
import { Dictionary, Nullable } from '../../../http/route/schemas.ts';

const Side = Type.Object({
    definition: Nullable(
        Type.Object(
            {},
            { additionalProperties: true, description: 'With ids and titles of strategies, and disabled ones' },
        ),
    ),
    sentences: Type.Array(Type.String()),
});

export const DescribedChange = Type.Object(
    {
        environment: Type.String({ description: '`*` for segments, which are the same everywhere' }),
        kind: Type.Enum(['flag', 'segment']),
        name: Type.String(),
        id: Type.Optional(Type.Integer({ description: 'Of a segment' })),
        project: Nullable(Type.String()),
        before: Side,
        after: Side,
    },
    { $id: 'describedChange', description: 'What is different; a definition that is null is not there' },
);
export type DescribedChange = Static<typeof DescribedChange>;

const Splits = Type.Array(
    Type.Object({
        kind: Type.Enum(['value', 'other', 'missing'], {
            description: 'other: all values that are not listed; missing: contexts without one',
        }),
        value: Nullable(Type.String()),
        asked: Type.Integer(),
        changed: Type.Integer(),
    }),
);

const Answer = Type.Object({ enabled: Type.Boolean(), variant: Type.String() });

const FlagEffect = Type.Object(
    {
        name: Type.String(),
        onBefore: Type.Integer({ description: 'For how many contexts it is on' }),
        onAfter: Type.Integer(),
        changed: Type.Integer({ description: 'For how many contexts the answer differs' }),
        offToOn: Type.Integer(),
        onToOff: Type.Integer(),
        variantChanged: Type.Integer({ description: 'On before and after, with another variant or payload' }),
        answersPerDay: Type.Optional(
            Type.Integer({
                description: 'How often SDKs asked for it there during the last day; left out for the past',
            }),
        ),
        byApp: Splits,
        byField: Dictionary(Splits, { maxProperties: 3 }),
        examples: Type.Array(
            Type.Object({
                context: Type.Object({}, { additionalProperties: true }),
                before: Answer,
                after: Answer,
            }),
        ),
    },
    { $id: 'flagEffect' },
);

export const EnvironmentEffect = Type.Object(
    {
        environment: Type.String(),
        population: Type.Enum(['given', 'personas', 'traffic', 'made-up'], {
            description: 'Where the contexts come from',
        }),
        asked: Type.Integer({ description: 'How many contexts' }),
        note: Type.Optional(Type.String({ description: 'What to know of them' })),
        hasUnmeasuredRules: Type.Optional(
            Type.Boolean({
                description:
                    'True: rules name a userId, sessionId or remoteAddress, which were replaced in these contexts; more users than counted may be affected',
            }),
        ),
        flags: Type.Array(FlagEffect, { description: 'Those that most get something else of first' }),
    },
    { $id: 'environmentEffect' },
);
export type EnvironmentEffect = Static<typeof EnvironmentEffect>;
