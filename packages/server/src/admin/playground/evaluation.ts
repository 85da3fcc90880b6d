import { type ConstraintTrace, type Explanation, explain, type FlagSet, type StrategyTrace } from '@halyard/engine';
import type { FlatContext } from './context-combinations.ts';
import type { EvaluatedFlag, EvaluatedStrategy } from './playground.schemas.ts';

/** Evaluates one flag for one context, and shows the engine's explanation in the shape of the playground. */
export function evaluateFlag(set: FlagSet, name: string, environment: string, context: FlatContext): EvaluatedFlag {
    // A context that does not name its environment is in the one that is evaluated.
    const explanation = explain(set, name, { environment, ...context });
    const projectId = explanation.project ?? '';
    return {
        name,
        projectId,
        strategies: {
            result: explanation.strategyResult,
            data: explanation.strategies.map((trace) => toStrategy(trace, { name, projectId, environment })),
        },
        isEnabledInCurrentEnvironment: explanation.switchedOn,
        isEnabled: explanation.enabled,
        hasUnsatisfiedDependency: !explanation.dependenciesSatisfied,
        variant: explanation.variant,
        variants: explanation.variants.map(withDefaults),
        feature_enabled: explanation.enabled,
        explanation,
    };
}

type Place = { name: string; projectId: string; environment: string };

function toStrategy(trace: StrategyTrace, place: Place): EvaluatedStrategy {
    const variants = trace.variants.map(withDefaults);
    return {
        name: trace.name,
        ...(trace.title !== null && { title: trace.title }),
        id: trace.id ?? '',
        // Both places: the specification says beside the result, existing tools look inside it.
        result: { ...trace.result, variant: trace.variant, variants },
        variant: trace.variant,
        variants,
        disabled: trace.disabled,
        segments: trace.segments.map(({ id, name, result, constraints }) => ({
            id,
            name: name ?? '',
            result,
            constraints: constraints.map(toConstraint),
        })),
        constraints: trace.constraints.map(toConstraint),
        parameters: trace.parameters,
        links: { edit: editLink(trace.id ?? '', place) },
    };
}

const withDefaults = (variant: Explanation['variants'][number]) => ({
    ...variant,
    weightType: variant.weightType ?? 'variable',
    stickiness: variant.stickiness ?? 'default',
});

function toConstraint({ seen: _, reason: __, ...constraint }: ConstraintTrace) {
    return { ...constraint, inverted: constraint.inverted ?? false, values: constraint.values ?? [] };
}

function editLink(strategyId: string, { name, projectId, environment }: Place): string {
    const query = new URLSearchParams({ environmentId: environment, strategyId });
    return `/projects/${projectId}/features/${name}/strategies/edit?${query}`;
}
