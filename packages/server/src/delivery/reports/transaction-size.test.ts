import { expect, test } from 'vitest';
import { TransactionSize } from './transaction-size.ts';

test('the first transaction stores one part; a slow one reduces the number of parts at once, and fast ones double it up to a limit', () => {
    const size = new TransactionSize();
    const parts = [size.parts];

    for (const [stored, milliseconds] of [
        [1, 0.5],
        [2, 1],
        [4, 2],
        [8, 24],
        [2, 80],
    ] as const) {
        size.measured(stored, milliseconds);
        parts.push(size.parts);
    }
    for (let round = 0; round < 20; round++) size.measured(size.parts, 0.01);

    expect(parts).toEqual([1, 2, 4, 8, 2, 1]);
    expect(size.parts).toBe(20);
});
