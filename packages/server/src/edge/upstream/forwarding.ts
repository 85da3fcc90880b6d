import { notReady } from '../../core/errors/errors.ts';
import { MergedReports, type ReportContext } from '../../delivery/reports/merged-reports.ts';
import type { ReportJournal } from '../../delivery/reports/report-journal.ts';
import { type ReportTypes, SDK_REPORT_TYPES, type SdkReports } from '../../delivery/reports/sdk-reports.ts';
import { logUnusable } from '../state/backup-files.ts';
import type { ReportFiles } from '../state/report-files.ts';
import { AcceptedKeys } from './accepted-keys.ts';
import { isFilled, ReportSender, type ReportSenderOptions } from './report-sender.ts';
import { readRestored } from './restored-reports.ts';

export interface ForwarderOptions
    extends Pick<ReportContext, 'snapshots' | 'clock'>,
        Pick<ReportSenderOptions, 'client' | 'subscriptions' | 'edge' | 'log'> {
    types?: ReportTypes | undefined;
    /** Undefined: reports are in memory only. */
    files: ReportFiles | undefined;
}

/** Bytes after which the log of reports is replaced by a snapshot. */
const MAX_LOG_BYTES = 16 * 1024 * 1024;

/**
 * Persists SDK reports and forwards them in batches. Reports that upstream does not accept are retained, within the limits of
 * `MergedReports`: counts of the same hour are summed, and the excess is dropped.
 */
export class Forwarder implements ReportJournal {
    readonly #options: ForwarderOptions;
    readonly #types: ReportTypes;
    readonly #pending: MergedReports;
    readonly #sender: ReportSender;
    readonly #accepted: AcceptedKeys;
    readonly #accepting = new Map<string, Promise<unknown>>();
    /** Whether the last write to the backup folder failed. */
    #isFailing = false;

    constructor(options: ForwarderOptions) {
        this.#options = options;
        this.#types = options.types ?? SDK_REPORT_TYPES;
        this.#pending = this.#newBuffer();
        this.#sender = new ReportSender({ ...options, types: this.#types, pending: this.#pending });
        this.#accepted = new AcceptedKeys(options.clock);
    }

    get countSent(): number {
        return this.#sender.countSent;
    }

    async append(reports: SdkReports, deliveryKey?: string): Promise<boolean> {
        if (deliveryKey === undefined) {
            await this.#persist(reports);
            return true;
        }
        const accepting = this.#accepting.get(deliveryKey);
        if (accepting !== undefined) {
            await accepting;
            return false;
        }
        // Nothing may be awaited between the check and the entry, or two equal deliveries would both be appended.
        if (this.#accepted.has(deliveryKey)) return false;
        const persisted = this.#persist(reports, deliveryKey).finally(() => this.#accepting.delete(deliveryKey));
        this.#accepting.set(deliveryKey, persisted);
        await persisted;
        return true;
    }

    /** Sends all reports. Throws if upstream is unavailable; unsent reports are retained. */
    async drain(): Promise<void> {
        try {
            // Until upstream has confirmed or rejected these, later reports wait and are summed.
            if (this.#sender.deliveries.length > 0) await this.#sender.sendAll();
            this.#sender.divide();
            if (this.#sender.deliveries.length === 0) return;
            // The files are written first: after a kill, deliveries are sent again with the same keys.
            await this.#writeFiles();
            await this.#sender.sendAll();
        } finally {
            await this.#writeFiles();
        }
    }

    /** The pending reports, for operators; the buffer is unchanged. */
    pending(): Record<string, object[]> {
        const all = this.#newBuffer();
        for (const { reports } of this.#sender.deliveries) all.add(reports);
        all.add(this.#copyOfPending());
        return this.#sender.bodyOf(all.take());
    }

    /** Restores the reports of an earlier process. */
    async restore(): Promise<void> {
        const { files, log } = this.#options;
        if (!files) return;
        const { reports, deliveries, accepted, dropped } = readRestored(await files.restore(), this.#types);
        for (const each of reports) this.#pending.add(each);
        for (const delivery of deliveries) this.#sender.restore(delivery);
        for (const [key, at] of accepted) this.#accepted.add(key, at);
        if (dropped > 0) logUnusable(log, 'halyard_reports.json', `${dropped} malformed entries`);
    }

    async close(): Promise<void> {
        await this.#options.files?.close();
    }

    /** Keeps the reports. Without a backup folder they are in memory only. Rejects, and keeps nothing, if they cannot be written. */
    async #persist(reports: SdkReports, deliveryKey?: string): Promise<void> {
        const { files, clock } = this.#options;
        const at = clock().getTime();
        const keep = () => {
            this.#pending.add(reports);
            if (deliveryKey !== undefined) this.#accepted.add(deliveryKey, at);
        };
        if (!files || this.#types.count(reports) === 0) return keep();
        const delivery = deliveryKey === undefined ? {} : { key: deliveryKey, at };
        const line = JSON.stringify({ ...delivery, reports: this.#types.toPlain(reports) });
        const problem = await this.#write(files.append(line, keep));
        if (problem)
            throw notReady('The edge cannot write reports to its backup folder. Send this one again in a moment.');
        if (files.logBytes > MAX_LOG_BYTES) await this.#writeFiles();
    }

    /** Returns the error of a failed write. It is logged once until a write succeeds, because every report may cause one. */
    async #write(writing: Promise<void>): Promise<unknown> {
        const error: unknown = await writing.then(
            () => undefined,
            (problem: unknown) => problem,
        );
        const { log } = this.#options;
        if (error && !this.#isFailing) log.warn({ err: error }, 'reports of SDKs could not be written to the backup');
        this.#isFailing = error !== undefined;
        return error;
    }

    async #writeFiles(): Promise<void> {
        const { files } = this.#options;
        if (files) await this.#write(files.replace(() => this.#state()));
    }

    /** The content of the snapshot; undefined if there is none. */
    #state(): Record<string, unknown> | undefined {
        const reports = this.#copyOfPending();
        const accepted = this.#accepted.entries();
        const { deliveries } = this.#sender;
        if (this.#types.count(reports) + deliveries.length + accepted.length === 0) return undefined;
        const plain = deliveries.map((each) => ({ ...each, reports: this.#types.toPlain(each.reports) }));
        return { ...this.#types.toPlain(reports), deliveries: plain, accepted };
    }

    #copyOfPending(): SdkReports {
        const reports = this.#pending.take();
        this.#pending.putBack(reports);
        return this.#types.filter(reports, isFilled);
    }

    #newBuffer(): MergedReports {
        const { snapshots, clock } = this.#options;
        return new MergedReports({ snapshots, clock, types: this.#types });
    }
}
