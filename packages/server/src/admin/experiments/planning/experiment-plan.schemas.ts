import { type Static, Type } from 'typebox';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';
import { NewExperiment } from '../experiments/experiment.schemas.ts';
import { METRIC_KINDS, METRIC_ROLES } from '../metrics/experiment-metric.schemas.ts';

const { feature, environment, unit, population, enrol, control, metrics } = NewExperiment.properties;

/** Assumptions about the primary metric, used instead of stored outcomes. */
const AssumedBaseline = Type.Object(
    {
        mean: Type.Number({ minimum: -1e15, maximum: 1e15, description: 'Of a conversion: the rate, from 0 to 1' }),
        variance: Type.Optional(
            Type.Number({
                exclusiveMinimum: 0,
                maximum: 1e30,
                description: 'Of a conversion it follows from the rate',
            }),
        ),
        unitsPerDay: Type.Number({ exclusiveMinimum: 0, maximum: 1e12 }),
    },
    { additionalProperties: false },
);

export const ExperimentPlanInput = Body(
    {
        // The other members of a draft.
        ...{ id: Ignored(), project: Ignored(), state: Ignored(), variant: Ignored(), createdAt: Ignored() },
        ...{ startedAt: Ignored(), stoppedAt: Ignored(), decidedAt: Ignored(), name: Ignored() },
        ...{ hypothesis: Ignored(), from: Ignored() },
        ...{ feature, environment, unit, population: Type.Optional(population), enrol, control, metrics },
        days: Type.Optional(
            Type.Integer({
                ...{ minimum: 1, maximum: 90, default: 14 },
                description: 'How many past days are measured, as far as the project stores outcomes',
            }),
        ),
        power: Type.Optional(
            Type.Number({
                ...{ minimum: 0.5, maximum: 0.999, default: 0.8 },
                description: 'The probability with which an effect is found',
            }),
        ),
        alpha: Type.Optional(Type.Number({ minimum: 0.0001, maximum: 0.5, default: 0.05 })),
        arms: Type.Optional(
            Type.Integer({
                ...{ minimum: 2, maximum: 100 },
                description: 'That many arms of the same size. Default: the arms of the flag with their weights',
            }),
        ),
        effect: Type.Optional(
            Type.Number({
                ...{ exclusiveMinimum: 0, maximum: 100 },
                description: 'Relative, such as 0.05: how many days are needed to find it',
            }),
        ),
        baseline: Type.Optional(AssumedBaseline),
    },
    { $id: 'experimentPlanInput' },
);
export type ExperimentPlanInput = Static<typeof ExperimentPlanInput>;

export const PLAN_STATES = ['planned', 'no data', 'too little', 'withheld'] as const;
export type PlanState = 'planned' | 'no data' | 'too little' | 'withheld';

const ofBothIntervals = (description: string) =>
    Type.Object(
        {
            fixedHorizon: Nullable(Type.Number({ description: 'For one look at the end' })),
            alwaysValid: Nullable(Type.Number({ description: 'For looks at any time' })),
        },
        { description },
    );

const PlanPoint = Type.Object({
    days: Type.Integer(),
    units: Type.Integer({ description: 'Of all arms' }),
    mde: ofBothIntervals('The smallest relative effect that is found with this power; null: none'),
});
export type PlanPoint = Static<typeof PlanPoint>;

const MetricPlan = Type.Object({
    key: Type.String(),
    role: Type.Enum([...METRIC_ROLES]),
    kind: Type.Enum([...METRIC_KINDS]),
    outcome: Type.String(),
    state: Type.Unsafe<PlanState>(Type.Enum([...PLAN_STATES])),
    reason: Nullable(Type.String({ description: 'Why nothing is planned, and the next step' })),
    baseline: Nullable(Type.Number({ description: 'The mean of a unit' })),
    variance: Nullable(Type.Number({ description: 'Of a unit' })),
    curve: Type.Array(PlanPoint),
    daysNeeded: Type.Optional(ofBothIntervals('To find `effect`; null: more than a year')),
});
export type MetricPlan = Static<typeof MetricPlan>;

export const ExperimentPlan = Type.Object(
    {
        source: Type.Enum(['outcomes', 'assumed']),
        from: Nullable(DateTime('The start of the measured time')),
        to: Nullable(DateTime()),
        units: Type.Object({
            measured: Nullable(Type.Integer({ description: 'Units that would have been enrolled' })),
            perDay: Nullable(Type.Number({ description: 'New units per day in the arms of the experiment' })),
            share: Type.Number({ description: 'The share of the units that the percentages of the flag let in' }),
            sampled: Type.Number({
                description: 'The share of the stored units that was measured: below 1 if there are many',
            }),
        }),
        arms: Type.Array(Type.Object({ variant: Nullable(Type.String()), weight: Type.Number() })),
        power: Type.Number(),
        alpha: Type.Number(),
        effect: Nullable(Type.Number()),
        metrics: Type.Array(MetricPlan),
    },
    { $id: 'experimentPlan' },
);
export type ExperimentPlan = Static<typeof ExperimentPlan>;
