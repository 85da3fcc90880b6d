/** The most that a request may cost: so many times a bare server's, or so many milliseconds on each database. */
export type CostTarget = { timesBare: number } | { embedded: number; postgres: number };

export type Ours = 'embedded' | 'postgres';

/** Undefined when it cannot be told, because something was not measured. */
export function isMet(
    wanted: CostTarget,
    database: Ours,
    { ms, timesBare }: { ms: number | undefined; timesBare: number | undefined },
): boolean | undefined {
    const [figure, most] = 'timesBare' in wanted ? [timesBare, wanted.timesBare] : [ms, wanted[database]];
    return figure === undefined || Number.isNaN(figure) ? undefined : figure <= most;
}

export function describeTarget(wanted: CostTarget): string {
    if ('timesBare' in wanted) return `≤ ${wanted.timesBare} × bare`;
    const { embedded, postgres } = wanted;
    return embedded === postgres ? `≤ ${embedded}` : `≤ ${embedded} / ≤ ${postgres}`;
}
