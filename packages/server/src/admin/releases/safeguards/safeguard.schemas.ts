import { type Static, Type } from 'typebox';
import { Body, DateTime, Dictionary, Ignored, Nullable } from '../../../http/route/schemas.ts';
import { AGGREGATION_MODES } from '../../observations/series-queries/aggregate.ts';

export const SAFEGUARD_RANGES = ['hour', 'day', 'week', 'month'] as const;

const metricMembers = {
    metricName: Type.String({ minLength: 1, maxLength: 255 }),
    timeRange: Type.Enum([...SAFEGUARD_RANGES], { description: 'How far back the value reaches' }),
    aggregationMode: Type.Enum([...AGGREGATION_MODES]),
    labelSelectors: Dictionary(Type.Array(Type.String({ maxLength: 500 }), { maxItems: 100 }), {
        maxProperties: 20,
    }),
};
const Source = Type.Enum(['internal', 'external'], { default: 'internal' });

const TriggerCondition = Body({
    operator: Type.Enum(['>', '<']),
    threshold: Type.Number({ minimum: -1e15, maximum: 1e15 }),
});

const thresholdMembers = {
    impactMetric: Body({ id: Ignored(), ...metricMembers, source: Type.Optional(Source) }),
    triggerCondition: TriggerCondition,
};

/** The members of responses that clients send back. */
const readOnlyMembers = {
    id: Ignored(),
    action: Ignored(),
    state: Ignored(),
    checkedAt: Ignored(),
    evaluation: Ignored(),
};

/** Replaces the safeguard of the flag environment, if there is one. */
export const NewSafeguard = Body({ ...readOnlyMembers, ...thresholdMembers }, { $id: 'newSafeguard' });
export type NewSafeguard = Static<typeof NewSafeguard>;

export const SAFEGUARD_STATES = [
    'no data',
    'failed',
    'too little',
    'healthy so far',
    'harm shown',
    'harm excluded',
] as const;

const SafeguardStateSchema = Type.Enum([...SAFEGUARD_STATES], {
    description:
        'no data: the metric has no value in the range. failed: the value could not be computed. Only harm shown acts',
});

export const ThresholdEvaluation = Type.Object({
    at: Type.String(),
    state: SafeguardStateSchema,
    value: Nullable(Type.Number({ description: 'Null: there is none' })),
    operator: Type.Enum(['>', '<']),
    threshold: Type.Number(),
    from: Type.String({ description: 'The start of the range' }),
    reason: Type.Optional(Type.String({ description: 'Why there is no value' })),
});
export type ThresholdEvaluation = Static<typeof ThresholdEvaluation>;

export const Safeguard = Type.Object(
    {
        id: Type.String(),
        impactMetric: Type.Object({ id: Type.String(), ...metricMembers, source: Source }),
        triggerCondition: Type.Object({ operator: Type.Enum(['>', '<']), threshold: Type.Number() }),
        action: Type.Object({
            type: Type.Enum(['disableFeatureEnvironment']),
            featureName: Type.String(),
            environment: Type.String(),
            project: Type.String(),
        }),
        state: Nullable(SafeguardStateSchema),
        checkedAt: Nullable(DateTime()),
        evaluation: Nullable(ThresholdEvaluation),
    },
    { $id: 'safeguard' },
);
export type Safeguard = Static<typeof Safeguard>;

export const Safeguards = Type.Object({ safeguards: Type.Array(Safeguard) }, { $id: 'safeguards' });

export const SafeguardEvaluations = Type.Object(
    { evaluations: Type.Array(ThresholdEvaluation, { description: 'The newest first' }) },
    { $id: 'safeguardEvaluations' },
);

export const EvaluationsQuery = Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
});

export const ProposedSafeguard = Body({ safeguard: NewSafeguard, snapshot: Ignored() });
export const ProposedSafeguardRemoval = Body({
    safeguardId: Type.String({ minLength: 1, maxLength: 50 }),
    snapshot: Ignored(),
});
