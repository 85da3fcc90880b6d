/** How long a node may keep others waiting, and how long it waits for them; 0: for ever. */
export interface Bounds {
    statementMs: number;
    lockMs: number;
    /** Between two statements of a transaction: longer only if the node is frozen, gone, or cut off. */
    idleMs: number;
}

export const DEFAULT_BOUNDS: Bounds = { statementMs: 30_000, lockMs: 20_000, idleMs: 5_000 };
