import { type CompiledConstraint, testValue } from './constraint.ts';
import type { Context } from './definitions.ts';
import type { ConstraintTrace, SegmentTrace } from './explanation.ts';
import { withField } from './field.ts';
import type { SegmentTests } from './flag.ts';
import { quoteValue, type ValueFormat } from './operators/operator.ts';

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
        const reason = `segment ${quoteValue(name ?? String(id))}: ${obstacle?.reason ?? 'all of its constraints are met'}`;
        return { id, name: name ?? null, result: obstacle === undefined, constraints, reason };
    }
}

function explainConstraint(constraint: CompiledConstraint, context: Context): ConstraintTrace {
    const { definition, lookup, condition, negated } = constraint;
    const value = lookup.read(context);
    const result = testValue(constraint, value);
    const valueText =
        withField(lookup.field, (text) => text)(context) ??
        (value === undefined ? null : (condition.reads.show?.(value) ?? null));
    const { operator, inverted } = definition;
    const conclusion = `so ${inverted ? 'inverted ' : ''}${operator} ${result ? 'is met' : 'is not met'}`;
    const finding = condition.problem ?? findingOf(lookup.field, valueText, result !== negated);
    return { ...definition, result, seen: valueText, reason: `${finding}, ${conclusion}` };

    function findingOf(field: string, text: string | null, matches: boolean): string {
        if (text === null) return `the context has no ${field}`;
        const { format } = condition;
        if (format !== undefined && !isReadable(format)) return `${field} ${quoteValue(text)} is not a ${format.name}`;
        return `${field} ${quoteValue(text)} ${matches ? 'matches' : 'does not match'}`;
    }

    /** Some lookups return text, which the test then parses; others return parsed values. */
    function isReadable(format: ValueFormat): boolean {
        return typeof value === 'string' ? format.parse(value) !== undefined : value !== undefined;
    }
}
