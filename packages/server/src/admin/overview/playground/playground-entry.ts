import type { ConstraintTrace, Explanation, SegmentTrace, StrategyTrace, VariantDefinition } from '@halyard/engine';

/** The result of a flag for one context, with its explanation, in the format of the API. */
export function entryOf(explanation: Explanation, environment: string) {
    const { name, project, enabled, strategies } = explanation;
    const projectId = project ?? '';
    const query = (id: string) => new URLSearchParams({ environmentId: environment, strategyId: id }).toString();
    const editPage = (id: string) => `/projects/${projectId}/features/${name}/strategies/edit?${query(id)}`;
    return {
        name,
        projectId,
        isEnabledInCurrentEnvironment: explanation.switchedOn,
        isEnabled: enabled,
        feature_enabled: enabled,
        variant: explanation.variant,
        variants: explanation.variants.map(withDefaults),
        hasUnsatisfiedDependency: !explanation.dependenciesSatisfied,
        strategies: {
            result: explanation.strategyResult,
            data: strategies.map((strategy) => ({
                ...strategyOf(strategy),
                links: { edit: editPage(strategy.id ?? '') },
            })),
        },
        explanation: {
            reason: explanation.reason,
            dependencies: explanation.dependencies,
            strategies: strategies.map(findingsOf),
            variantChoice: ownChoiceOf(explanation),
            warnings: explanation.warnings,
        },
    };
}

function strategyOf({ name, title, id, result, variant, variants, disabled, ...trace }: StrategyTrace) {
    const choice = { variant, variants: variants.map(withDefaults) };
    return {
        name,
        ...(title !== null && { title }),
        id: id ?? '',
        // With variants, they appear twice: the specification puts them beside the result, existing tools read them inside it.
        result: { ...result, ...(variant !== null && choice) },
        ...choice,
        disabled,
        segments: trace.segments.map(segmentOf),
        constraints: trace.constraints.map(constraintOf),
        parameters: trace.parameters,
    };
}

const segmentOf = ({ id, name, result, constraints }: SegmentTrace) => ({
    id,
    name: name ?? '',
    result,
    constraints: constraints.map(constraintOf),
});

const constraintOf = ({ seen: _, reason: __, ...constraint }: ConstraintTrace) => ({
    inverted: false,
    values: [],
    ...constraint,
});

/** The explanation of a strategy. */
const findingsOf = ({ reason, constraints, segments, rollout, variantChoice }: StrategyTrace) => ({
    reason,
    constraints: constraints.map(findingOf),
    segments: segments.map((segment) => ({
        reason: segment.reason,
        constraints: segment.constraints.map(findingOf),
    })),
    rollout,
    variantChoice,
});

const findingOf = ({ seen, reason }: ConstraintTrace) => ({ seen, reason });

/** The choice among the flag's own variants; null if a strategy with variants determined the variant. */
function ownChoiceOf({ variantChoice, strategies }: Explanation) {
    return strategies.some((strategy) => strategy.variantChoice === variantChoice) ? null : variantChoice;
}

const withDefaults = (variant: VariantDefinition) => ({
    weightType: 'variable',
    stickiness: 'default',
    ...variant,
});
