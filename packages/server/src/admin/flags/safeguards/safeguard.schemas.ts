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

const conditionMembers = {
    operator: Type.Enum(['>', '<']),
    threshold: Type.Number({ minimum: -1e15, maximum: 1e15 }),
};

const thresholdMembers = {
    impactMetric: Body({ id: Ignored(), ...metricMembers, source: Type.Optional(Source) }),
    triggerCondition: Body(conditionMembers),
};

/** The members of responses that clients send back. */
const readOnlyMembers = {
    state: Ignored(),
    checkedAt: Ignored(),
    evaluation: Ignored(),
    hold: Ignored(),
};

/** Replaces the safeguard of the flag environment, if there is one. */
export const NewSafeguard = Body(
    { id: Ignored(), action: Ignored(), ...readOnlyMembers, ...thresholdMembers },
    { $id: 'newSafeguard' },
);
export type NewSafeguard = Static<typeof NewSafeguard>;

/** The kinds of outcomes that releases compare. */
const OUTCOME_KINDS = ['conversion', 'count', 'mean'] as const;
const Text = Type.String({ minLength: 1, maxLength: 100 });

const comparisonMembers = {
    outcome: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The name of an outcome that applications report',
    }),
    kind: Type.Enum([...OUTCOME_KINDS], {
        description:
            'conversion: units with the outcome; count: outcomes per unit; mean: the sum of their values per unit',
    }),
    direction: Type.Enum(['up', 'down'], { description: 'The desired direction' }),
    difference: Type.Enum(['absolute', 'relative']),
    margin: Type.Number({ minimum: 0, maximum: 1e15, description: 'How much worse the treatment may be' }),
    minimumSample: Type.Integer({ minimum: 10, maximum: 1e9, description: 'Units per arm' }),
    graceMinutes: Type.Integer({
        minimum: 0,
        maximum: 525_600,
        description: 'Missing data holds the plan after this time',
    }),
    backendOnly: Type.Boolean({ description: 'Reports of frontend tokens, which anybody can use, do not count' }),
    unit: Type.String({ minLength: 1, maxLength: 100, description: 'The context field that identifies a unit' }),
    enrol: Type.Array(Text, { maxItems: 20, description: 'Outcomes that enrol a unit' }),
};

export const OutcomeComparison = Type.Object(comparisonMembers);
export type OutcomeComparison = Static<typeof OutcomeComparison>;

const { outcome, ...settings } = comparisonMembers;
const optional = <T extends Record<string, Parameters<typeof Type.Optional>[0]>>(members: T) =>
    Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)])) as {
        [Name in keyof T]: ReturnType<typeof Type.Optional<T[Name]>>;
    };

export const NewComparison = Body({ outcome, ...optional(settings) });

const countMembers = {
    metricName: metricMembers.metricName,
    armLabel: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The label of the metric that names the result of the evaluation',
    }),
    controlValues: Type.Array(Text, {
        minItems: 1,
        maxItems: 20,
        description: 'Values of this label without the feature; all others are with it',
    }),
    labelSelectors: metricMembers.labelSelectors,
    direction: comparisonMembers.direction,
    margin: Type.Number({
        minimum: 0,
        maximum: 1e6,
        description: 'How much worse the rate of events may be, relative to the rate without the feature',
    }),
    minimumEvents: Type.Integer({ minimum: 10, maximum: 1e9, description: 'Events of both arms' }),
    graceMinutes: comparisonMembers.graceMinutes,
};

export const CountComparison = Type.Object(countMembers);
export type CountComparison = Static<typeof CountComparison>;

const { metricName, ...countSettings } = countMembers;
const NewCounts = Body({ metricName, ...optional(countSettings) });

/** The action of a safeguard of a plan. */
export const PLAN_ACTIONS = [
    'pauseReleasePlanProgressions',
    'returnToPreviousMilestone',
    'disableFeatureEnvironment',
] as const;
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/** A metric against a number, a comparison of units, or a comparison of counts. */
export const NewPlanSafeguard = Body(
    {
        id: Type.Optional(
            Type.String({
                maxLength: 50,
                description: 'Of the comparison to change; a plan has one threshold safeguard',
            }),
        ),
        ...readOnlyMembers,
        impactMetric: Type.Optional(thresholdMembers.impactMetric),
        triggerCondition: Type.Optional(thresholdMembers.triggerCondition),
        comparison: Type.Optional(NewComparison),
        counts: Type.Optional(NewCounts),
        action: Type.Optional(
            Body({
                type: Type.Enum([...PLAN_ACTIONS]),
                id: Ignored(),
                featureName: Ignored(),
                environment: Ignored(),
                project: Ignored(),
            }),
        ),
    },
    { $id: 'newPlanSafeguard' },
);
export type NewPlanSafeguard = Static<typeof NewPlanSafeguard>;

export const SAFEGUARD_STATES = [
    'no data',
    'failed',
    'too little',
    'healthy so far',
    'harm shown',
    'harm excluded',
] as const;

const State = Type.Enum([...SAFEGUARD_STATES], {
    description:
        'no data: the metric has no value in the range, or no unit met the flag. failed: it could not be computed. Only harm shown acts',
});

const Bound = Nullable(Type.Number());

export const SafeguardEvaluation = Type.Object({
    at: Type.String(),
    state: State,
    reason: Type.Optional(Type.String()),
    value: Type.Optional(Nullable(Type.Number({ description: 'Of the metric; null: there is none' }))),
    operator: Type.Optional(conditionMembers.operator),
    threshold: Type.Optional(Type.Number()),
    from: Type.Optional(Type.String({ description: 'The start of the range' })),
    milestone: Type.Optional(Type.String({ description: 'The milestone whose units are compared' })),
    alpha: Type.Optional(Type.Number()),
    events: Type.Optional(Type.Object({ control: Type.Number(), treatment: Type.Number() })),
    evaluations: Type.Optional(
        Type.Object(
            { control: Type.Number(), treatment: Type.Number() },
            { description: 'For which the flag was off, and on' },
        ),
    ),
    dispersion: Type.Optional(
        Nullable(
            Type.Number({ description: 'By which events vary more than independent ones; counts are divided by it' }),
        ),
    ),
    caveat: Type.Optional(Type.String({ description: 'What the result does not say' })),
    units: Type.Optional(Type.Object({ control: Type.Integer(), treatment: Type.Integer() })),
    undecidable: Type.Optional(Type.Integer({ description: 'Units whose arm cannot be computed' })),
    multiple: Type.Optional(Type.Integer({ description: 'Units in two arms, which are left out' })),
    unenrolled: Type.Optional(Type.Integer({ description: 'Units with outcomes that met the flag nowhere' })),
    effect: Type.Optional(Nullable(Type.Number({ description: 'Treatment minus control' }))),
    difference: Type.Optional(Type.Enum(['absolute', 'relative'])),
    bounds: Type.Optional(
        Type.Array(Bound, {
            minItems: 2,
            maxItems: 2,
            description: 'The effect is above the first, and below the second',
        }),
    ),
    sampleRatio: Type.Optional(Nullable(Type.Object({ p: Type.Number(), mismatch: Type.Boolean() }))),
    vectors: Type.Optional(
        Type.Array(
            Type.Object({
                family: Type.String(),
                input: Type.Unknown(),
                output: Type.Unknown(),
                version: Type.String(),
            }),
            { description: 'Every number with its inputs: `halyard stats check` computes them again' },
        ),
    ),
});
export type SafeguardEvaluation = Static<typeof SafeguardEvaluation>;

const listedMembers = {
    id: Type.String(),
    impactMetric: Type.Optional(Type.Object({ id: Type.String(), ...metricMembers, source: Source })),
    triggerCondition: Type.Optional(Type.Object(conditionMembers)),
    comparison: Type.Optional(OutcomeComparison),
    counts: Type.Optional(CountComparison),
    action: Type.Object({
        type: Type.Enum([...PLAN_ACTIONS]),
        id: Type.Optional(Type.String({ description: 'Of the plan' })),
        featureName: Type.Optional(Type.String()),
        environment: Type.Optional(Type.String()),
        project: Type.Optional(Type.String()),
    }),
    state: Nullable(State),
    checkedAt: Nullable(DateTime()),
    hold: Nullable(Type.String({ description: 'Why the plan does not advance' })),
};

export const ListedSafeguard = Type.Object(listedMembers, {
    $id: 'listedSafeguard',
    description: 'A safeguard without its last evaluation',
});
export type ListedSafeguard = Static<typeof ListedSafeguard>;

export const Safeguard = Type.Object(
    { ...listedMembers, evaluation: Nullable(SafeguardEvaluation) },
    { $id: 'safeguard' },
);
export type Safeguard = Static<typeof Safeguard>;

export const Safeguards = Type.Object({ safeguards: Type.Array(Safeguard) }, { $id: 'safeguards' });

export const SafeguardEvaluations = Type.Object(
    { evaluations: Type.Array(SafeguardEvaluation, { description: 'The newest first' }) },
    { $id: 'safeguardEvaluations' },
);

const { at, state, milestone, value, threshold, effect, difference, bounds } = SafeguardEvaluation.properties;

export const SafeguardInterval = Type.Object({
    ...{ at, state, milestone, value, threshold, effect, difference, bounds },
});
export type SafeguardInterval = Static<typeof SafeguardInterval>;

export const SafeguardIntervals = Type.Object(
    { intervals: Type.Array(SafeguardInterval, { description: 'The newest first' }) },
    { $id: 'safeguardIntervals', description: 'What a safeguard showed over time' },
);

export const IntervalsQuery = Type.Object({
    points: Type.Optional(
        Type.Integer({
            minimum: 1,
            maximum: 500,
            default: 200,
            description: 'About so many evaluations, evenly distributed, and the first of each state',
        }),
    ),
});

export const EvaluationsQuery = Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
});

const Id = Type.String({ minLength: 1, maxLength: 50 });

export const ProposedSafeguard = Body({ safeguard: NewSafeguard, snapshot: Ignored() });
export const ProposedSafeguardRemoval = Body({ safeguardId: Id, snapshot: Ignored() });
export const ProposedPlanSafeguard = Body({ planId: Id, safeguard: NewPlanSafeguard, snapshot: Ignored() });
export const ProposedPlanSafeguardRemoval = Body({ planId: Id, safeguardId: Id, snapshot: Ignored() });

export const COUNT_DEFAULTS: Omit<CountComparison, 'metricName'> = {
    ...{ armLabel: 'feature_flag_result_variant', controlValues: ['disabled'], labelSelectors: {} },
    ...{ direction: 'down', margin: 0, minimumEvents: 50, graceMinutes: 120 },
};

export const SAFEGUARD_DEFAULTS: Omit<OutcomeComparison, 'outcome'> = {
    ...{ kind: 'conversion', direction: 'down', difference: 'absolute', margin: 0 },
    ...{ minimumSample: 100, graceMinutes: 60, backendOnly: false },
    ...{ unit: 'userId', enrol: ['seen'] },
};
