import { type Static, Type } from 'typebox';
import { NOT_BLANK } from '../../../core/text/patterns.ts';
import { Body, DateTime, Ignored, Nullable } from '../../../http/route/schemas.ts';
import { DATA_SOURCE_KINDS, DataSourceName } from '../data-sources/data-source.schemas.ts';
import { ExperimentMetric, MetricInput } from '../metrics/experiment-metric.schemas.ts';

export const EXPERIMENT_STATES = ['Draft', 'Running', 'Stopped', 'Decided'] as const;
export const POPULATIONS = ['recomputed', 'exposed'] as const;

const Name = Type.String({ minLength: 1, maxLength: 100 });
const Variant = Type.String({ minLength: 1, maxLength: 100 });
const MAX_METRICS = 20;

const ExperimentSource = Type.Object(
    { kind: Type.Enum([...DATA_SOURCE_KINDS]), name: DataSourceName },
    {
        additionalProperties: false,
        description: 'A data source of the project, which provides exposures and outcomes instead of SDKs',
    },
);
export type ExperimentSource = Static<typeof ExperimentSource>;

export const NewExperiment = Body(
    {
        // The members of a response that clients send back.
        ...{ id: Ignored(), project: Ignored(), state: Ignored(), variant: Ignored(), createdAt: Ignored() },
        ...{ startedAt: Ignored(), stoppedAt: Ignored(), decidedAt: Ignored() },
        name: Type.String({ minLength: 1, maxLength: 200, pattern: NOT_BLANK }),
        hypothesis: Type.Optional(Nullable(Type.String({ maxLength: 5_000 }))),
        feature: Name,
        environment: Name,
        unit: Type.String({
            minLength: 1,
            maxLength: 100,
            description: 'The context field that identifies a unit, such as userId',
        }),
        population: Type.Enum([...POPULATIONS], {
            description: 'recomputed: units are enrolled by any signal; exposed: by exposures only',
        }),
        enrol: Type.Optional(
            Type.Array(Name, { maxItems: 20, description: 'The outcomes that enrol a unit. Default: ["seen"]' }),
        ),
        control: Type.Optional(Nullable(Variant)),
        from: Type.Optional(
            Nullable(
                DateTime('Units and outcomes count from this time in the past on, in a project that keeps outcomes'),
            ),
        ),
        source: Type.Optional(Nullable(ExperimentSource)),
        metrics: Type.Array(MetricInput, { minItems: 1, maxItems: MAX_METRICS }),
    },
    { $id: 'newExperiment' },
);
export type NewExperiment = Static<typeof NewExperiment>;

export const Experiment = Type.Object(
    {
        id: Type.String(),
        project: Type.String(),
        name: Type.String(),
        hypothesis: Nullable(Type.String()),
        feature: Type.String(),
        environment: Type.String(),
        unit: Type.String(),
        population: Type.Enum([...POPULATIONS]),
        enrol: Type.Array(Type.String()),
        control: Nullable(Type.String({ description: 'The variant that the others are compared with' })),
        from: Nullable(DateTime()),
        source: Nullable(ExperimentSource),
        metrics: Type.Array(ExperimentMetric),
        state: Type.Enum([...EXPERIMENT_STATES]),
        variant: Nullable(Type.String({ description: 'The variant that was shipped' })),
        createdAt: DateTime(),
        startedAt: Nullable(DateTime()),
        stoppedAt: Nullable(DateTime()),
        decidedAt: Nullable(DateTime()),
    },
    { $id: 'experiment' },
);
export type Experiment = Static<typeof Experiment>;

export const Experiments = Type.Object({ experiments: Type.Array(Experiment) }, { $id: 'experiments' });

export const ExperimentsQuery = Type.Object({
    feature: Type.Optional(Type.String({ maxLength: 100, description: 'Only those with this flag' })),
    environment: Type.Optional(Type.String({ maxLength: 100 })),
});

export const Decision = Body({ variant: Variant }, { $id: 'experimentDecision' });

export const ProposedDecision = Body(
    { experimentId: Type.String({ maxLength: 100 }), variant: Variant, snapshot: Ignored() },
    { $id: 'proposedExperimentDecision' },
);
