import type { Context } from '@halyard/engine';

/** The contexts for which a change is evaluated, and the details that may be shown. */
export interface Population {
    kind: 'given' | 'personas' | 'traffic' | 'made-up';
    contexts: readonly Context[];
    /** The names of personas. */
    names?: readonly string[];
    /** The source of the contexts, for the reader. */
    note: string;
    /** Present if sampled traffic was wanted and is missing. */
    missingTraffic?: 'none' | 'off';
    /** The start of the hour of the oldest sampled context. */
    trafficSince?: string;
    /** Present if individual contexts and exact counts may not be shown. */
    pseudonyms?: Pseudonyms;
}

/** How the identities of contexts were replaced. */
export interface Pseudonyms {
    /** The identity behind each context. Values that few identities share are not shown. */
    identities: readonly string[];
    /** How many times each context occurs, with another pseudonym each time. */
    draws: number;
    /** The largest number of contexts of one identity: all of them are in the same bucket of a rollout. */
    heaviest: number;
}

/** Values that fewer identities share are not shown, for privacy. */
export const SMALLEST_CELL = 10;
