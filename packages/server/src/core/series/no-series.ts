import type { SeriesReader } from './series-reader.ts';

/** A service without stored series. */
export const NO_SERIES: SeriesReader = {
    metrics: async () => [],
    read: async () => ({ series: [], hasOther: false, heartbeat: false }),
    list: async () => [],
};
