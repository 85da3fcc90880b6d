import type { ExplainedResult, RolloutTrace, StrategyTrace, VariantDefinition } from '@halyard/engine';
import type { PartWriter } from '../../../http/bodies/fragment-writer.ts';
import type { ContextParts } from './context-parts.ts';
import { type FragmentCache, FragmentsByKey, NO_CACHE } from './fragment-cache.ts';

const CONSTRAINTS = Buffer.from('],"constraints":[');

/** The cache key of the end of an entry, which is the same for all contexts. */
const TAIL = Symbol('tail');

interface EntryContext {
    /** The address of the strategy. */
    address: { name: string; project: string; environment: string };
    parts: ContextParts;
    into: PartWriter;
}

/** Serialises the playground entries of a strategy. */
export class ExplainedStrategy {
    /** A flag can move to another project without a change of its strategies. */
    readonly project: string;
    readonly #parts: FragmentCache;

    constructor(project: string, parts: FragmentCache) {
        this.project = project;
        this.#parts = parts;
    }

    write(trace: StrategyTrace, { address, parts, into }: EntryContext): void {
        this.#writeBeginning(trace, into);
        parts.segments(trace.segments, into);
        into.part(CONSTRAINTS);
        parts.constraints(trace.constraints, into);
        const tail = this.#parts.find(TAIL);
        if (tail !== undefined) into.part(tail);
        else this.#parts.add(TAIL, tailOf(trace, address), into);
    }

    /** Writes the explanation of the entry. */
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

    /** Writes the part before the segments, which depends on the result and the variant. */
    #writeBeginning(trace: StrategyTrace, into: PartWriter): void {
        const { enabled } = trace.result;
        const key = trace.variantChoice === null ? enabled : `${enabled} ${trace.variantChoice.choice}`;
        const known = this.#parts.find(key);
        if (known !== undefined) into.part(known);
        else this.#parts.add(key, beginningOf(trace), into);
    }
}

const UNCACHED_STRATEGY = new ExplainedStrategy('', NO_CACHE);

/** The JSON of a strategy is shared by all flags with the same strategy: current, past and rehearsed ones. */
export class ExplainedStrategies {
    /** The parameters object is the key: every compiled strategy has its own. */
    readonly #cached = new WeakMap<StrategyTrace['parameters'], ExplainedStrategy>();

    of({ parameters }: StrategyTrace, project: string, isCached: boolean): ExplainedStrategy {
        const known = this.#cached.get(parameters);
        if (known?.project === project) return known;
        if (!isCached) return UNCACHED_STRATEGY;
        const explained = new ExplainedStrategy(project, new FragmentsByKey());
        this.#cached.set(parameters, explained);
        return explained;
    }
}

function beginningOf({ name, title, id, result, variant, variants, disabled }: StrategyTrace): string {
    const { enabled, evaluationStatus } = result;
    const titled = title === null ? '' : `,"title":${JSON.stringify(title)}`;
    const head = `{"name":${JSON.stringify(name)}${titled},"id":${JSON.stringify(id ?? '')},"result":`;
    const listed = variants.length === 0 ? '[]' : JSON.stringify(variants.map(withDefaults));
    const chosen = `"variant":${JSON.stringify(variant)},"variants":${listed}`;
    // With variants, they appear twice: the specification puts them beside the result, existing tools read them inside
    // it.
    const inside = variant === null ? '' : `,${chosen}`;
    return `${head}{"enabled":${verdictText(enabled)},"evaluationStatus":"${evaluationStatus}"${inside}},${chosen},"disabled":${disabled},"segments":[`;
}

function tailOf({ id, parameters }: StrategyTrace, { name, project, environment }: EntryContext['address']): string {
    const query = `environmentId=${inQuery(environment)}&strategyId=${inQuery(id ?? '')}`;
    const link = `/projects/${project}/features/${name}/strategies/edit?${query}`;
    return `],"parameters":${JSON.stringify(parameters)},"links":{"edit":${JSON.stringify(link)}}}`;
}

/** Most texts need no escaping. */
const inQuery = (text: string) =>
    /^[\w.*-]*$/.test(text) ? text : new URLSearchParams({ '': text }).toString().slice(1);

/** Written by hand for speed: nearly every flag has a rollout. */
const rolloutText = ({ stickiness, hashInput, bucket, threshold }: RolloutTrace) =>
    `{"stickiness":${JSON.stringify(stickiness)},"hashInput":${JSON.stringify(hashInput)},"bucket":${bucket},"threshold":${threshold}}`;

export const verdictText = (verdict: ExplainedResult) => JSON.stringify(verdict);

export const withDefaults = (variant: VariantDefinition) => ({
    weightType: 'variable',
    stickiness: 'default',
    ...variant,
});
