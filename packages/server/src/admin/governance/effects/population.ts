import type { Context } from '@halyard/engine';

/** The contexts that a change is tried on, and what of them may be told. */
export interface Population {
    kind: 'given' | 'personas' | 'traffic' | 'made-up';
    contexts: readonly Context[];
    /** Of each context, whose it is: what only few people of a crowd have is not told. */
    identities?: readonly string[];
    /** A note for the reader. */
    note?: string;
    /** Whether individual contexts and exact counts may be shown. Otherwise figures are rounded. */
    isOpen: boolean;
}

/** A value that fewer people of a crowd share is not told. */
export const SMALLEST_CELL = 10;

/** Counts of a crowd are rounded to this: one person more or less hardly ever shows. */
const CROWD_STEP = 10;

export const asCrowd = (count: number): number => Math.round(count / CROWD_STEP) * CROWD_STEP;
