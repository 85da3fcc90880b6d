import type { Explanation, VariantDefinition } from '@halyard/engine';
import { PartWriter } from '../../../http/bodies/fragment-writer.ts';
import type { ContextParts } from './context-parts.ts';
import { type ExplainedStrategies, type ExplainedStrategy, verdictText, withDefaults } from './explained-strategy.ts';
import { type FragmentCache, FragmentsByKey, NO_CACHE } from './fragment-cache.ts';

const COMMA = Buffer.from(',');
const NO_VARIANTS = Buffer.from(',"variants":[]');

/** Most entries are shorter. */
const SHORT_ENTRY = 1_024;

/** The cache key of an entry that is the same for every context. */
const ALWAYS = Symbol('always');

/** The environment of a flag, and the cached strategies in it. */
interface StrategyLocation {
    readonly environment: string;
    readonly strategies: ExplainedStrategies;
}

/**
 * Serialises the playground entries of a flag in one environment. Parts that do not depend on the context are cached.
 */
export class ExplainedFlag {
    readonly #location: StrategyLocation;
    readonly #strategies: readonly ExplainedStrategy[];
    readonly #parts: FragmentCache;

    /** Accepts any explanation of the flag. */
    constructor(location: StrategyLocation, { strategies, project }: Explanation, isCached: boolean) {
        this.#location = location;
        this.#parts = isCached ? new FragmentsByKey() : NO_CACHE;
        this.#strategies = strategies.map((trace) => location.strategies.of(trace, project ?? '', isCached));
    }

    /** Writes the members of an entry, without the surrounding braces. */
    write(explanation: Explanation, parts: ContextParts, into: PartWriter): void {
        if (!explanation.always || this.#parts === NO_CACHE) {
            this.#write(explanation, parts, into);
            return;
        }
        const known = this.#parts.find(ALWAYS);
        if (known !== undefined) {
            into.part(known);
            return;
        }
        const writer = new PartWriter({ chunkLength: SHORT_ENTRY });
        new ExplainedFlag(this.#location, explanation, false).#write(explanation, parts, writer);
        this.#parts.add(ALWAYS, Buffer.concat(writer.take()), into);
    }

    #write(explanation: Explanation, parts: ContextParts, into: PartWriter): void {
        const { name, project, dependencies, strategies, variants, strategyResult, reason, warnings } = explanation;
        this.#writeResult(explanation, into);
        if (variants.length === 0) into.part(NO_VARIANTS);
        else this.#writeVariants(variants, into);
        into.part(strategiesPart(explanation.dependenciesSatisfied, strategyResult));
        const address = { name, project: project ?? '', environment: this.#location.environment };
        for (let i = 0; i < strategies.length; i++) {
            if (i > 0) into.part(COMMA);
            this.#strategies[i]!.write(strategies[i]!, { address, parts, into });
        }
        const listed = dependencies.length === 0 ? '[]' : JSON.stringify(dependencies);
        into.text(`]},"explanation":{"reason":${JSON.stringify(reason)},"dependencies":${listed},"strategies":[`);
        for (let i = 0; i < strategies.length; i++) {
            if (i > 0) into.part(COMMA);
            this.#strategies[i]!.writeFindings(strategies[i]!, parts, into);
        }
        const warned = warnings.length === 0 ? '[]' : JSON.stringify(warnings);
        into.text(`],"variantChoice":${ownChoiceOf(explanation)},"warnings":${warned}}`);
    }

    /** The cache key is the variant, which also determines whether the flag is on. */
    #writeResult({ name, project, switchedOn, enabled, variant }: Explanation, into: PartWriter): void {
        const known = this.#parts.find(variant);
        if (known !== undefined) {
            into.part(known);
            return;
        }
        const identity = `"name":${JSON.stringify(name)},"projectId":${JSON.stringify(project ?? '')}`;
        const result = `"isEnabled":${enabled},"feature_enabled":${enabled},"variant":${JSON.stringify(variant)}`;
        this.#parts.add(variant, `${identity},"isEnabledInCurrentEnvironment":${switchedOn},${result}`, into);
    }

    /** Writes the variants that the evaluation used. */
    #writeVariants(variants: readonly VariantDefinition[], into: PartWriter): void {
        const known = this.#parts.find(variants);
        if (known !== undefined) into.part(known);
        else this.#parts.add(variants, `,"variants":${JSON.stringify(variants.map(withDefaults))}`, into);
    }
}

/** The choice among the flag's own variants; null if a strategy with variants determined the variant. */
function ownChoiceOf({ variantChoice, strategies }: Explanation): string {
    if (variantChoice === null || strategies.some((trace) => trace.variantChoice === variantChoice)) return 'null';
    return JSON.stringify(variantChoice);
}

/** All possible values, by both results. */
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
