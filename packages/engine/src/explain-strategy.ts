import type { Answers } from './answers.ts';
import { type Constraint, holds } from './constraint.ts';
import { lookup } from './context.ts';
import type { Context } from './definitions.ts';
import type { ConstraintTrace, SegmentTrace, StrategyTrace } from './explanation.ts';
import type { Segment, Strategy } from './flag.ts';
import { shown } from './operators/operator.ts';
import type { RuleTrace } from './strategies/rule.ts';

export function explainStrategy(strategy: Strategy, context: Context, answers: Answers): StrategyTrace {
    const { definition, rule, variants } = strategy;
    const constraints = strategy.constraints.map((constraint) => explainConstraint(constraint, context, answers));
    const segments = strategy.segments.map((segment) => explainSegment(segment, context, answers));
    const obstacle = [...constraints, ...segments].find(({ result }) => !result)?.reason;
    const ruleTrace = rule?.explain(context, answers);
    const variantChoice = variants?.explain(context, answers) ?? null;
    return {
        name: definition.name,
        id: definition.id ?? null,
        title: definition.title ?? null,
        disabled: definition.disabled,
        parameters: definition.parameters,
        ...verdictOf(strategy, obstacle, ruleTrace),
        constraints,
        segments,
        rollout: ruleTrace?.rollout ?? null,
        variants: variants?.definitions ?? [],
        variant: variantChoice === null ? null : variantOf(strategy, variantChoice.choice),
        variantChoice,
    };
}

/** The verdict as the playground defines it, and the first thing that led to it. */
function verdictOf(
    { definition, rule }: Strategy,
    obstacle: string | undefined,
    ruleTrace: RuleTrace | undefined,
): Pick<StrategyTrace, 'result' | 'reason'> {
    if (definition.disabled) {
        return { result: { enabled: 'unknown', evaluationStatus: 'unevaluated' }, reason: 'the strategy is disabled' };
    }
    const evaluationStatus = rule === undefined ? 'incomplete' : 'complete';
    if (obstacle !== undefined) return { result: { enabled: false, evaluationStatus }, reason: obstacle };
    if (ruleTrace === undefined) {
        const reason = `strategy ${shown(definition.name)} can only be decided where it runs`;
        return { result: { enabled: 'unknown', evaluationStatus }, reason };
    }
    return { result: { enabled: ruleTrace.passes, evaluationStatus }, reason: ruleTrace.reason };
}

function variantOf({ variants }: Strategy, choice: number): StrategyTrace['variant'] {
    const { name = '', payload } = variants?.definitions[choice] ?? {};
    return { name, enabled: true, ...(payload === undefined ? {} : { payload }) };
}

function explainConstraint(constraint: Constraint, context: Context, answers: Answers): ConstraintTrace {
    const { definition, question, condition, negated } = constraint;
    const result = holds(constraint, context, answers);
    const answer = answers.ask(question);
    const seen =
        lookup(context, question.field) ?? (answer === undefined ? null : (condition.reads.show?.(answer) ?? null));
    const { operator, inverted } = definition;
    const verdict = `so ${inverted ? 'inverted ' : ''}${operator} ${result ? 'holds' : 'does not hold'}`;
    const finding = condition.problem ?? findingOf(question.field, seen, answer === undefined, result !== negated);
    return { ...definition, result, seen, reason: `${finding}, ${verdict}` };

    function findingOf(field: string, value: string | null, unreadable: boolean, matches: boolean): string {
        if (value === null) return `the context has no ${field}`;
        if (unreadable) return `${field} ${shown(value)} is not a ${condition.reads.name}`;
        return `${field} ${shown(value)} ${matches ? 'matches' : 'does not match'}`;
    }
}

function explainSegment(segment: Segment, context: Context, answers: Answers): SegmentTrace {
    const { id, name } = segment;
    if (segment.constraints === undefined) {
        const reason = `segment ${id} is ${name === undefined ? 'unknown' : 'malformed'}`;
        return { id, name: name ?? null, result: false, constraints: [], reason };
    }
    const constraints = segment.constraints.map((constraint) => explainConstraint(constraint, context, answers));
    const obstacle = constraints.find(({ result }) => !result);
    const result = obstacle === undefined;
    const reason = `segment ${shown(name ?? String(id))}: ${obstacle?.reason ?? 'all of its constraints hold'}`;
    return { id, name: name ?? null, result, constraints, reason };
}
