import { by, counter, type Metric } from '../../telemetry/metric.ts';

/** Why an entry of a report is left out: a part of it is invalid, or a limit is reached. */
export const DROP_REASONS = [
    'name',
    'value',
    'labels',
    'buckets',
    'time',
    'project',
    'form',
    'limit',
    'series',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Counts the entries that were left out of reports. */
export class DroppedReports {
    readonly #counts = Object.fromEntries(DROP_REASONS.map((reason) => [reason, 0])) as Record<DropReason, number>;

    add(reason: DropReason, count: number): void {
        this.#counts[reason] += count;
    }

    metrics(): Metric[] {
        return [
            counter(
                'halyard_reports_dropped_total',
                'Entries of SDK reports that were left out, by reason',
                by('reason', this.#counts),
            ),
        ];
    }
}
