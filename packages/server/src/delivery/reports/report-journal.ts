import type { Metric } from '../../telemetry/metric.ts';
import type { Reporter } from './bounds.ts';
import type { SdkReports } from './sdk-reports.ts';

/** Durable storage of reports before they are acknowledged, and their processing afterwards. */
export interface ReportJournal {
    /** Throws `notReady` if too many reports of the token wait to be processed. */
    demandCapacity?(reporter: Reporter): void;
    /**
     * Resolves once the reports survive the end of this process; rejects if they were not appended. `deliveryKey` identifies a
     * delivery that its sender may repeat. Returns false, and appends nothing, if a delivery with that key was accepted before.
     */
    append(reports: SdkReports, deliveryKey?: string): Promise<boolean>;
    /** Processes the reports in the journal. Independent of `append`: it works while no further reports are accepted. */
    drain(): Promise<void>;
    metrics?(): Metric[];
}
