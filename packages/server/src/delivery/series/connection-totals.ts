import { differenceOf, type PackedValue } from '../../core/series/packed-value.ts';
import { type MetricEntry, metricEntryKey } from './metric-entry.ts';

/** The period of one connection of an SDK that a report covers. A repeated report has the same id and start, and a later end. */
export interface ReportedPeriod {
    id: string;
    start: string;
}

interface ConnectionPeriod {
    start: string;
    totals: Map<string, PackedValue>;
}

const MAX_CONNECTIONS = 20_000;
const MAX_TOTALS = 200_000;

/**
 * What each connection reported for its last period. An SDK that got no response sends its counters again, with everything that was
 * counted since: only the difference is new. In memory, for the connections that reported last.
 */
export class ConnectionTotals {
    readonly #periods = new Map<string, ConnectionPeriod>();
    #size = 0;

    /**
     * Returns the entries with what the connection did not report before, and a function that forgets them again, in case that they
     * cannot be stored.
     */
    newIn(
        { id, start }: ReportedPeriod,
        entries: readonly MetricEntry[],
    ): { entries: MetricEntry[]; forget: () => void } {
        const before = this.#periods.get(id);
        const isRepeated = before?.start === start;
        const totals = new Map(isRepeated ? before.totals : []);
        const fresh = entries.flatMap((entry) => {
            if (entry.value === null || entry.kind === 'gauge') return [entry];
            const key = metricEntryKey({ ...entry, minute: 0 });
            const known = isRepeated ? before.totals.get(key) : undefined;
            const value = known ? differenceOf(entry.kind, entry.value, known) : entry.value;
            if (value !== undefined) totals.set(key, entry.value);
            return value === undefined ? [] : [{ ...entry, value }];
        });
        this.#set(id, { start, totals });
        return { entries: fresh, forget: () => this.#set(id, before) };
    }

    #set(id: string, period: ConnectionPeriod | undefined): void {
        this.#delete(id);
        if (period === undefined) return;
        this.#periods.set(id, period);
        this.#size += period.totals.size;
        for (const oldest of this.#periods.keys()) {
            if (this.#periods.size <= MAX_CONNECTIONS && this.#size <= MAX_TOTALS) break;
            this.#delete(oldest);
        }
    }

    #delete(id: string): void {
        this.#size -= this.#periods.get(id)?.totals.size ?? 0;
        this.#periods.delete(id);
    }
}
