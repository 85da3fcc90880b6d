import type { SdkActor } from '../../core/access/actor.ts';

/** The sender of a report. */
export type Reporter = Pick<SdkActor, 'kind' | 'tokenId'>;

export interface ReportBounds {
    /** Application names that a token can add in a day. All further names of that day are replaced by one shared name. */
    applications: number;
    /** Counters of flags and variants for a token in memory, until they are stored. */
    counts: number;
    /** Entries of a token in the journal of a node, until they are stored. */
    backlog: number;
}

/** Counters in memory, for all tokens together. */
export const MAX_COUNTS = 100_000;

/**
 * The number of distinct values that the holders of a token can create. A backend token is trusted, and a fleet of servers may use
 * it; a frontend token is public.
 */
export const BOUNDS: Record<Reporter['kind'], ReportBounds> = {
    client: { applications: 2_000, counts: MAX_COUNTS, backlog: 250_000 },
    frontend: { applications: 10, counts: MAX_COUNTS / 5, backlog: 50_000 },
};

export const OTHER_APPS = '(other applications)';
export const OTHER_VARIANTS = '(other variants)';
