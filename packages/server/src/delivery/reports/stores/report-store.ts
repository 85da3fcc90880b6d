import type { Tx } from '../../../storage/database.ts';
import type { SeriesEntry } from '../../series/series-entry.ts';
import type { Reporter } from '../bounds.ts';
import type { DropReason } from '../dropped-reports.ts';

/** Advances the lifecycle of flags after they were used. */
export type StagesReached = (
    tx: Tx,
    usage: readonly { flag: string; environment: string }[],
    now: string,
) => Promise<void>;

export interface StoreContext {
    now: string;
    stagesReached: StagesReached;
    /** Counts entries that are not stored because of a limit. */
    drop: (reason: DropReason, count: number) => void;
    /** Writes the values of series to an engine as well, if the operator configured one. */
    exportSeries?: ExportSeries | undefined;
}

export type ExportSeries = (tx: Tx, entries: readonly SeriesEntry[]) => Promise<void>;

export interface Retention {
    /** Returns the time the specified number of hours ago. */
    hoursAgo: (hours: number) => string;
    /** The number of days for which usage is stored. */
    usageDays: number;
}

/** The tables of one type of report. */
export interface ReportStore<Entry> {
    store(tx: Tx, entries: readonly Entry[], context: StoreContext): Promise<void>;
    /** Removes expired rows. */
    forget(tx: Tx, retention: Retention): Promise<void>;
}

/** The common part of the store of a type and its buffer in memory. */
export interface MergedStoreOptions<Entry> {
    keyOf: (entry: Entry) => string;
    limits: Readonly<Record<Reporter['kind'], number>>;
}

/** Sorts rows by key: a defined order prevents deadlocks. */
export const sortByKey = <T>(list: readonly T[], keyOf: (item: T) => string): T[] =>
    list
        .map((item) => ({ item, key: keyOf(item) }))
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ item }) => item);
