import { type CompiledFlag, type Context, type Explanation, explainer, type FlagSet } from '@halyard/engine';
import type { PartWriter } from '../../../http/bodies/fragment-writer.ts';
import { ContextParts } from './context-parts.ts';
import { ExplainedFlag } from './explained-flag.ts';
import { ExplainedStrategies } from './explained-strategy.ts';

/** The flags of one environment: current, past or proposed. */
export interface FlagExplanation {
    readonly environment: string;
    readonly flags: FlagSet;
}

/** Writes the playground entries of a flag, one for each context. */
export interface Entries {
    readonly count: number;
    write(flag: CompiledFlag, index: number, into: PartWriter): void;
}

interface ExplanationQuery {
    readonly context: Context;
    /** The JSON at the end of its entries. */
    readonly end: string;
}

/** The JSON of a flag is cached after this number of uses: caching rarely used entries costs more than serialising them. */
const CACHED_FROM = 3;

/** The flags of larger environments are not cached: 40 MB for 20,000 flags, to save a quarter of the processor time. */
const MAX_CACHED_FLAGS = 5_000;

/** Serialises explanations. JSON that does not depend on the context is cached until the flag changes. */
export class Explanations {
    /** The cached serialiser, or the number of uses so far. */
    readonly #explained = new WeakMap<CompiledFlag, ExplainedFlag | number>();
    readonly #strategies = new ExplainedStrategies();

    /** A single entry without environment and context. */
    once(from: FlagExplanation, context: Context): Entries {
        return this.#entries(from, [{ context, end: '}' }]);
    }

    /** One entry per context, with environment and context. */
    each(from: FlagExplanation, contexts: Iterable<Record<string, string>>): Entries {
        const environmentMember = `,"environment":${JSON.stringify(from.environment)}`;
        const queries = Array.from(contexts, (context) => ({
            context,
            end: `${environmentMember},"context":${JSON.stringify(context)}}`,
        }));
        return this.#entries(from, queries);
    }

    #entries({ environment, flags }: FlagExplanation, contexts: readonly ExplanationQuery[]): Entries {
        const mayCache = flags.flags.length <= MAX_CACHED_FLAGS;
        const explainers = contexts.map(({ context, end }, index) => ({
            start: Buffer.from(index === 0 ? '{' : ',{'),
            // The environment is the default value of the context field of the same name.
            explain: explainer(flags, { environment, ...context }),
            parts: new ContextParts(),
            end: Buffer.from(end),
        }));
        return {
            count: explainers.length,
            write: (flag, index, into) => {
                const { start, explain, parts, end } = explainers[index]!;
                const explanation = explain(flag);
                into.part(start);
                this.#explainedFlag(flag, environment, explanation, mayCache).write(explanation, parts, into);
                into.part(end);
            },
        };
    }

    #explainedFlag(
        flag: CompiledFlag,
        environment: string,
        explanation: Explanation,
        mayCache: boolean,
    ): ExplainedFlag {
        const known = this.#explained.get(flag) ?? 0;
        if (typeof known !== 'number') return known;
        const isCached = mayCache && known + 1 >= CACHED_FROM;
        const explained = new ExplainedFlag({ environment, strategies: this.#strategies }, explanation, isCached);
        if (mayCache) this.#explained.set(flag, isCached ? explained : known + 1);
        return explained;
    }
}
