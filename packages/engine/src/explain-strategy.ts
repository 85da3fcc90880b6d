import type { ContextTraces } from './context-traces.ts';
import type { StrategyTrace } from './explanation.ts';
import type { CompiledFlagStrategy } from './flag.ts';
import { quoteValue } from './operators/operator.ts';
import type { RuleTrace } from './strategies/rule.ts';

export function explainStrategy(strategy: CompiledFlagStrategy, traces: ContextTraces): StrategyTrace {
    const { definition, rule, variants } = strategy;
    const constraints = strategy.constraints.map((constraint) => traces.constraint(constraint));
    const segments = strategy.segments.map((segment) => traces.segment(segment));
    const obstacle = (constraints.find(failed) ?? segments.find(failed))?.reason;
    const ruleTrace = rule?.explain(traces.context);
    const variantChoice = variants?.explain(traces.context) ?? null;
    const { result, reason } = verdictOf(strategy, obstacle, ruleTrace);
    return {
        name: definition.name,
        id: definition.id ?? null,
        title: definition.title ?? null,
        disabled: definition.disabled,
        parameters: definition.parameters,
        result,
        reason,
        constraints,
        segments,
        rollout: ruleTrace?.rollout ?? null,
        variants: variants?.definitions ?? [],
        variant: variantChoice === null ? null : variantOf(strategy, variantChoice.choice),
        variantChoice,
    };
}

const failed = ({ result }: { result: boolean }) => !result;

/** The result as the playground defines it, and its first cause. */
function verdictOf(
    { definition, rule }: CompiledFlagStrategy,
    obstacle: string | undefined,
    ruleTrace: RuleTrace | undefined,
): Pick<StrategyTrace, 'result' | 'reason'> {
    if (definition.disabled) {
        return { result: { enabled: 'unknown', evaluationStatus: 'unevaluated' }, reason: 'the strategy is disabled' };
    }
    const evaluationStatus = rule === undefined ? 'incomplete' : 'complete';
    if (obstacle !== undefined) return { result: { enabled: false, evaluationStatus }, reason: obstacle };
    if (ruleTrace === undefined) {
        const reason = `strategy ${quoteValue(definition.name)} can only be evaluated by the application`;
        return { result: { enabled: 'unknown', evaluationStatus }, reason };
    }
    return { result: { enabled: ruleTrace.passes, evaluationStatus }, reason: ruleTrace.reason };
}

function variantOf({ variants }: CompiledFlagStrategy, choice: number): StrategyTrace['variant'] {
    const { name = '', payload } = variants?.definitions[choice] ?? {};
    return { name, enabled: true, ...(payload === undefined ? {} : { payload }) };
}
