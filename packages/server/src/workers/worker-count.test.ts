import { expect, test } from 'vitest';
import { usefulProcesses } from './worker-count.ts';

test.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [6, 3],
    [8, 4],
    [64, 4],
])('where nobody says how many, %i cores are served by %i processes', (cores, processes) => {
    expect(usefulProcesses(cores)).toBe(processes);
});
