import type { PackedValue } from './packed-value.ts';

/** An addition to a series that waits for its export. */
export type OutboxPoint = readonly [series: number, ...value: PackedValue];
