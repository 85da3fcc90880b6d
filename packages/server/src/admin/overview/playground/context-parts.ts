import type { ConstraintTrace, SegmentTrace } from '@halyard/engine';
import type { PartWriter } from '../../../http/bodies/fragment-writer.ts';

/** The JSON of a constraint or segment as a list item: `next` variants begin with a comma. */
interface Parts {
    /** The constraint and its result. */
    first: Buffer;
    next: Buffer;
    /** The evaluated value and the reason. */
    firstFinding: Buffer;
    nextFinding: Buffer;
}

/** Cache of the JSON of constraint and segment results for one context: many flags share them. */
export class ContextParts {
    readonly #parts = new Map<ConstraintTrace | SegmentTrace, Parts>();

    constraints(traces: readonly ConstraintTrace[], into: PartWriter): void {
        for (let i = 0; i < traces.length; i++) {
            const parts = this.#constraint(traces[i]!);
            into.part(i === 0 ? parts.first : parts.next);
        }
    }

    constraintFindings(traces: readonly ConstraintTrace[], into: PartWriter): void {
        for (let i = 0; i < traces.length; i++) {
            const parts = this.#constraint(traces[i]!);
            into.part(i === 0 ? parts.firstFinding : parts.nextFinding);
        }
    }

    segments(traces: readonly SegmentTrace[], into: PartWriter): void {
        for (let i = 0; i < traces.length; i++) {
            const parts = this.#segment(traces[i]!);
            into.part(i === 0 ? parts.first : parts.next);
        }
    }

    segmentFindings(traces: readonly SegmentTrace[], into: PartWriter): void {
        for (let i = 0; i < traces.length; i++) {
            const parts = this.#segment(traces[i]!);
            into.part(i === 0 ? parts.firstFinding : parts.nextFinding);
        }
    }

    #constraint(trace: ConstraintTrace): Parts {
        return this.#parts.get(trace) ?? this.#cache(trace, constraintOf(trace), findingOf(trace));
    }

    #segment(trace: SegmentTrace): Parts {
        const known = this.#parts.get(trace);
        if (known !== undefined) return known;
        const { id, name, result, constraints, reason } = trace;
        return this.#cache(
            trace,
            { id, name: name ?? '', result, constraints: constraints.map(constraintOf) },
            { reason, constraints: constraints.map(findingOf) },
        );
    }

    #cache(trace: ConstraintTrace | SegmentTrace, entry: unknown, finding: unknown): Parts {
        const [first, firstFinding] = [JSON.stringify(entry), JSON.stringify(finding)];
        const parts = {
            first: Buffer.from(first),
            next: Buffer.from(`,${first}`),
            firstFinding: Buffer.from(firstFinding),
            nextFinding: Buffer.from(`,${firstFinding}`),
        };
        this.#parts.set(trace, parts);
        return parts;
    }
}

function constraintOf({ seen: _, reason: __, ...constraint }: ConstraintTrace) {
    return { inverted: false, values: [], ...constraint };
}

const findingOf = ({ seen, reason }: ConstraintTrace) => ({ seen, reason });
