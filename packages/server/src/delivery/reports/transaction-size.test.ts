import { expect, test } from 'vitest';
import { TransactionSize } from './transaction-size.ts';

test('a slow transaction reduces the number of parts at once, and fast ones double it up to a limit', () => {
    const size = new TransactionSize();
    const parts: number[] = [];

    for (const [stored, milliseconds] of [
        [2, 1],
        [4, 2],
        [8, 3],
        [16, 24],
        [4, 80],
    ] as const) {
        size.measured(stored, milliseconds);
        parts.push(size.parts);
    }
    for (let round = 0; round < 20; round++) size.measured(size.parts, 0.01);

    expect(parts).toEqual([4, 8, 16, 4, 1]);
    expect(size.parts).toBe(20);
});
