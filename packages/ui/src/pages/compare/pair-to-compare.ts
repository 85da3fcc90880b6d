interface KnownEnvironments {
    name: string;
    type: string;
}

interface Pair {
    from: string;
    to: string;
}

/**
 * Returns the two environments to compare: the requested ones if they exist, otherwise the one before production with production,
 * where differences matter most. Undefined if there are fewer than two.
 */
export function pairToCompare(
    environments: readonly KnownEnvironments[],
    { from, to }: Partial<Pair>,
): Pair | undefined {
    const names = environments.map(({ name }) => name);
    const isThere = (name: string | undefined) => name !== undefined && names.includes(name);
    const production = environments.findLast(({ type }) => type === 'production')?.name ?? names.at(-1);
    const target = isThere(to) ? to : [production, ...names].find((name) => name !== from);
    const others = names.filter((name) => name !== target);
    const before = names.slice(0, names.indexOf(target ?? '')).at(-1);
    const source = isThere(from) && from !== target ? from : (before ?? others[0]);
    return source === undefined || target === undefined ? undefined : { from: source, to: target };
}
