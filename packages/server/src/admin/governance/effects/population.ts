import type { Context } from '@halyard/engine';

/** The contexts for which a change is evaluated, and the details that may be shown. */
export interface Population {
    kind: 'given' | 'personas' | 'traffic' | 'made-up';
    contexts: readonly Context[];
    /** The identity behind each context. Values that few identities share are not shown. */
    identities?: readonly string[];
    /** A note for the reader. */
    note?: string;
    /** Whether individual contexts and exact counts may be shown. Otherwise figures are rounded. */
    isOpen: boolean;
}

/** Values that fewer identities share are not shown, for privacy. */
export const SMALLEST_CELL = 10;

/** Counts are rounded to multiples of this, so that one user more or less is rarely visible. */
const ROUNDING_STEP = 10;

export const roundCount = (count: number): number => Math.round(count / ROUNDING_STEP) * ROUNDING_STEP;
