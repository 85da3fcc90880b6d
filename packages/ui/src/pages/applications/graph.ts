/** A flag that an application evaluates, with its environments. */
export interface UsedFlag {
    name: string;
    project?: string | undefined;
    notFound?: boolean | undefined;
    environments: readonly string[];
}

export interface GraphNode {
    name: string;
    y: number;
    isMissing?: boolean;
}

interface Edge {
    from: GraphNode;
    to: GraphNode;
}

export interface Graph {
    height: number;
    application: GraphNode;
    environments: GraphNode[];
    flags: GraphNode[];
    /** The edges from the application to its environments. */
    runs: Edge[];
    /** The edges to the evaluated flags. */
    asks: Edge[];
    /** The number of flags that are not shown. */
    more: number;
}

/** The maximum number of flags in the graph, which keeps it readable. The table shows all. */
const MAX_FLAGS = 24;
const ROW = 26;

/** Lays out application, environments and flags in three columns of equal height. Missing flags come first. */
export function graphOf(appName: string, running: readonly string[], used: readonly UsedFlag[]): Graph {
    const inOrder = used.toSorted((a, b) => Number(b.notFound ?? false) - Number(a.notFound ?? false));
    const shown = inOrder.slice(0, MAX_FLAGS);
    const names = [...new Set([...running, ...shown.flatMap(({ environments }) => environments)])];
    const height = Math.max(shown.length, names.length, 3) * ROW;
    const flags = shown.map(({ name, notFound }, place) => ({
        name,
        y: spread(place, shown.length, height),
        ...(notFound && { isMissing: true }),
    }));
    const environments = names.map((name, place) => ({ name, y: spread(place, names.length, height) }));
    const application = { name: appName, y: height / 2 };
    return {
        height,
        application,
        environments,
        flags,
        runs: environments.map((to) => ({ from: application, to })),
        asks: flags.flatMap((to, place) =>
            environments.filter(({ name }) => shown[place]?.environments.includes(name)).map((from) => ({ from, to })),
        ),
        more: used.length - shown.length,
    };
}

const spread = (place: number, count: number, height: number) => ((place + 0.5) / count) * height;

/** Describes the graph in a sentence for screen readers. */
export function graphInWords({ application, environments, flags, more }: Graph): string {
    const missing = flags.filter(({ isMissing }) => isMissing).length;
    const all = flags.length + more;
    return [
        `${application.name} runs in ${environments.length === 0 ? 'no environment' : environments.map(({ name }) => name).join(', ')}`,
        `and uses ${all} ${all === 1 ? 'flag' : 'flags'}${missing > 0 ? `, of which ${missing} ${missing === 1 ? 'does' : 'do'} not exist` : ''}.`,
    ].join(' ');
}
