import { type CompiledConstraint, verdict } from './constraint.ts';
import type { Context } from './definitions.ts';
import type { ConstraintTrace, SegmentTrace } from './explanation.ts';
import { withField } from './field.ts';
import type { SegmentTests } from './flag.ts';
import { shown, type ValueFormat } from './operators/operator.ts';

/** The traces of constraints and segments for one context: flags share them, so each is explained once. */
export class ContextTraces {
    readonly context: Context;
    readonly #constraints = new Map<CompiledConstraint, ConstraintTrace>();
    readonly #segments = new Map<SegmentTests, SegmentTrace>();

    constructor(context: Context) {
        this.context = context;
    }

    constraint(constraint: CompiledConstraint): ConstraintTrace {
        let trace = this.#constraints.get(constraint);
        if (trace === undefined) {
            trace = explainConstraint(constraint, this.context);
            this.#constraints.set(constraint, trace);
        }
        return trace;
    }

    segment(segment: SegmentTests): SegmentTrace {
        let trace = this.#segments.get(segment);
        if (trace === undefined) {
            trace = this.#explainSegment(segment);
            this.#segments.set(segment, trace);
        }
        return trace;
    }

    #explainSegment({ id, name, constraints: tests }: SegmentTests): SegmentTrace {
        if (tests === undefined) {
            const reason = `segment ${id} is ${name === undefined ? 'unknown' : 'malformed'}`;
            return { id, name: name ?? null, result: false, constraints: [], reason };
        }
        const constraints = tests.map((constraint) => this.constraint(constraint));
        const obstacle = constraints.find(({ result }) => !result);
        const reason = `segment ${shown(name ?? String(id))}: ${obstacle?.reason ?? 'all of its constraints hold'}`;
        return { id, name: name ?? null, result: obstacle === undefined, constraints, reason };
    }
}

function explainConstraint(constraint: CompiledConstraint, context: Context): ConstraintTrace {
    const { definition, lookup: question, condition, negated } = constraint;
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

    /** Some questions read text, which the test then parses; others return parsed values. */
    function isReadable(format: ValueFormat): boolean {
        return typeof answer === 'string' ? format.parse(answer) !== undefined : answer !== undefined;
    }
}
