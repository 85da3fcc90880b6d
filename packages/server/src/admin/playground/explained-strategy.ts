import type { RolloutTrace, StrategyTrace, VariantDefinition, Verdict } from '@halyard/engine';
import type { PartWriter } from '../../http/part-writer.ts';
import type { ContextParts } from './context-parts.ts';

const CONSTRAINTS = Buffer.from('],"constraints":[');

/** A strategy in the shape of the playground. */
export class ExplainedStrategy {
    readonly #head: string;
    readonly #variants: string;
    readonly #tail: Buffer;
    /** Up to where segments and constraints are listed, for each verdict and variant that there was. */
    readonly #beginnings = new Map<string | Verdict, Buffer>();

    /** Any trace of the strategy will do. */
    constructor(
        { name, title, id, variants, parameters }: StrategyTrace,
        place: { name: string; project: string; environment: string },
    ) {
        const titled = title === null ? '' : `,"title":${JSON.stringify(title)}`;
        const query = new URLSearchParams({ environmentId: place.environment, strategyId: id ?? '' });
        const link = `/projects/${place.project}/features/${place.name}/strategies/edit?${query}`;
        this.#head = `{"name":${JSON.stringify(name)}${titled},"id":${JSON.stringify(id ?? '')},"result":`;
        this.#variants = JSON.stringify(variants.map(withDefaults));
        this.#tail = Buffer.from(
            `],"parameters":${JSON.stringify(parameters)},"links":{"edit":${JSON.stringify(link)}}}`,
        );
    }

    write(trace: StrategyTrace, parts: ContextParts, into: PartWriter): void {
        into.part(this.#beginning(trace));
        parts.segments(trace.segments, into);
        into.part(CONSTRAINTS);
        parts.constraints(trace.constraints, into);
        into.part(this.#tail);
    }

    /** What the rest of the entry does not say. */
    writeFindings(
        { reason, constraints, segments, rollout, variantChoice }: StrategyTrace,
        parts: ContextParts,
        into: PartWriter,
    ): void {
        into.text(`{"reason":${JSON.stringify(reason)},"constraints":[`);
        parts.constraintFindings(constraints, into);
        into.text('],"segments":[');
        parts.segmentFindings(segments, into);
        const chosen = variantChoice === null ? 'null' : JSON.stringify(variantChoice);
        into.text(`],"rollout":${rollout === null ? 'null' : rolloutText(rollout)},"variantChoice":${chosen}}`);
    }

    #beginning({ result, variant, variantChoice, disabled }: StrategyTrace): Buffer {
        const { enabled, evaluationStatus } = result;
        const key = variantChoice === null ? enabled : `${enabled} ${variantChoice.choice}`;
        const known = this.#beginnings.get(key);
        if (known !== undefined) return known;
        const variants = `"variant":${JSON.stringify(variant)},"variants":${this.#variants}`;
        // Both places, where there are variants: the specification says beside the result, existing tools look inside it.
        const inside = variant === null ? '' : `,${variants}`;
        const beginning = Buffer.from(
            `${this.#head}{"enabled":${verdictText(enabled)},"evaluationStatus":"${evaluationStatus}"${inside}},${variants},"disabled":${disabled},"segments":[`,
        );
        this.#beginnings.set(key, beginning);
        return beginning;
    }
}

/** Written out, because nearly every flag has one. */
const rolloutText = ({ stickiness, hashInput, bucket, threshold }: RolloutTrace) =>
    `{"stickiness":${JSON.stringify(stickiness)},"hashInput":${JSON.stringify(hashInput)},"bucket":${bucket},"threshold":${threshold}}`;

export const verdictText = (verdict: Verdict) => JSON.stringify(verdict);

export const withDefaults = (variant: VariantDefinition) => ({
    weightType: 'variable',
    stickiness: 'default',
    ...variant,
});
