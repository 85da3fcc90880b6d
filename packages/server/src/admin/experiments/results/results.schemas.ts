import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../../../http/route/schemas.ts';
import { EXPERIMENT_STATES, POPULATIONS } from '../experiments/experiment.schemas.ts';
import { METRIC_ROLES } from '../metrics/experiment-metric.schemas.ts';

export const VIEWS = ['always-valid', 'fixed-horizon', 'bayesian'] as const;
export type View = (typeof VIEWS)[number];
export const DIFFERENCES = ['relative', 'absolute'] as const;

export const EFFECT_STATES = [
    ...['no data', 'too little', 'undecided', 'better', 'worse', 'harm shown', 'harm excluded'],
] as const;
export type EffectState = 'no data' | 'too little' | 'undecided' | 'better' | 'worse' | 'harm shown' | 'harm excluded';

export const ResultsQuery = Type.Object({
    asOf: Type.Optional(
        DateTime('The results of the last time that was recorded until then: every minute for a day, then every hour'),
    ),
    view: Type.Optional(
        Type.Enum([...VIEWS], {
            default: 'always-valid',
            description:
                'always-valid: intervals that hold at every look; fixed-horizon: for one planned look; bayesian: with a flat prior',
        }),
    ),
    difference: Type.Optional(Type.Enum([...DIFFERENCES], { default: 'relative' })),
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

export const ExperimentResults = Type.Object(
    {
        state: Type.Enum([...EXPERIMENT_STATES]),
        population: Type.Enum([...POPULATIONS]),
        at: DateTime('The time of the results'),
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
        sampleRatio: Type.Object({
            p: Type.Number(),
            method: Type.String(),
            mismatch: Type.Boolean({
                description: 'The units are not distributed as intended: do not trust the results',
            }),
        }),
        metrics: Type.Array(MetricResult),
        vectors: Type.Array(StatsVector, {
            description: 'Every number with its input; `halyard stats check` computes them again',
        }),
    },
    { $id: 'experimentResults' },
);
export type ExperimentResults = Static<typeof ExperimentResults>;
