import type { VariantPayload } from '@halyard/engine';
import type { ImportedJson, ImportOutcome } from '../model/flag.ts';
import type { TargetStrategy } from './target.ts';

/** Served outcomes with their shares of a strategy; the shares may have any sum. */
export type Shares = readonly { readonly outcome: Exclude<ImportOutcome, 'off'>; readonly share: number }[];

const TOTAL = 1000;
const MAX_NAME = 100;

const keys = new WeakMap<object, string>();

/** Returns the same text for equal outcomes. It is computed once, because values may be long and are part of many strategies. */
export function keyOfOutcome(outcome: ImportOutcome): string {
    if (typeof outcome === 'string') return outcome;
    const key = keys.get(outcome) ?? JSON.stringify([outcome.value, outcome.name]);
    keys.set(outcome, key);
    return key;
}

/** Variant names within one flag: the same value has the same name in every strategy. */
export class VariantNames {
    readonly #names = new Map<string, string>();
    readonly #usedNames = new Set<string>();

    of(outcome: Exclude<ImportOutcome, 'off'>): string {
        const key = keyOfOutcome(outcome);
        const known = this.#names.get(key);
        if (known !== undefined) return known;
        const preferred = friendly(outcome === 'on' ? 'on' : (outcome.name ?? nameOf(outcome.value)));
        let name = preferred;
        for (let i = 2; this.#usedNames.has(name); i++) name = `${preferred.slice(0, MAX_NAME - 6)}-${i}`;
        this.#names.set(key, name);
        this.#usedNames.add(name);
        return name;
    }
}

const nameOf = (value: ImportedJson): string => (typeof value === 'object' ? 'json' : String(value));

/** Names appear in URLs: other characters become hyphens. */
function friendly(text: string): string {
    const name = text.slice(0, MAX_NAME).replace(/[^A-Za-z0-9~_.\-!*'()]+/g, '-');
    return name === '' || name === '.' || name === '..' || name === 'disabled'
        ? `variant-${name}`.replace(/-$/, '')
        : name;
}

export function payloadOf(value: ImportedJson): VariantPayload {
    if (typeof value === 'string') return { type: 'string', value };
    if (typeof value === 'number') return { type: 'number', value: String(value) };
    return { type: 'json', value: JSON.stringify(value) };
}

/** Converts shares to variants with a total weight of 1,000; the last variant gets the rounding difference. */
export function variantsOf(shares: Shares, stickiness: string, names: VariantNames): TargetStrategy['variants'] {
    const sum = shares.reduce((total, { share }) => total + share, 0);
    let left = TOTAL;
    return shares.map(({ outcome, share }, i) => {
        const isLast = i === shares.length - 1;
        const weight = isLast ? left : Math.min(left, Math.round((share / sum) * TOTAL));
        left -= weight;
        return {
            name: names.of(outcome),
            weight,
            weightType: isLast ? 'variable' : 'fix',
            stickiness,
            ...(outcome !== 'on' && { payload: payloadOf(outcome.value) }),
        };
    });
}
