import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../../http/route/schemas.ts';
import { DATA_SOURCE_KINDS } from '../data-sources/data-source.schemas.ts';
import { EXPERIMENT_STATES, POPULATIONS } from '../experiments/experiment.schemas.ts';
import { METRIC_ROLES } from '../metrics/experiment-metric.schemas.ts';

export const VIEWS = ['always-valid', 'fixed-horizon', 'bayesian'] as const;
export type View = (typeof VIEWS)[number];
export const DIFFERENCES = ['relative', 'absolute'] as const;

export const EFFECT_STATES = [
    ...['no data', 'too little', 'undecided', 'better', 'worse', 'harm shown', 'harm excluded', 'waiting', 'failed'],
] as const;
export type EffectState =
    | 'no data'
    | 'too little'
    | 'undecided'
    | 'better'
    | 'worse'
    | 'harm shown'
    | 'harm excluded'
    | 'waiting'
    | 'failed';

const viewQuery = {
    view: Type.Optional(
        Type.Enum([...VIEWS], {
            default: 'always-valid',
            description:
                'always-valid: intervals that hold at every look; fixed-horizon: for one planned look; bayesian: with a flat prior',
        }),
    ),
    difference: Type.Optional(Type.Enum([...DIFFERENCES], { default: 'relative' })),
};

export const ResultsQuery = Type.Object({
    asOf: Type.Optional(
        DateTime('The results of the last time that was recorded until then: every minute for a day, then every hour'),
    ),
    ...viewQuery,
});

export const HistoryQuery = Type.Object({
    ...viewQuery,
    points: Type.Optional(Type.Integer({ minimum: 2, maximum: 200, default: 60 })),
});

export const SegmentsQuery = Type.Object({
    ...viewQuery,
    field: Type.Optional(
        Type.String({ minLength: 1, maxLength: 100, description: 'A context field that the project stores' }),
    ),
});

const Interval = Type.Array(Nullable(Type.Number()), { minItems: 2, maxItems: 2 });
const NullableInterval = Nullable(Interval);

const ArmResult = Type.Object({
    variant: Type.String(),
    n: Type.Integer({ description: 'The units of the arm, also those without an outcome' }),
    sum: Type.Number(),
    sumSquares: Type.Number(),
    estimate: Nullable(Type.Number()),
    ci: NullableInterval,
});
export type ArmResult = Static<typeof ArmResult>;

const EffectResult = Type.Object({
    variant: Type.String(),
    effect: Nullable(Type.Number({ description: 'This variant compared with the control' })),
    difference: Type.Enum([...DIFFERENCES]),
    ci: NullableInterval,
    p: Nullable(Type.Number()),
    adjustedP: Type.Optional(Type.Number({ description: 'Of secondary metrics, by Benjamini and Hochberg' })),
    chanceToWin: Type.Optional(
        Type.Number({ description: 'The probability that the variant is better, with a flat prior' }),
    ),
    state: Type.Unsafe<EffectState>(Type.Enum([...EFFECT_STATES])),
});
export type EffectResult = Static<typeof EffectResult>;

const MetricResult = Type.Object({
    key: Type.String(),
    role: Type.Enum([...METRIC_ROLES]),
    arms: Type.Array(ArmResult, { description: 'The control first' }),
    effects: Type.Array(EffectResult),
});
export type MetricResult = Static<typeof MetricResult>;

const StatsVector = Type.Object({
    family: Type.String(),
    input: Type.Record(Type.String(), Type.Unknown()),
    output: Type.Record(Type.String(), Type.Unknown()),
    version: Type.String(),
});
export type StatsVector = Static<typeof StatsVector>;

const sampleRatio = {
    p: Type.Number(),
    mismatch: Type.Boolean({
        description: 'The units are not distributed as intended: do not trust the results',
    }),
};

export const ExperimentHistory = Type.Object(
    {
        points: Type.Array(
            Type.Object({
                at: DateTime(),
                units: Type.Integer({ description: 'The units of all arms' }),
                sampleRatio: Type.Object(sampleRatio),
                metrics: Type.Array(
                    Type.Object({
                        key: Type.String(),
                        role: Type.Enum([...METRIC_ROLES]),
                        effects: Type.Array(EffectResult),
                    }),
                ),
            }),
            { description: 'The oldest first; the last point contains the current results' },
        ),
    },
    { $id: 'experimentHistory' },
);
export type ExperimentHistory = Static<typeof ExperimentHistory>;

export const SEGMENT_STATES = ['computed', 'no data', 'withheld'] as const;

export const ExperimentSegments = Type.Object(
    {
        field: Nullable(Type.String()),
        fields: Type.Array(Type.String(), { description: 'The context fields that the project stores' }),
        state: Type.Enum([...SEGMENT_STATES]),
        reason: Nullable(Type.String()),
        comparisons: Type.Integer({
            description: 'The number of effects: of many, some look like a difference by chance',
        }),
        segments: Type.Array(
            Type.Object({
                value: Nullable(
                    Type.String({
                        description:
                            'null: units without a known value; "(other)": all values with fewer than 100 units',
                    }),
                ),
                units: Type.Integer(),
                arms: Type.Array(Type.Object({ variant: Type.String(), units: Type.Integer() })),
                metrics: Type.Array(MetricResult),
            }),
        ),
        vectors: Type.Array(StatsVector),
    },
    { $id: 'experimentSegments' },
);
export type ExperimentSegments = Static<typeof ExperimentSegments>;

export const EXCLUSION_REASONS = ['missing', 'hashed', 'strategy', 'random', 'variant'] as const;

export const ExcludedUnits = Type.Object(
    {
        undecidable: Type.Array(
            Type.Object({
                reason: Type.Enum([...EXCLUSION_REASONS], {
                    description:
                        'missing: the context lacks a field; hashed: it contains a hash of the field; strategy: it cannot be evaluated; ' +
                        'random: the split does not depend on the unit; variant: a data source reports a variant that the flag does not have',
                }),
                name: Nullable(Type.String({ description: 'The context field or the strategy' })),
                units: Type.Integer(),
            }),
        ),
        multiple: Type.Integer({ description: 'Units that changed their arm while the flag did not change' }),
        unenrolled: Type.Object({
            units: Type.Integer(),
            outcomes: Type.Array(Type.Object({ name: Type.String(), units: Type.Integer() }), {
                description: 'What they reported in the last hour',
            }),
        }),
    },
    { $id: 'excludedUnits' },
);
export type ExcludedUnits = Static<typeof ExcludedUnits>;

export const SOURCE_STATES = ['waiting', 'computed', 'failed'] as const;

/** When a data source was queried, and whether that worked. */
const ResultsSource = Type.Object({
    kind: Type.Enum([...DATA_SOURCE_KINDS]),
    name: Type.String(),
    state: Type.Enum([...SOURCE_STATES], {
        description: 'waiting: it was not queried yet; failed: the last query failed',
    }),
    reason: Nullable(Type.String({ description: 'Why the last query failed' })),
    attemptedAt: Nullable(DateTime()),
    computedAt: Nullable(DateTime('The time of the numbers; null: there are none')),
    nextAt: Nullable(DateTime('When it is queried again')),
});
export type ResultsSource = Static<typeof ResultsSource>;

export const ExperimentResults = Type.Object(
    {
        state: Type.Enum([...EXPERIMENT_STATES]),
        population: Type.Enum([...POPULATIONS]),
        at: DateTime('The time of the results'),
        source: Nullable(ResultsSource),
        units: Type.Object({
            total: Type.Integer({ description: 'The units of all arms' }),
            undecidable: Type.Integer({ description: 'The arm cannot be computed from the context' }),
            multiple: Type.Integer({ description: 'Units that changed their arm while the flag did not change' }),
            unenrolled: Type.Integer({ description: 'Units with outcomes that met the flag nowhere' }),
        }),
        reportedArms: Type.Integer({
            description: 'Units of the population "exposed" whose arm is the one that the application reported',
        }),
        arms: Type.Array(
            Type.Object({
                variant: Type.String(),
                weight: Type.Number({ description: 'The share of the units that gets it, from 0 to 1' }),
                units: Type.Integer(),
            }),
        ),
        sampleRatio: Type.Object({ ...sampleRatio, method: Type.String() }),
        metrics: Type.Array(MetricResult),
        vectors: Type.Array(StatsVector, {
            description: 'Every number with its input; `halyard stats check` computes them again',
        }),
    },
    { $id: 'experimentResults' },
);
export type ExperimentResults = Static<typeof ExperimentResults>;
