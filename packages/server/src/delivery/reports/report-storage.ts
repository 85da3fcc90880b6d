import { randomUUID } from 'node:crypto';
import type { RecordObservation } from '../../changes/record-observation.ts';
import { coalesced } from '../../core/concurrency/coalesced.ts';
import { shouldYield, yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import { notReady } from '../../core/errors/errors.ts';
import { chunked } from '../../storage/chunked.ts';
import type { Db } from '../../storage/database.ts';
import { troubleIn } from '../../storage/trouble-codes.ts';
import { by, counter, gauge, type Metric } from '../../telemetry/metric.ts';
import { BOUNDS, type Reporter } from './bounds.ts';
import type { DroppedReports, DropReason } from './dropped-reports.ts';
import {
    findJournalRows,
    insertJournalRows,
    type JournalRow,
    listJournalRows,
    RowsTaken,
    takeJournalRows,
} from './journal-rows.ts';
import { MergedReports, type ReportContext } from './merged-reports.ts';
import { type EntriesByToken, ReportBacklog } from './report-backlog.ts';
import type { ReportJournal } from './report-journal.ts';
import type { SdkReports } from './sdk-reports.ts';
import type { ExportSeries, StagesReached } from './stores/report-store.ts';
import { TransactionSize } from './transaction-size.ts';

/** Entries of one row, so that parsing a row does not delay other requests. */
const ENTRIES_PER_ROW = 250;
/** Entries of one row that is left when the reports of many rows were merged. */
const ENTRIES_PER_PART = 50;
const ROWS_PER_QUERY = 50;
/** Rows and entries that are merged before they are stored: the more, the fewer counts are updated. Less than the limit of a token. */
const MAX_MERGED_ROWS = 1_000;
const MAX_MERGED_ENTRIES = 15_000;
/** The entries of this node, or the part of the share of a token, that start a run before the periodic job does. */
const ENTRIES_TO_DRAIN = 50_000;
const SHARE_TO_DRAIN = 1 / 5;

interface ReportStorageOptions extends Pick<ReportContext, 'snapshots' | 'clock' | 'types'> {
    db: Db;
    recordObservation: RecordObservation;
    stagesReached: StagesReached;
    exportSeries?: ExportSeries | undefined;
    dropped: DroppedReports;
    /** Called after reports were added to the counts. */
    onStored: () => Promise<void>;
    log: { error(about: object, message: string): void };
}

/**
 * Stores SDK reports in two steps. `append` adds them to the journal, a database table; then they are acknowledged. `drain` merges
 * the rows of the journal and adds them to the counts, in transactions of a few milliseconds. A row leaves the journal in the
 * transaction that counts it, so each report counts once, even if a node is killed or several nodes drain.
 */
export class ReportStorage implements ReportJournal {
    readonly #options: ReportStorageOptions;
    readonly #backlog = new ReportBacklog();
    readonly #size = new TransactionSize();
    readonly #evaluations = { true: 0, false: 0 };
    readonly #drain = coalesced(() => this.#drainRows());
    /** Whether the next run also drains the rows of other nodes, which may have ended. */
    #includesOthers = false;
    #isDraining = false;
    #hasFailed = false;
    #sequence = 0;

    constructor(options: ReportStorageOptions) {
        this.#options = options;
    }

    demandCapacity({ kind, tokenId }: Reporter): void {
        if (this.#backlog.of(tokenId) < BOUNDS[kind].backlog) return;
        this.#startDraining();
        throw notReady(
            'Too many reports of this token wait to be stored. Send this one again in a moment, or send reports less often.',
        );
    }

    async append(reports: SdkReports, deliveryKey?: string): Promise<boolean> {
        const { recordObservation, clock } = this.#options;
        const rows = await this.#toRows(reports, ENTRIES_PER_ROW);
        if (rows.length === 0 && deliveryKey === undefined) return true;
        const added = rows.map(({ id, part }) => ({ id, entries: this.#reserved(part) }));
        let isAppended = false;
        try {
            isAppended = await recordObservation(async (tx) => {
                if (deliveryKey !== undefined) {
                    const isNew = await tx
                        .insertInto('report_deliveries')
                        .values({ key: deliveryKey, received_at: clock().toISOString() })
                        .onConflict((conflict) => conflict.column('key').doNothing())
                        .returning('key')
                        .executeTakeFirst();
                    if (!isNew) return false;
                }
                await insertJournalRows(tx, rows);
                return true;
            });
        } finally {
            for (const { id, entries } of added) {
                if (isAppended) this.#backlog.add(id, entries);
                else this.#backlog.release(entries);
            }
        }
        if (!isAppended) return false;
        for (const { yes, no } of reports.usage) {
            this.#evaluations.true += yes;
            this.#evaluations.false += no;
        }
        if (this.#isBacklogLarge(reports)) this.#startDraining();
        return true;
    }

    /** Adds all reports in the journal to the counts, including those of other nodes. */
    async drain(): Promise<void> {
        this.#includesOthers = true;
        await this.#drain();
        await this.#options.onStored();
    }

    metrics(): Metric[] {
        return [
            counter(
                'feature_toggle_usage_total',
                'Evaluations of flags that SDKs reported, by result',
                by('active', this.#evaluations),
            ),
            gauge('halyard_reports_waiting', 'Reported counts that are not stored yet', this.#backlog.size),
        ];
    }

    /** Counts the entries of a row that is being appended. */
    #reserved(part: SdkReports): EntriesByToken {
        const entries = this.#options.types.countByToken(part);
        this.#backlog.reserve(entries);
        return entries;
    }

    #isBacklogLarge(reports: SdkReports): boolean {
        if (this.#backlog.size >= ENTRIES_TO_DRAIN) return true;
        const isShareLarge = ({ kind, tokenId }: Reporter) =>
            this.#backlog.of(tokenId) >= SHARE_TO_DRAIN * BOUNDS[kind].backlog;
        return this.#options.types.reportersOf(reports).some(isShareLarge);
    }

    /** After a failure, the next attempt is that of the periodic job, which reports the error. */
    #startDraining(): void {
        if (!this.#isDraining && !this.#hasFailed) this.#drain().catch(() => undefined);
    }

    async #drainRows(): Promise<void> {
        const includesOthers = this.#includesOthers;
        this.#includesOthers = false;
        this.#isDraining = true;
        try {
            while (await this.#storeOwn());
            while (includesOthers && !(await this.#storePages(pagesOfAll(this.#options.db))));
            this.#hasFailed = false;
        } catch (error) {
            this.#hasFailed = true;
            throw error;
        } finally {
            this.#isDraining = false;
        }
    }

    /** Returns whether there may be more rows than those that were appended meanwhile. */
    async #storeOwn(): Promise<boolean> {
        const ids = this.#backlog.oldest(MAX_MERGED_ROWS);
        const wereAllStored = await this.#storePages(this.#pagesOf(ids));
        return !wereAllStored || ids.length === MAX_MERGED_ROWS;
    }

    async *#pagesOf(ids: readonly string[]): AsyncGenerator<JournalRow[]> {
        for (const part of chunked(ids, ROWS_PER_QUERY)) {
            const rows = await findJournalRows(this.#options.db, part);
            const found = new Set(rows.map(({ id }) => id));
            // Another node has stored the others.
            this.#backlog.remove(part.filter((id) => !found.has(id)));
            yield rows;
        }
    }

    /** Merges the rows and stores the result. Returns whether all of them were stored. */
    async #storePages(pages: AsyncIterable<JournalRow[]>): Promise<boolean> {
        const { snapshots, clock, types, dropped, log } = this.#options;
        const merger = new MergedReports({ snapshots, clock, types, dropped, maxEntries: 2 * MAX_MERGED_ENTRIES });
        const ids: string[] = [];
        const isFull = () => merger.size >= MAX_MERGED_ENTRIES || ids.length >= MAX_MERGED_ROWS;
        let isComplete = true;
        for await (const rows of pages) {
            for (const { id, reports: json } of rows) {
                const { reports, dropped } = types.read(parsed(json));
                if (dropped > 0) log.error({ dropped }, 'malformed reports in the journal are dropped');
                merger.add(reports);
                ids.push(id);
                if (shouldYield()) await yieldToEventLoop();
                isComplete = !isFull();
                if (!isComplete) break;
            }
            if (!isComplete) break;
        }
        if (ids.length === 0) return true;
        try {
            // Statements per flag then run once for all of its applications.
            await this.#storeMerged(ids, types.sortByFlag(merger.take()));
        } catch (error) {
            // Another node was faster. The remaining rows are read again.
            if (error instanceof RowsTaken) return false;
            throw error;
        }
        return isComplete;
    }

    /** Replaces the rows by fewer, unless all can be stored at once, and stores these. */
    async #storeMerged(ids: readonly string[], merged: SdkReports): Promise<void> {
        const parts = await this.#toRows(merged, ENTRIES_PER_PART);
        if (parts.length <= this.#size.parts) return this.#store(ids, merged, parts.length);
        await this.#replace(ids, parts);
        this.#backlog.remove(ids);
        for (const { id, part } of parts) this.#backlog.add(id, this.#reserved(part));
        while (parts.length > 0) {
            const next = parts.splice(0, this.#size.parts);
            const reports = this.#options.types.concat(next.map(({ part }) => part));
            await this.#store(
                next.map(({ id }) => id),
                reports,
                next.length,
            );
        }
    }

    #replace(ids: readonly string[], rows: readonly JournalRow[]): Promise<void> {
        // Without the lock of the writer: changes do not use the journal.
        return this.#options.recordObservation(async (tx) => {
            await takeJournalRows(tx, ids);
            await insertJournalRows(tx, rows);
        });
    }

    /** Stores the reports of these rows in one transaction. Entries that the database rejects are dropped, and no others. */
    async #store(ids: readonly string[], reports: SdkReports, parts: number): Promise<void> {
        const { recordObservation, stagesReached, exportSeries, clock, types, dropped, log } = this.#options;
        const stores = await types.loadStores();
        const drop = (reason: DropReason, count: number) => dropped.add(reason, count);
        const context = { now: clock().toISOString(), stagesReached, drop, exportSeries };
        try {
            await recordObservation(
                async (tx) => {
                    // Sent with the first statements of the stores.
                    const taken = takeJournalRows(tx, ids);
                    taken.catch(() => undefined);
                    for (const { name, store } of stores) await store.store(tx, reports[name], context);
                    await taken;
                },
                { exclusive: true, onHeld: (milliseconds) => this.#size.measured(parts, milliseconds) },
            );
            this.#backlog.remove(ids);
        } catch (error) {
            // After a database outage, the next run tries again.
            if (error instanceof RowsTaken || troubleIn(error) !== undefined) throw error;
            const halves = types.halvesOf(reports);
            if (halves.length < 2) {
                await this.#replace(ids, []);
                this.#backlog.remove(ids);
                log.error({ err: error }, 'a report of an SDK cannot be stored and is dropped');
                return;
            }
            const rows = halves.map((part) => this.#toRow(part));
            await this.#replace(ids, rows);
            this.#backlog.remove(ids);
            for (const { id, part } of rows) await this.#store([id], part, 1);
        }
    }

    async #toRows(reports: SdkReports, entries: number) {
        const rows: (JournalRow & { part: SdkReports })[] = [];
        for (const part of this.#options.types.split(reports, entries)) {
            rows.push(this.#toRow(part));
            if (shouldYield()) await yieldToEventLoop();
        }
        return rows;
    }

    #toRow(part: SdkReports) {
        return { id: this.#nextId(), part, reports: JSON.stringify(this.#options.types.toPlain(part)) };
    }

    /** Returns an id that is unique across nodes and increases in the order of arrival, because limits apply to the last reports. */
    #nextId(): string {
        this.#sequence++;
        return `${this.#options.clock().toISOString()} ${String(this.#sequence).padStart(12, '0')} ${randomUUID()}`;
    }
}

/** The oldest rows of all nodes; the last page is shorter. */
async function* pagesOfAll(db: Db): AsyncGenerator<JournalRow[]> {
    for (let after = ''; ; ) {
        const rows = await listJournalRows(db, { after, limit: ROWS_PER_QUERY });
        yield rows;
        if (rows.length < ROWS_PER_QUERY) return;
        after = rows.at(-1)!.id;
    }
}

function parsed(json: string): unknown {
    try {
        return JSON.parse(json);
    } catch {
        return undefined;
    }
}
