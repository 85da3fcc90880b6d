import { type Static, Type } from 'typebox';
import { Body, DateTime, Ignored } from '../../../http/route/schemas.ts';

export const METRIC_KINDS = ['conversion', 'count', 'mean', 'ratio'] as const;
export const METRIC_ROLES = ['primary', 'secondary', 'guard'] as const;

const MetricKey = Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[a-zA-Z0-9._~-]+$',
    description: 'Identifies the metric in the experiment, and among the metrics that the project saved',
});
const OutcomeName = Type.String({ minLength: 1, maxLength: 100 });

const required = {
    outcome: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The name of an outcome that applications report',
    }),
    kind: Type.Enum([...METRIC_KINDS], {
        description:
            'conversion: units with the outcome; count: outcomes per unit; mean: the sum of their values per unit; ratio: the sum of the ' +
            'values of the outcome, divided by that of the denominator',
    }),
    direction: Type.Enum(['up', 'down'], { description: 'The desired direction' }),
};
const optional = {
    denominator: Type.Optional(OutcomeName),
    margin: Type.Optional(
        Type.Number({
            minimum: 0,
            maximum: 1_000,
            description: 'How much worse a guard may get, relative: 0.05 is 5 %',
        }),
    ),
    windowHours: Type.Optional(
        Type.Number({
            exclusiveMinimum: 0,
            maximum: 8_784,
            description: 'Outcomes count for this long after the enrolment',
        }),
    ),
    cap: Type.Optional(Type.Number({ minimum: 0, maximum: 1e15, description: 'The maximum of the value of a unit' })),
};
const role = Type.Enum([...METRIC_ROLES]);

/** A metric that experiments of a project use by its key. */
export const NewExperimentMetric = Body(
    { key: Ignored(), createdAt: Ignored(), ...required, ...optional },
    { $id: 'newExperimentMetric' },
);
export type NewExperimentMetric = Static<typeof NewExperimentMetric>;

export const SavedExperimentMetric = Type.Object(
    { key: Type.String(), ...required, ...optional, createdAt: DateTime() },
    { $id: 'savedExperimentMetric' },
);
export type SavedExperimentMetric = Static<typeof SavedExperimentMetric>;

export const SavedExperimentMetrics = Type.Object(
    { metrics: Type.Array(SavedExperimentMetric) },
    { $id: 'savedExperimentMetrics' },
);

/** A metric of an experiment. Members that are not sent are those of the metric that the project saved with this key. */
export const MetricInput = Body(
    {
        key: MetricKey,
        role,
        outcome: Type.Optional(required.outcome),
        kind: Type.Optional(required.kind),
        direction: Type.Optional(required.direction),
        ...optional,
    },
    { $id: 'experimentMetricInput' },
);
export type MetricInput = Static<typeof MetricInput>;

export const ExperimentMetric = Type.Object(
    { key: Type.String(), role, ...required, ...optional },
    { $id: 'experimentMetric' },
);
export type ExperimentMetric = Static<typeof ExperimentMetric>;

export const MetricParams = Type.Object({ projectId: Type.String(), key: MetricKey });
