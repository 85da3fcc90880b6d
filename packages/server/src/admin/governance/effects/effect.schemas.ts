import { EFFECT_COUNTS, type EffectCount } from '@halyard/engine';
import { type Static, Type } from 'typebox';
import { DateTime, Dictionary, Nullable } from '../../../http/route/schemas.ts';

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

export const CountBounds = Type.Object(
    { atLeast: Type.Integer(), below: Type.Integer() },
    {
        $id: 'countBounds',
        description:
            'The exact number is at least `atLeast` and less than `below`. Present if the number is an estimate or rounded; 0 then means a small number, not none',
    },
);

/** Responses contain the former names of members, too. */
export const FormerCount = Type.Optional(Type.Integer({ deprecated: true, description: 'Former name of `evaluated`' }));

export const ContextBounds = Type.Object({
    evaluated: CountBounds,
    changed: CountBounds,
    asked: Type.Optional(Type.Object(CountBounds.properties, { deprecated: true })),
});

const Splits = Type.Array(
    Type.Object({
        kind: Type.Enum(['value', 'other', 'missing'], {
            description: 'other: all values that are not listed; missing: contexts without a value',
        }),
        value: Nullable(Type.String()),
        evaluated: Type.Integer({ description: 'Number of contexts' }),
        changed: Type.Integer(),
        bounds: Type.Optional(ContextBounds),
        asked: FormerCount,
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
        bounds: Type.Optional(
            Type.Object(
                Object.fromEntries(EFFECT_COUNTS.map((count) => [count, CountBounds])) as Record<
                    EffectCount,
                    typeof CountBounds
                >,
                {
                    description: 'The possible exact numbers. Omitted if the numbers are exact',
                },
            ),
        ),
        unmeasured: Type.Optional(
            Type.Enum(['identities', 'custom-strategies'], {
                description:
                    'Present if the contexts cannot show who is affected: rules use userId, sessionId or remoteAddress, which are pseudonymised in these contexts, or a custom strategy, which only SDKs evaluate',
            }),
        ),
        summary: Type.String({ description: 'The number of affected contexts as a sentence' }),
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
                persona: Type.Optional(Type.String({ description: 'Name of the persona' })),
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
        evaluated: Type.Integer({ description: 'Number of contexts' }),
        evaluatedBounds: Type.Optional(CountBounds),
        asked: FormerCount,
        askedBounds: Type.Optional(Type.Object(CountBounds.properties, { deprecated: true })),
        evaluatedAt: DateTime(),
        trafficSince: Type.Optional(DateTime('The start of the hour in which the oldest context was sampled')),
        missingTraffic: Type.Optional(
            Type.Enum(['none', 'off'], {
                description:
                    'Present if there are no sampled contexts that the caller may use: none were seen in the last day, or sampling is turned off',
            }),
        ),
        note: Type.Optional(
            Type.String({ description: 'The source of the contexts, and the precision of the numbers' }),
        ),
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
