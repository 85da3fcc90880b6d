import type { PackedValue } from './packed-value.ts';

/** What was added to a series, as it waits for its export. */
export type OutboxPoint = readonly [series: number, ...value: PackedValue];
