import { type Constraint, verdict } from './constraint.ts';
import type { Context } from './definitions.ts';
import type { ConstraintTrace, SegmentTrace, StrategyTrace } from './explanation.ts';
import { withField } from './field.ts';
import type { Segment, Strategy } from './flag.ts';
import { type Format, shown } from './operators/operator.ts';
import type { RuleTrace } from './strategies/rule.ts';

export function explainStrategy(strategy: Strategy, context: Context): StrategyTrace {
    const { definition, rule, variants } = strategy;
    const constraints = strategy.constraints.map((constraint) => explainConstraint(constraint, context));
    const segments = strategy.segments.map((segment) => explainSegment(segment, context));
    const obstacle = [...constraints, ...segments].find(({ result }) => !result)?.reason;
    const ruleTrace = rule?.explain(context);
    const variantChoice = variants?.explain(context) ?? null;
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

function explainConstraint(constraint: Constraint, context: Context): ConstraintTrace {
    const { definition, question, condition, negated } = constraint;
    const answer = question.read(context);
    const result = verdict(constraint, answer);
    const seen =
        withField(question.field, (value) => value)(context) ??
        (answer === undefined ? null : (condition.reads.show?.(answer) ?? null));
    const { operator, inverted } = definition;
    const conclusion = `so ${inverted ? 'inverted ' : ''}${operator} ${result ? 'holds' : 'does not hold'}`;
    const finding = condition.problem ?? findingOf(question.field, seen, result !== negated);
    return { ...definition, result, seen, reason: `${finding}, ${conclusion}` };

    function findingOf(field: string, value: string | null, matches: boolean): string {
        if (value === null) return `the context has no ${field}`;
        const { format } = condition;
        if (format !== undefined && !isReadable(format)) return `${field} ${shown(value)} is not a ${format.name}`;
        return `${field} ${shown(value)} ${matches ? 'matches' : 'does not match'}`;
    }

    /** Some questions read text, which is then parsed by the test; others answer what is parsed already. */
    function isReadable(format: Format): boolean {
        return typeof answer === 'string' ? format.parse(answer) !== undefined : answer !== undefined;
    }
}

function explainSegment(segment: Segment, context: Context): SegmentTrace {
    const { id, name } = segment;
    if (segment.constraints === undefined) {
        const reason = `segment ${id} is ${name === undefined ? 'unknown' : 'malformed'}`;
        return { id, name: name ?? null, result: false, constraints: [], reason };
    }
    const constraints = segment.constraints.map((constraint) => explainConstraint(constraint, context));
    const obstacle = constraints.find(({ result }) => !result);
    const result = obstacle === undefined;
    const reason = `segment ${shown(name ?? String(id))}: ${obstacle?.reason ?? 'all of its constraints hold'}`;
    return { id, name: name ?? null, result, constraints, reason };
}
