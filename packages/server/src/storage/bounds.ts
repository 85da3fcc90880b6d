/** Limits how long a node may block other nodes, and how long it waits for them; 0: no limit. */
export interface Bounds {
    statementMs: number;
    lockMs: number;
    /** Between two statements of a transaction. Exceeded only if the node is frozen, dead or disconnected. */
    idleMs: number;
}

export const DEFAULT_BOUNDS: Bounds = { statementMs: 30_000, lockMs: 20_000, idleMs: 5_000 };
