import { type Static, Type } from 'typebox';
import { Dictionary, Nullable } from '../../../http/route/schemas.ts';

const Side = Type.Object({
    definition: Nullable(
        Type.Object(
            {},
            {
                additionalProperties: true,
                description: 'Include ids and titles of strategies, and disabled strategies',
            },
        ),
    ),
    sentences: Type.Array(Type.String()),
});

export const DescribedChange = Type.Object(
    {
        environment: Type.String({ description: '`*` for segments, which are the same in all environments' }),
        kind: Type.Enum(['flag', 'segment']),
        name: Type.String(),
        id: Type.Optional(Type.Integer({ description: 'Id of a segment' })),
        project: Nullable(Type.String()),
        before: Side,
        after: Side,
    },
    { $id: 'describedChange', description: 'Differences; null means that the definition does not exist' },
);
export type DescribedChange = Static<typeof DescribedChange>;

const Splits = Type.Array(
    Type.Object({
        kind: Type.Enum(['value', 'other', 'missing'], {
            description: 'other: all values that are not listed; missing: contexts without a value',
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
        onBefore: Type.Integer({ description: 'Number of contexts for which the flag is on' }),
        onAfter: Type.Integer(),
        changed: Type.Integer({ description: 'Number of contexts with a different result' }),
        offToOn: Type.Integer(),
        onToOff: Type.Integer(),
        variantChanged: Type.Integer({
            description:
                'Number of contexts for which the flag is on before and after, with a different variant or payload',
        }),
        answersPerDay: Type.Optional(
            Type.Integer({
                description:
                    'Number of evaluations by SDKs in the environment during the last day; omitted for past moments',
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
            description: 'Source of the contexts',
        }),
        asked: Type.Integer({ description: 'Number of contexts' }),
        note: Type.Optional(Type.String({ description: 'Notes about the contexts' })),
        hasUnmeasuredRules: Type.Optional(
            Type.Boolean({
                description:
                    'True: rules use userId, sessionId or remoteAddress, which are pseudonymised in these contexts; more users than counted may be affected',
            }),
        ),
        flags: Type.Array(FlagEffect, { description: 'Flags with the most affected contexts first' }),
    },
    { $id: 'environmentEffect' },
);
export type EnvironmentEffect = Static<typeof EnvironmentEffect>;
