import { coalesced } from '../../core/concurrency/coalesced.ts';
import { troubleOf } from '../../core/errors/database-trouble.ts';
import { HalyardError, notReady } from '../../core/errors/errors.ts';
import type { ServedSnapshots } from '../../snapshots/snapshots.ts';
import type { Metric } from '../../telemetry/metric.ts';
import { ApplicationNames } from './application-names.ts';
import type { Reporter } from './bounds.ts';
import { DroppedReports } from './dropped-reports.ts';
import { MergedReports, type ReportContext } from './merged-reports.ts';
import { ReportBatch } from './report-batch.ts';
import type { ReportJournal } from './report-journal.ts';
import type { ReportBuffers } from './report-type.ts';
import { type ReportTypes, SDK_REPORT_TYPES } from './sdk-reports.ts';

/** Callers wait for the journal at most this long: SDKs must not wait for a failing disk or database. */
const MAX_WAIT_MS = 1_000;
/** The pause after a journal error, while acknowledged reports are in memory only. */
const RETRY_MS = 1_000;

interface ReportReceiverOptions {
    snapshots: ServedSnapshots;
    clock: () => Date;
    types?: ReportTypes | undefined;
    dropped?: DroppedReports;
    journal: ReportJournal;
    log: { warn(about: object, message: string): void };
}

/**
 * Receives SDK reports, and acknowledges them once the journal has persisted them. Reports that arrive during an append share the next
 * one. A report that is not persisted is rejected with 503 and forgotten, so that its sender can repeat it. The exception are a few
 * reports during an append that takes too long: see `ReportBatch`.
 */
export class ReportReceiver {
    readonly types: ReportTypes;
    readonly #context: ReportContext;
    readonly #dropped: DroppedReports;
    readonly #journal: ReportJournal;
    readonly #log: ReportReceiverOptions['log'];
    readonly #persist = coalesced(() => this.#persistOnce());
    #open: ReportBatch;
    #retryAt = 0;
    #lastError: unknown;

    constructor({
        snapshots,
        clock,
        types = SDK_REPORT_TYPES,
        dropped = new DroppedReports(),
        journal,
        log,
    }: ReportReceiverOptions) {
        this.types = types;
        this.#dropped = dropped;
        const applications = new ApplicationNames(clock);
        this.#context = { snapshots, clock, types, applications, dropped: this.#dropped };
        this.#journal = journal;
        this.#log = log;
        this.#open = new ReportBatch(this.#context);
    }

    /** Resolves once the recorded reports are acknowledged; rejects with 503 and `Retry-After` if the sender has to repeat them. */
    async receive(reporter: Reporter, record: (buffers: ReportBuffers) => void): Promise<void> {
        this.#journal.demandCapacity?.(reporter);
        const persisted = this.#open.record(reporter, record);
        void this.#persist();
        return persisted;
    }

    /** Counts parts of bodies that were left out. */
    dropParts(count: number): void {
        if (count > 0) this.#dropped.add('form', count);
    }

    /** Receives a delivery that its sender may repeat: a second one with the same key is ignored. */
    async receiveDelivery(
        reporter: Reporter,
        { key, record }: { key: string; record: (buffers: ReportBuffers) => void },
    ): Promise<void> {
        this.#journal.demandCapacity?.(reporter);
        const reports = new MergedReports(this.#context);
        record(reports);
        await this.#journal.append(reports.take(), key).catch((error: unknown) => {
            throw this.#toRejection(error);
        });
    }

    /** Processes all reports received so far: the service adds them to the counts, an edge forwards them. */
    async store(): Promise<void> {
        if (this.#open.isEmpty) return this.#journal.drain();
        this.#retryAt = 0;
        // At the same time, because neither must prevent the other.
        await Promise.all([this.#journal.drain(), this.#persist()]);
        if (this.#open.isAcknowledged && !this.#open.isEmpty) throw this.#lastError;
        await this.#journal.drain();
    }

    metrics(): Metric[] {
        return [...this.#dropped.metrics(), ...(this.#journal.metrics?.() ?? [])];
    }

    async #persistOnce(): Promise<void> {
        const batch = this.#open;
        if (batch.isEmpty || performance.now() < this.#retryAt) return;
        this.#open = new ReportBatch(this.#context);
        const overdue = setTimeout(() => {
            batch.acknowledge();
            this.#open.acknowledgeSmall();
        }, MAX_WAIT_MS);
        const reports = batch.take();
        try {
            await this.#journal.append(reports);
            batch.acknowledge();
            // Acknowledged because this append was overdue; from now on, reports wait again.
            if (this.#open.isEmpty) this.#open = new ReportBatch(this.#context);
        } catch (error) {
            if (batch.isAcknowledged) {
                this.#retryAt = performance.now() + RETRY_MS;
                this.#lastError = error;
                this.#open.acknowledgeSmall();
                this.#open.putBack(reports);
            } else batch.reject(this.#toRejection(error));
        } finally {
            clearTimeout(overdue);
        }
    }

    #toRejection(error: unknown): unknown {
        if (error instanceof HalyardError || troubleOf(error) !== undefined) return error;
        this.#log.warn({ err: error }, 'reports of SDKs cannot be persisted and are refused');
        return notReady('Reports cannot be stored at the moment. Send this one again in a moment.');
    }
}
