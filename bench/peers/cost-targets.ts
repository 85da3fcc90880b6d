/** The maximum cost of a request: a multiple of a bare server, or milliseconds on each database. */
export type CostTarget = { timesBare: number } | { embedded: number; postgres: number };

export type HalyardDatabase = 'embedded' | 'postgres';

/** Undefined when unknown, because something was not measured. */
export function isMet(
    target: CostTarget,
    database: HalyardDatabase,
    { ms, timesBare }: { ms: number | undefined; timesBare: number | undefined },
): boolean | undefined {
    const [figure, most] = 'timesBare' in target ? [timesBare, target.timesBare] : [ms, target[database]];
    return figure === undefined || Number.isNaN(figure) ? undefined : figure <= most;
}

export function describeTarget(wanted: CostTarget): string {
    if ('timesBare' in wanted) return `≤ ${wanted.timesBare} × bare`;
    const { embedded, postgres } = wanted;
    return embedded === postgres ? `≤ ${embedded}` : `≤ ${embedded} / ≤ ${postgres}`;
}
