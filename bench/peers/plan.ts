import type { Options } from './options.ts';

/** The information available before a size is measured. */
export interface PlanInput {
    flags: number;
    isTable: boolean;
    rows: number;
    /** Whether all smaller sizes were measured with Unleash. */
    peerIsThere: boolean;
    peerFlags: number;
    peerPerSecond: number;
    elapsedMs: number;
}

export type MeasurementPlan = { measure: false; why: string } | { measure: true; withPeer: boolean; why?: string };

/** Starts, a pause, and responses that take longer than a round. */
const OVERHEAD_MS = 40_000;

/** Plans the sizes that fit into the budget. The size of the table is always measured, and Unleash is omitted first. */
export function planSize(
    { flags, isTable, rows, peerIsThere, peerFlags, peerPerSecond, elapsedMs }: PlanInput,
    { rounds, warmUpMs, roundMs, budgetMs }: Pick<Options, 'rounds' | 'warmUpMs' | 'roundMs' | 'budgetMs'>,
): MeasurementPlan {
    if (isTable && peerIsThere) return { measure: true, withPeer: true };
    const left = budgetMs - elapsedMs;
    // Most servers are warm before this time is over.
    const rowsMs = (targets: number) => OVERHEAD_MS + rows * (warmUpMs / 2 + rounds * roundMs) * targets;
    if (rowsMs(3) > left && !isTable) return { measure: false, why: 'the time was up' };
    if (!peerIsThere) return { measure: true, withPeer: false, why: 'not loaded: it lacks flags of the size before' };
    const loadMs = ((flags - peerFlags) * 1_000) / peerPerSecond;
    // Responses of Unleash take longer with more flags.
    if (loadMs + 2 * rowsMs(4) <= left) return { measure: true, withPeer: true };
    const minutes = Math.max(1, Math.round(loadMs / 60_000));
    return { measure: true, withPeer: false, why: `not loaded: importing would have taken ${minutes} more min` };
}
