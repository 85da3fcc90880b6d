import type { ImportOutcome, Serves } from '../../model/flag.ts';
import type { DocumentReader } from '../../reading.ts';
import type { Rollout } from './rollout.ts';

/** The result for a context that reaches this rule. */
export type Served = { readonly variation: number | undefined } | { readonly rollout: Rollout };

export const NOTHING: Served = { variation: undefined };

/** Reads the values of variations: plain values in SDK payloads, objects in the REST API. */
function valuesOf(flag: DocumentReader) {
    const variations = flag.at('variations');
    // Other products also have "flags": as LaunchDarkly flags they would all be off and be reported as exact.
    if (variations.isMissing && flag.at('deleted').isMissing) {
        throw flag.problem('has no "variations": send the response of LaunchDarkly, with summary=0 for the REST API');
    }
    return variations
        .list()
        .map((variation) => (isDescribed(variation) ? variation.at('value').json() : variation.json()));
}

const isDescribed = (variation: DocumentReader) => variation.isRecord && !variation.at('_id').isMissing;

export const isBoolean = (flag: DocumentReader): boolean => valuesOf(flag).every((value) => typeof value === 'boolean');

/** The results of a flag's variations. */
export class Outcomes {
    readonly #outcomes: readonly ImportOutcome[];

    constructor(flag: DocumentReader) {
        const areBooleans = isBoolean(flag);
        this.#outcomes = flag
            .at('variations')
            .list()
            .map((variation) => {
                const value = isDescribed(variation) ? variation.at('value').json() : variation.json();
                if (areBooleans) return value === true ? 'on' : 'off';
                const name = isDescribed(variation) ? variation.at('name').textOr(undefined) : undefined;
                return value === null ? 'off' : { value, ...(name !== undefined && { name }) };
            });
    }

    /** A missing variation serves the default of the code, which is off here. */
    of(variation: number | undefined): ImportOutcome {
        return (variation === undefined ? undefined : this.#outcomes[variation]) ?? 'off';
    }

    served(serves: Served): Serves {
        if ('variation' in serves) return { outcome: this.of(serves.variation) };
        const { bucketing, parts } = serves.rollout;
        return {
            split: {
                bucketing,
                parts: parts.map(({ variation, share, ranges }) => ({ share, ranges, serves: this.of(variation) })),
            },
        };
    }
}
