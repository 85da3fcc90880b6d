import type { Labels } from '../../../core/series/series.ts';

/** Identifies a set of labels. */
export const labelKey = (labels: Labels) => JSON.stringify(Object.entries(labels).sort());
