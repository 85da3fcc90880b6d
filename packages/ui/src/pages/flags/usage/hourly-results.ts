interface Bucket {
    environment: string;
    timestamp: string;
    yes: number;
    no: number;
}

const HOUR = 3_600_000;

/** Returns the evaluations in an environment for each of the last hours, oldest first. Hours without reports are included as zero. */
export function hourlyResults(
    buckets: readonly Bucket[],
    environment: string,
    { hours, now }: { hours: number; now: Date },
): number[] {
    const newest = Math.floor(now.getTime() / HOUR);
    const counts = Array.from({ length: hours }, () => 0);
    for (const bucket of buckets) {
        const ago = newest - Math.floor(Date.parse(bucket.timestamp) / HOUR);
        if (bucket.environment !== environment || ago < 0 || ago >= hours) continue;
        counts[hours - 1 - ago]! += bucket.yes + bucket.no;
    }
    return counts;
}
