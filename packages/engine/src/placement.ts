import { nothing, rolloutUser, text, topLevelText, variantUser } from './context.ts';
import type { ContextLookup } from './context-lookup.ts';
import type { Context } from './definitions.ts';
import { bucketOf, type HashPrefix, hashPrefix } from './hashing.ts';
import type { PropertyIndex } from './property-index.ts';

/** The context value that determines the bucket, so that the result of a user is stable. */
export interface Sticky {
    readonly name: string;
    readonly lookup: ContextLookup<string>;
    /** A random value for contexts without one; without this they have no bucket. */
    readonly fallback: (() => string) | undefined;
}

export interface PlacementTrace {
    readonly stickiness: string;
    /** The hashed text; null when the context has no value for the stickiness. */
    readonly hashInput: string | null;
    /** Counted from 1. */
    readonly bucket: number | null;
}

// SDKs hash variants with a different seed, so that they are independent of the rollout; another seed would move every user.
const ROLLOUT_SEED = 0;
const VARIANT_SEED = 86028157;

/** Assigns contexts to buckets, by hashing the stickiness value. */
export interface Placement extends HashPrefix {
    readonly sticky: Sticky;
    readonly group: string;
    readonly buckets: number;
}

export function rolloutPlacement(sticky: Sticky, group: string): Placement {
    return toPlacement(sticky, group, ROLLOUT_SEED, 100);
}

export function variantPlacement(sticky: Sticky, group: string, totalWeight: number): Placement {
    return toPlacement(sticky, group, VARIANT_SEED, totalWeight);
}

function toPlacement(sticky: Sticky, group: string, seed: number, buckets: number): Placement {
    return { ...hashPrefix(`${group}:`, seed), sticky, group, buckets };
}

/** The bucket of the stickiness value of a context, counted from 1; 0 without a value. */
export function bucketIn(placement: Placement, value: string | undefined): number {
    const id = value ?? placement.sticky.fallback?.();
    return id === undefined ? 0 : bucketOf(placement, id, placement.buckets);
}

export function explainPlacement(placement: Placement, context: Context): PlacementTrace {
    const { sticky, group } = placement;
    const { name: stickiness, lookup, fallback } = sticky;
    const id = lookup.read(context) ?? fallback?.();
    if (id === undefined) return { stickiness, hashInput: null, bucket: null };
    return { stickiness, hashInput: `${group}:${id}`, bucket: bucketOf(placement, id, placement.buckets) };
}

/** The encoding of the placement in a program; see `program.ts`. */
export function encodePlacement({ sticky, state, tail, tailBits, length }: Placement): number[] {
    return [sticky.lookup.index, state, tail, tailBits, length];
}

/** A context without the stickiness field of a rollout has no bucket in it. */
export function rolloutSticky(name: string, propertyIndex: PropertyIndex): Sticky {
    const fallback = () => String(Math.round(propertyIndex.runtime.random() * 10_000) + 1);
    if (name === 'default') return { name, lookup: propertyIndex.lookupOf(rolloutUser, ''), fallback };
    if (name === 'random') return { name, lookup: propertyIndex.lookupOf(nothing, ''), fallback };
    return { name, lookup: propertyIndex.lookupOf(text, name), fallback: undefined };
}

/** The older rollouts read their single field only at the top level of the context. */
export function topLevelSticky(name: string, propertyIndex: PropertyIndex): Sticky {
    return { name, lookup: propertyIndex.lookupOf(topLevelText, name), fallback: undefined };
}

/** A context without the stickiness field of variants gets a random one; `random` is such a field. */
export function variantSticky(name: string, propertyIndex: PropertyIndex): Sticky {
    return {
        name,
        lookup: propertyIndex.lookupOf(name === 'default' ? variantUser : text, name),
        fallback: () => String(Math.round(propertyIndex.runtime.random() * 100_000)),
    };
}
