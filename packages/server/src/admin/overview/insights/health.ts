/** How many flags of a project are in which condition; archived ones do not count. */
export interface FlagConditions {
    total: number;
    /** Marked so by a person. */
    stale: number;
    /** Older than the lifetime of their type, and nobody said whether they are stale. */
    potentiallyStale: number;
}

/** The share of flags, in percent, that nobody has to look at; a project without flags is healthy. */
export function healthOf({ total, stale, potentiallyStale }: FlagConditions): number {
    return total === 0 ? 100 : Math.round(100 * (1 - (stale + potentiallyStale) / total));
}

export const technicalDebtOf = (conditions: FlagConditions) => 100 - healthOf(conditions);

/** The conditions as the wire counts them: whatever nobody marked as stale is active. */
export const countsOf = ({ total, stale, potentiallyStale }: FlagConditions) => ({
    activeCount: total - stale,
    potentiallyStaleCount: potentiallyStale,
    staleCount: stale,
});
