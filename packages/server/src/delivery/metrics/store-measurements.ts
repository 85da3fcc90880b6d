import type { Observe } from '../../changes/observe.ts';
import type { Tx } from '../../storage/database.ts';
import { troubleIn } from '../../storage/trouble-codes.ts';
import type { Measurements } from './measurements.ts';
import type { SdkReports } from './sdk-reports.ts';
import type { ReportStore, StoreContext } from './stores/report-store.ts';
import { REPORT_STORES, type ReportStores } from './stores/report-stores.ts';

interface StoreOptions extends StoreContext {
    observe: Observe;
    stores?: ReportStores | undefined;
    /** Merges the reports of many rows, within the bounds of memory. */
    createMerger: () => Measurements;
    log: { error(about: object, message: string): void };
}

/** Rows read at a time, and merged entries stored in one transaction, to keep transactions short. */
const ROWS_AT_ONCE = 100;
const ENTRIES_AT_ONCE = 1_000;

/**
 * Adds the journal of all nodes to the counts. Rows leave the journal in the transaction that counts them, so each report counts
 * once, even if a node is killed.
 */
export async function storeReports(options: StoreOptions): Promise<void> {
    const { observe, log } = options;
    let rowsAtOnce = ROWS_AT_ONCE;
    for (;;) {
        try {
            const isEmpty = await observe((tx) => storeRows(tx, rowsAtOnce, options), { exclusive: true });
            if (isEmpty) return;
            rowsAtOnce = ROWS_AT_ONCE;
        } catch (error) {
            // After a database outage, the next run tries again.
            if (troubleIn(error) !== undefined) throw error;
            if (rowsAtOnce === 1) {
                await observe((tx) => dropFirstRow(tx), { exclusive: true });
                log.error({ err: error }, 'reports of SDKs cannot be stored and are dropped');
            }
            rowsAtOnce = 1;
        }
    }
}

const journalRows = (tx: Tx, limit: number) =>
    tx.selectFrom('report_journal').select(['id', 'reports']).orderBy('id').limit(limit).execute();

async function storeRows(tx: Tx, limit: number, options: StoreOptions) {
    const { createMerger, stores = REPORT_STORES, log } = options;
    const rows = await journalRows(tx, limit);
    const merger = createMerger();
    const ids: string[] = [];
    for (const { id, reports: stored } of rows) {
        const { reports, dropped } = merger.types.read(stored);
        if (dropped > 0) log.error({ dropped }, 'malformed reports in the journal are dropped');
        merger.add(reports);
        ids.push(id);
        if (merger.size >= ENTRIES_AT_ONCE) break;
    }
    if (ids.length === 0) return true;
    const reports = merger.take();
    for (const [name, store] of Object.entries(stores) as [keyof SdkReports, ReportStore<object>][]) {
        await store.store(tx, reports[name], options);
    }
    await tx.deleteFrom('report_journal').where('id', 'in', ids).execute();
    return rows.length < limit && ids.length === rows.length;
}

async function dropFirstRow(tx: Tx): Promise<void> {
    const [row] = await journalRows(tx, 1);
    if (row) await tx.deleteFrom('report_journal').where('id', '=', row.id).execute();
}

const HOURS = 3_600_000;
/** An edge drops a delivery after a day (`edge/upstream/forwarding.ts`); its key is stored longer than that. */
const DELIVERY_KEY_HOURS = 48;

/** Removes expired data. */
export async function deleteOldMeasurements(observe: Observe, now: Date, usageDays: number): Promise<void> {
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOURS).toISOString();
    await observe(async (tx) => {
        for (const store of Object.values(REPORT_STORES)) await store.forget(tx, { hoursAgo, usageDays });
        await tx.deleteFrom('report_deliveries').where('received_at', '<', hoursAgo(DELIVERY_KEY_HOURS)).execute();
        await tx.deleteFrom('token_applications').where('day', '<', hoursAgo(24).slice(0, 10)).execute();
    });
}
