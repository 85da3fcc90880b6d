import { type Static, type TSchema, Type } from 'typebox';
import { AsOf } from '../../../changes/past/as-of.ts';
import { ENVIRONMENT_NAME } from '../../../core/text/patterns.ts';
import { Body, DateTime, Dictionary, Nullable } from '../../../http/route/schemas.ts';
import { Constraint } from '../../catalogue/constraints/constraint.schemas.ts';
import { StrategyVariant, Variant } from '../../catalogue/strategy-rules/variant.schemas.ts';

const environment = Type.String({ maxLength: 100, pattern: ENVIRONMENT_NAME });
/** A null field is treated as missing: programs send null for fields without a value. */
const maybe = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));
/** Tools may send ids as numbers. They are converted to text. */
const id = maybe(Type.Union([Type.String({ maxLength: 100_000 }), Type.Number()]));

const Context = Type.Object(
    {
        appName: Type.String({ minLength: 1, maxLength: 10_000 }),
        currentTime: maybe(DateTime('Default: now; with `asOf`, the requested moment')),
        environment: maybe(Type.String({ maxLength: 10_000, deprecated: true })),
        properties: maybe(Dictionary(Nullable(Type.String({ maxLength: 100_000 })), { maxProperties: 1_000 })),
        remoteAddress: maybe(Type.String({ maxLength: 10_000 })),
        sessionId: id,
        userId: id,
    },
    {
        $id: 'playgroundContext',
        additionalProperties: true,
        maxProperties: 1_000,
        description:
            'Any other field is a context property; null means missing. Values separated by commas are evaluated one by one.',
    },
);

const projects = Type.Optional(
    Type.Union([Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1_000 }), Type.Literal('*')], {
        description: 'Default: all',
    }),
);

const asOf = Type.Optional(AsOf);

/** Flags that are not selected are not evaluated. */
const selection = {
    projects,
    query: Type.Optional(
        Type.String({ maxLength: 500, description: 'Only flags whose name contains this text, in any case' }),
    ),
    offset: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'Number of flags to skip. Default: 0' }),
    ),
    limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1_000, description: 'Maximum number of flags. Default: all' }),
    ),
};

export const AdvancedPlayground = Body(
    { environments: Type.Array(environment, { minItems: 1, maxItems: 100 }), ...selection, context: Context, asOf },
    { $id: 'advancedPlayground' },
);
export type AdvancedPlayground = Static<typeof AdvancedPlayground>;

/** The project and the environment come from the change request. */
export const ChangeRequestPlayground = Body({ context: Context }, { $id: 'changeRequestPlayground' });

export const Playground = Body({ environment, ...selection, context: Context, asOf }, { $id: 'playground' });
export type Playground = Static<typeof Playground>;

const Verdict = Type.Union([Type.Boolean(), Type.Literal('unknown')]);
const ResultingConstraint = Type.Object({ ...Constraint.properties, result: Type.Boolean() });
const ResultingVariant = Type.Object({
    name: Type.String({ description: 'disabled if the flag is off or has no variants' }),
    enabled: Type.Boolean(),
    payload: Type.Optional(Type.Object({ type: Type.String(), value: Type.String() })),
    feature_enabled: Type.Optional(Type.Boolean()),
});

const EvaluatedStrategy = Type.Object(
    {
        name: Type.String(),
        title: Type.Optional(Type.String()),
        id: Type.String(),
        result: Type.Object({
            evaluationStatus: Type.Enum(['complete', 'incomplete', 'unevaluated'], {
                description:
                    'incomplete: a strategy type that only the application can evaluate; unevaluated: disabled',
            }),
            enabled: Verdict,
            variant: Type.Optional(Nullable(ResultingVariant)),
            variants: Type.Optional(Type.Array(StrategyVariant)),
        }),
        variant: Nullable(ResultingVariant),
        variants: Type.Array(StrategyVariant),
        disabled: Nullable(Type.Boolean()),
        segments: Type.Array(
            Type.Object({
                id: Type.Integer(),
                name: Type.String(),
                result: Type.Boolean(),
                constraints: Type.Array(ResultingConstraint),
            }),
        ),
        constraints: Type.Array(ResultingConstraint),
        parameters: Type.Record(Type.String(), Type.String()),
        links: Type.Object({
            edit: Type.String({ description: 'Page of the user interface on which it can be changed' }),
        }),
    },
    { $id: 'playgroundStrategy' },
);

const ConstraintFinding = Type.Object({
    seen: Nullable(Type.String({ description: 'The value in the context; null if missing' })),
    reason: Type.String(),
});

const VariantChoice = Nullable(
    Type.Object({
        choice: Type.Integer({ description: 'Index of the variant in its list' }),
        reason: Type.String(),
        override: Nullable(Type.String({ description: 'The context field of an override' })),
        stickiness: Type.String(),
        hashInput: Nullable(Type.String()),
        bucket: Nullable(Type.Integer()),
        total: Type.Integer({ description: 'Number of buckets' }),
        interval: Nullable(Type.Array(Type.Integer(), { description: 'First and last bucket of the variant' })),
    }),
);

/** The explanation of an entry. Strategies, segments and constraints are in the same order as in the entry. */
const Explanation = Type.Object(
    {
        reason: Type.String({ description: 'Reason of the result, in words' }),
        dependencies: Type.Array(
            Type.Object({
                feature: Type.String(),
                wanted: Type.Object({ enabled: Type.Boolean(), variants: Type.Array(Type.String()) }),
                parent: Nullable(Type.Object({ enabled: Type.Boolean(), variant: Type.String() })),
                satisfied: Type.Boolean(),
                reason: Type.String(),
            }),
        ),
        strategies: Type.Array(
            Type.Object({
                reason: Type.String(),
                constraints: Type.Array(ConstraintFinding),
                segments: Type.Array(
                    Type.Object({ reason: Type.String(), constraints: Type.Array(ConstraintFinding) }),
                ),
                rollout: Nullable(
                    Type.Object({
                        stickiness: Type.String(),
                        hashInput: Nullable(Type.String()),
                        bucket: Nullable(Type.Integer()),
                        threshold: Type.Number(),
                    }),
                ),
                variantChoice: VariantChoice,
            }),
        ),
        variantChoice: VariantChoice,
        warnings: Type.Array(Type.String()),
    },
    {
        $id: 'playgroundExplanation',
        description: 'All checks of the evaluation, with the compared values and the reasons',
    },
);

const evaluation = {
    name: Type.String(),
    projectId: Type.String(),
    strategies: Type.Object({ result: Verdict, data: Type.Array(EvaluatedStrategy) }),
    isEnabledInCurrentEnvironment: Type.Boolean({ description: 'Whether the flag is on in the environment' }),
    isEnabled: Type.Boolean({ description: 'Result for an application' }),
    hasUnsatisfiedDependency: Type.Boolean(),
    variant: Nullable(ResultingVariant),
    variants: Type.Array(Variant),
    feature_enabled: Type.Boolean(),
    explanation: Explanation,
};

const EvaluatedFlag = Type.Object(evaluation, { $id: 'playgroundFlag' });

const EvaluatedEntry = Type.Object(
    {
        ...evaluation,
        environment: Type.String(),
        context: Type.Record(Type.String(), Type.Unknown(), { description: 'One of the combinations' }),
    },
    { $id: 'playgroundEntry' },
);

const Warnings = Type.Optional(
    Type.Object({
        invalidContextProperties: Type.Array(Type.String(), {
            description: 'Context properties that were ignored because they are not text',
        }),
    }),
);

const Moment = Type.Object(
    {
        revision: Type.Integer({ description: 'The newest revision at the moment' }),
        at: DateTime('Time of the moment; used for contexts without `currentTime`'),
    },
    { $id: 'moment' },
);

const response = (input: TSchema, feature: TSchema, $id: string) =>
    Type.Object(
        {
            input,
            asOf: Type.Optional(Moment),
            features: Type.Array(feature),
            total: Type.Optional(
                Type.Integer({ description: 'Number of selected flags; only with `offset` or `limit`' }),
            ),
            warnings: Warnings,
        },
        { $id },
    );

export const AdvancedPlaygroundResponse = response(
    AdvancedPlayground,
    Type.Object({
        name: Type.String(),
        projectId: Type.String(),
        environments: Type.Record(Type.String(), Type.Array(EvaluatedEntry)),
    }),
    'advancedPlaygroundAnswer',
);

export const PlaygroundResponse = response(Playground, EvaluatedFlag, 'playgroundAnswer');
