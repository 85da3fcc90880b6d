import { randomUUID } from 'node:crypto';
import type { Observe } from '../../changes/observe.ts';
import { notReady } from '../../core/errors/errors.ts';
import { MAX_COUNTS } from './bounds.ts';
import type { ReportTypes, SdkReports } from './sdk-reports.ts';

/** Durable storage of reports before they are acknowledged. */
export interface ReportJournal {
    /**
     * Resolves once the reports survive the end of this process. `deliveryKey` identifies a delivery that its sender may repeat.
     * Returns false, and appends nothing, if a delivery with that key was accepted before.
     */
    append(reports: SdkReports, deliveryKey?: string): Promise<boolean>;
}

/** Entries of one row, so that a row fits into one short transaction. */
const ENTRIES_PER_ROW = 1_000;

/** The journal of the service: rows in the database, which any node adds to the counts (`store-measurements.ts`). */
export class DatabaseReportJournal implements ReportJournal {
    readonly #types: ReportTypes;
    readonly #observe: Observe;
    readonly #clock: () => Date;
    /** Entries that this node has appended since the journal was last emptied. */
    #entries = 0;
    #sequence = 0;

    constructor(types: ReportTypes, observe: Observe, clock: () => Date) {
        this.#types = types;
        this.#observe = observe;
        this.#clock = clock;
    }

    async append(reports: SdkReports, deliveryKey?: string): Promise<boolean> {
        const size = this.#types.count(reports);
        if (this.#entries > 0 && this.#entries + size > MAX_COUNTS) {
            throw notReady('Too many reports wait to be stored. Send these again in a moment.');
        }
        this.#entries += size;
        return this.#observe(async (tx) => {
            if (deliveryKey !== undefined) {
                const row = { key: deliveryKey, received_at: this.#clock().toISOString() };
                const isNew = await tx
                    .insertInto('report_deliveries')
                    .values(row)
                    .onConflict((conflict) => conflict.column('key').doNothing())
                    .returning('key')
                    .executeTakeFirst();
                if (!isNew) return false;
            }
            for (const part of this.#types.split(reports, ENTRIES_PER_ROW)) {
                await tx
                    .insertInto('report_journal')
                    .values({ id: this.#nextId(), reports: JSON.stringify(this.#types.toPlain(part)) })
                    .execute();
            }
            return true;
        });
    }

    /** Returns an id that is unique across nodes and increases in the order of arrival, because limits apply to the last reports. */
    #nextId(): string {
        this.#sequence++;
        return `${this.#clock().toISOString()} ${String(this.#sequence).padStart(12, '0')} ${randomUUID()}`;
    }

    /** Called after the rows were added to the counts. */
    emptied(): void {
        this.#entries = 0;
    }
}
