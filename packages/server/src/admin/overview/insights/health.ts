/** The number of active flags of a project by condition. */
export interface FlagConditions {
    total: number;
    /** Marked as stale by a user. */
    stale: number;
    /** Older than the lifetime of their type, without a decision of a user about their staleness. */
    potentiallyStale: number;
}

/** The percentage of flags that need no attention; 100 for a project without flags. */
export function healthOf({ total, stale, potentiallyStale }: FlagConditions): number {
    return total === 0 ? 100 : Math.round(100 * (1 - (stale + potentiallyStale) / total));
}

export const technicalDebtOf = (conditions: FlagConditions) => 100 - healthOf(conditions);

/** The counts in API format: every flag that is not marked as stale is active. */
export const countsOf = ({ total, stale, potentiallyStale }: FlagConditions) => ({
    activeCount: total - stale,
    potentiallyStaleCount: potentiallyStale,
    staleCount: stale,
});
