import { contextFrom } from './context.ts';
import { ContextTraces } from './context-traces.ts';
import { evaluationOf, findParent, isSatisfied } from './decide.ts';
import type { Context } from './definitions.ts';
import { explainStrategy } from './explain-strategy.ts';
import type { DependencyTrace, ExplainedResult, Explanation, StrategyTrace, VariantTrace } from './explanation.ts';
import type { CompiledFlag } from './flag.ts';
import type { FlagSet } from './flag-set.ts';
import { quoteValue } from './operators/operator.ts';
import { FIRST_VARIANT, OFF, ON, unknownFlag } from './outcomes.ts';
import type { Parent } from './read.ts';

/** Evaluates a flag with all of the compiled tests of `evaluate`, and reports the input and result of each. */
export function explain(set: FlagSet, name: string, context: Context): Explanation {
    const flag = set.find(name);
    return flag === undefined ? explainUnknown(name) : explainer(set, context)(flag);
}

/** `explain` for many flags of a set and one context: shared parts are explained once. */
export function explainer(set: FlagSet, context: Context): (flag: CompiledFlag) => Explanation {
    const traces = new ContextTraces(contextFrom(context));
    return (flag) => explainFlag(flag, set, traces);
}

function explainFlag(flag: CompiledFlag, set: FlagSet, traces: ContextTraces): Explanation {
    const { plan } = flag;
    const { context } = traces;
    const dependencies = plan.parents.map((parent) => explainDependency(parent, set, context));
    const strategies = plan.strategies.map((strategy) => explainStrategy(strategy, traces));
    const winner = strategies.findIndex(({ result }) => result.enabled === true);
    const strategyResult = strategies.length === 0 ? plan.enabled : combine(strategies);
    const dependenciesSatisfied = dependencies.every(({ satisfied }) => satisfied);
    const enabled = plan.enabled && dependenciesSatisfied && strategyResult === true;

    const ownVariants = plan.strategies[winner]?.variants;
    const table = ownVariants ?? plan.variants;
    // Not evaluated again for a strategy's variants: with random stickiness the result would differ.
    const choice = ownVariants === undefined ? plan.variants?.explain(context) : strategies[winner]?.variantChoice;
    const variantChoice = enabled ? (choice ?? null) : null;
    const outcome = !enabled ? OFF : variantIndexOf(variantChoice, table?.offset ?? 0);
    return {
        name: flag.name,
        enabled,
        variant: flag.outcomes[outcome]!.variant,
        impressionData: flag.impressionData,
        project: flag.project,
        reason: reasonOf(flag, { dependencies, strategies, winner, strategyResult }),
        switchedOn: plan.enabled,
        dependenciesSatisfied,
        dependencies,
        strategyResult,
        strategies,
        variants: table?.definitions ?? [],
        variantChoice,
        warnings: flag.warnings,
    };
}

function variantIndexOf(choice: VariantTrace | null, offset: number): number {
    return choice === null ? ON : FIRST_VARIANT + offset + choice.choice;
}

/** One matching strategy is sufficient; an unknown one might have matched. */
function combine(strategies: readonly StrategyTrace[]): ExplainedResult {
    if (strategies.some(({ result }) => result.enabled === true)) return true;
    return strategies.some(({ result }) => result.enabled === 'unknown') ? 'unknown' : false;
}

function reasonOf(
    flag: CompiledFlag,
    traces: Pick<Explanation, 'dependencies' | 'strategies' | 'strategyResult'> & { winner: number },
): string {
    const { dependencies, strategies, winner, strategyResult } = traces;
    if (!flag.plan.enabled) return flag.warnings.at(-1) ?? 'the flag is switched off';
    const unsatisfied = dependencies.find(({ satisfied }) => !satisfied);
    if (unsatisfied !== undefined) return unsatisfied.reason;
    const strategy = strategies[winner];
    if (strategy !== undefined) return `strategy ${winner + 1} (${strategy.name}) applies: ${strategy.reason}`;
    if (strategies.length === 0) return 'the flag is switched on and has no strategies';
    return strategyResult === 'unknown' ? 'no strategy is known to apply' : 'no strategy applies';
}

function explainDependency(dependency: Parent, set: FlagSet, context: Context): DependencyTrace {
    const { name: feature, enabled, variants } = dependency;
    const trace = { feature, wanted: { enabled, variants } };
    const parent = findParent(dependency, set);
    if (parent === undefined) {
        const problem = set.table.get(feature) !== undefined ? 'depends on another flag' : 'does not exist';
        return { ...trace, parent: null, satisfied: false, reason: `parent ${quoteValue(feature)} ${problem}` };
    }
    const parentResult = evaluationOf(parent, context, set);
    const satisfied = isSatisfied(dependency, parentResult);
    const parentState = `parent ${quoteValue(feature)} is ${parentResult.enabled ? 'on' : 'off'}`;
    const reason =
        parentResult.enabled && enabled && variants.length > 0
            ? `${parentState} with variant ${quoteValue(parentResult.variant.name)}, which is ${satisfied ? '' : 'not '}wanted`
            : `${parentState}, as it must ${satisfied ? '' : 'not '}be`;
    return {
        ...trace,
        parent: { enabled: parentResult.enabled, variant: parentResult.variant.name },
        satisfied,
        reason,
    };
}

function explainUnknown(name: string): Explanation {
    return {
        ...unknownFlag(name),
        project: null,
        reason: 'there is no such flag',
        switchedOn: false,
        dependenciesSatisfied: true,
        dependencies: [],
        strategyResult: false,
        strategies: [],
        variants: [],
        variantChoice: null,
        warnings: [],
    };
}
