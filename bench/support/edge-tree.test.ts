import { expect, test } from 'vitest';
import { simulateTree } from './edge-tree.ts';

test('every client of a tree of edges receives every change exactly once, not before the network delay', async () => {
    const { clients, halfMs, lastMs } = await simulateTree({
        regions: 2,
        edgesOfRegion: 2,
        clientsOfEdge: 3,
        flags: 10,
        changes: 4,
        latencyMs: { edges: 20, clients: 10 },
        sendMs: 1,
    });

    expect(clients).toBe(12);
    expect(halfMs).toBeGreaterThan(50);
    // The last client of an edge waits for the two before it.
    expect(lastMs).toBeGreaterThan(52);
});
