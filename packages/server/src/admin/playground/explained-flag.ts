import type { Explanation, Variant, VariantDefinition } from '@halyard/engine';
import { PartWriter } from '../../http/part-writer.ts';
import type { ContextParts } from './context-parts.ts';
import { ExplainedStrategy, verdictText, withDefaults } from './explained-strategy.ts';

const COMMA = Buffer.from(',');
const NO_VARIANTS = Buffer.from(',"variants":[]');

/**
 * A flag of one environment in the shape of the playground: what is the same for every context is written down once, an
 * answer fills in the verdicts.
 */
export class ExplainedFlag {
    readonly #head: string;
    readonly #strategies: readonly ExplainedStrategy[];
    readonly #tail: string;
    /** How an entry begins with each variant that was answered, which says whether the flag is on, too. */
    readonly #answers = new Map<Variant, Buffer>();
    /** The lists of variants that counted. */
    readonly #variants = new Map<readonly VariantDefinition[], Buffer>();
    #always: Buffer | undefined;

    /** Any explanation of the flag will do. */
    constructor(environment: string, { name, project, strategies, switchedOn, warnings }: Explanation) {
        const place = { name, project: project ?? '', environment };
        this.#head = `"name":${JSON.stringify(name)},"projectId":${JSON.stringify(place.project)},"isEnabledInCurrentEnvironment":${switchedOn}`;
        this.#strategies = strategies.map((trace) => new ExplainedStrategy(trace, place));
        this.#tail = `,"warnings":${JSON.stringify(warnings)}}`;
    }

    /** The members of an entry, without the braces around them. */
    write(explanation: Explanation, parts: ContextParts, into: PartWriter): void {
        if (!explanation.always) {
            this.#write(explanation, parts, into);
            return;
        }
        if (this.#always === undefined) {
            const writer = new PartWriter();
            this.#write(explanation, parts, writer);
            this.#always = Buffer.concat(writer.take());
        }
        into.part(this.#always);
    }

    #write(explanation: Explanation, parts: ContextParts, into: PartWriter): void {
        const { dependencies, strategies, variants, strategyResult, reason } = explanation;
        into.part(this.#answerPart(explanation));
        into.part(variants.length === 0 ? NO_VARIANTS : this.#variantsPart(variants));
        into.part(strategiesPart(explanation.dependenciesSatisfied, strategyResult));
        for (let i = 0; i < strategies.length; i++) {
            if (i > 0) into.part(COMMA);
            this.#strategies[i]!.write(strategies[i]!, parts, into);
        }
        const listed = dependencies.length === 0 ? '[]' : JSON.stringify(dependencies);
        into.text(`]},"explanation":{"reason":${JSON.stringify(reason)},"dependencies":${listed},"strategies":[`);
        for (let i = 0; i < strategies.length; i++) {
            if (i > 0) into.part(COMMA);
            this.#strategies[i]!.writeFindings(strategies[i]!, parts, into);
        }
        into.text(`],"variantChoice":${ownChoiceOf(explanation)}${this.#tail}`);
    }

    #answerPart({ enabled, variant }: Explanation): Buffer {
        const known = this.#answers.get(variant);
        if (known !== undefined) return known;
        const part = Buffer.from(
            `${this.#head},"isEnabled":${enabled},"feature_enabled":${enabled},"variant":${JSON.stringify(variant)}`,
        );
        this.#answers.set(variant, part);
        return part;
    }

    #variantsPart(variants: readonly VariantDefinition[]): Buffer {
        const known = this.#variants.get(variants);
        if (known !== undefined) return known;
        const part = Buffer.from(`,"variants":${JSON.stringify(variants.map(withDefaults))}`);
        this.#variants.set(variants, part);
        return part;
    }
}

/** How the flag's own variants were chosen from; a strategy that has variants says so itself. */
function ownChoiceOf({ variantChoice, strategies }: Explanation): string {
    if (variantChoice === null || strategies.some((trace) => trace.variantChoice === variantChoice)) return 'null';
    return JSON.stringify(variantChoice);
}

/** All there are, by both verdicts. */
const STRATEGIES_PARTS = new Map(
    [true, false].map((isSatisfied) => [
        isSatisfied,
        new Map(
            ([true, false, 'unknown'] as const).map((result) => [
                result,
                Buffer.from(
                    `,"hasUnsatisfiedDependency":${!isSatisfied},"strategies":{"result":${verdictText(result)},"data":[`,
                ),
            ]),
        ),
    ]),
);

const strategiesPart = (isSatisfied: boolean, result: Explanation['strategyResult']): Buffer =>
    STRATEGIES_PARTS.get(isSatisfied)!.get(result)!;
