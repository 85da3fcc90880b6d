import type { CostTarget } from './cost-targets.ts';

export const TARGETS = ['peer', 'embedded', 'postgres', 'bare'] as const;
export type TargetName = (typeof TARGETS)[number];

export const TITLES: Record<TargetName, string> = {
    peer: 'Unleash',
    embedded: 'Halyard embedded',
    postgres: 'Halyard PostgreSQL',
    bare: 'bare server, same bytes',
};

/** The cost of one kind of request at one target: a figure for each round, or the reason for its absence. */
export type Cost = { rounds: number[]; bytes: number } | { missing: string };

export interface RowResult {
    name: string;
    title: string;
    wanted: CostTarget;
    costs: Partial<Record<TargetName, Cost>>;
}

/** The results of a server that do not belong to a request. */
export interface ServerResult {
    /** Imported flags per second, for the flags added since the previous size. */
    importPerSecond?: number;
    startSeconds: number[];
    startCpuSeconds: number[];
    memoryMb: number;
}

export interface SizeResult {
    flags: number;
    rows: RowResult[];
    servers: Partial<Record<TargetName, ServerResult>>;
    /** The reason why Unleash was omitted. */
    peerMissing?: string;
}

export interface EvaluatorResult {
    name: string;
    /** Evaluations per second of CPU time, by kind of flag. */
    perSecond: Record<string, number>;
}

export interface Results {
    date: string;
    machine: string;
    versions: Record<string, string>;
    rounds: number;
    /** The average number of cores that other programs used. */
    otherLoad: number;
    minutes: number;
    tableFlags: number;
    sizes: SizeResult[];
    evaluators: EvaluatorResult[];
}

export const hasFigures = (cost: Cost | undefined): cost is { rounds: number[]; bytes: number } =>
    cost !== undefined && 'rounds' in cost && cost.rounds.length > 0 && cost.rounds.every(Number.isFinite);

/** The kinds of requests that were measured at more than one size. */
export function growingRows(sizes: readonly SizeResult[]): RowResult[] {
    const all = new Map(sizes.flatMap(({ rows }) => rows.map((row) => [row.name, row] as const)));
    const sizesWith = (name: string) => sizes.filter(({ rows }) => rows.some((row) => row.name === name)).length;
    return [...all.values()].filter(({ name }) => sizesWith(name) > 1);
}
