import { coalesced } from '../../core/concurrency/coalesced.ts';
import type { ServedSnapshots } from '../../snapshots/snapshots.ts';
import type { Metric } from '../../telemetry/metric.ts';
import { BOUNDS, OTHER_APPS, type Reporter } from './bounds.ts';
import type { ReportJournal } from './report-journal.ts';
import type { ReportBuffer, ReportBuffers, ReportEntry, ReportType } from './report-type.ts';
import { USAGE } from './report-types/usage.ts';
import { type ReportTypes, SDK_REPORT_TYPES, type SdkReports } from './sdk-reports.ts';

const DAY = 24 * 3_600_000;
/** A report is acknowledged after this time even if the journal has not responded: SDKs must not wait for a failing database. */
const MAX_WAIT_MS = 1_000;
/** The pause after a journal error. */
const RETRY_MS = 1_000;

export interface MeasurementsOptions {
    snapshots: ServedSnapshots;
    clock: () => Date;
    types?: ReportTypes | undefined;
    /** The journal that persists reports before they are acknowledged; undefined: reports stay in memory. */
    journal?: ReportJournal | undefined;
    /** Stores the reports. */
    store: (measurements: Measurements, now: string) => Promise<void>;
}

/** Buffer of SDK reports until they are stored. Its size is bounded. */
export class Measurements implements ReportBuffers {
    readonly snapshots: ServedSnapshots;
    readonly clock: () => Date;
    readonly types: ReportTypes;
    readonly #journal: ReportJournal | undefined;
    readonly #store: MeasurementsOptions['store'];
    readonly #persist = coalesced(() => this.#persistOnce());
    #appending: Promise<void> | undefined;
    #retryAt = 0;
    readonly #buffers: ReadonlyMap<ReportType, ReportBuffer<ReportEntry>>;
    readonly #appsOfTokens = new Map<number, Set<string>>();
    #day = 0;

    constructor({ snapshots, clock, types = SDK_REPORT_TYPES, journal, store }: MeasurementsOptions) {
        this.#journal = journal;
        this.snapshots = snapshots;
        this.clock = clock;
        this.#store = store;
        this.types = types;
        this.#buffers = new Map(types.list.map((type) => [type, type.createBuffer(this)]));
    }

    in<Entry extends ReportEntry, Buffer extends ReportBuffer<Entry>>(type: ReportType<Entry, Buffer>): Buffer {
        // The constructor creates one buffer for each type, with the class that the type declares.
        return this.#buffers.get(type as unknown as ReportType) as unknown as Buffer;
    }

    /** Stores all reports received so far. */
    store(): Promise<void> {
        return this.#store(this, this.clock().toISOString());
    }

    /**
     * Resolves once everything recorded so far is in the journal. A journal that is slow or fails delays no caller for more than
     * a second: the reports then stay in memory and are appended later. Returns undefined without a journal.
     */
    persisted(): Promise<void> | undefined {
        return this.#journal && this.#persist();
    }

    /** Records a delivery that its sender may repeat: a second one with the same key is ignored. Throws if it is not persisted. */
    async deliver(key: string, record: (delivery: Measurements) => void): Promise<void> {
        const { snapshots, clock, types } = this;
        const delivery = new Measurements({ snapshots, clock, types, store: async () => undefined });
        record(delivery);
        const reports = delivery.take();
        const isNew = !this.#journal || (await this.#journal.append(reports, key));
        if (!this.#journal) this.putBack(reports);
        if (isNew) this.in(USAGE).countEvaluations(reports.usage);
    }

    /** Appends everything recorded so far to the journal; reports that cannot be appended stay in memory. */
    async flush(): Promise<void> {
        await this.#appending;
        if (!this.#journal) return;
        const reports = this.take();
        if (this.types.count(reports) === 0) return;
        try {
            await this.#journal.append(reports);
        } catch (error) {
            this.putBack(reports);
            throw error;
        }
    }

    async #persistOnce(): Promise<void> {
        if (this.#appending || performance.now() < this.#retryAt) return;
        const { promise: deadline, resolve: resolveDeadline } = Promise.withResolvers<void>();
        const timer = setTimeout(resolveDeadline, MAX_WAIT_MS);
        const appending = this.flush()
            .catch(() => {
                this.#retryAt = performance.now() + RETRY_MS;
            })
            .finally(() => {
                this.#appending = undefined;
                clearTimeout(timer);
            });
        this.#appending = appending;
        await Promise.race([appending, deadline]);
    }

    metrics(): Metric[] {
        return this.in(USAGE).metrics();
    }

    /** The memory that all reports use, in entries. */
    get size(): number {
        return [...this.#buffers.values()].reduce((sum, { size }) => sum + size, 0);
    }

    /** Removes and returns all reports; `putBack` returns reports that could not be stored. */
    take(): SdkReports {
        return this.types.collect((type) => this.in(type).take());
    }

    putBack(reports: SdkReports): void {
        for (const { type, entry } of this.types.entriesOf(reports)) this.in(type).putBack(entry);
    }

    /** Adds reports that are newer than the existing ones. */
    add(reports: SdkReports): void {
        for (const { type, entry } of this.types.entriesOf(reports)) this.in(type).add(entry);
    }

    appName({ kind, tokenId }: Reporter, name: string): string {
        const day = Math.floor(this.clock().getTime() / DAY);
        if (day !== this.#day) {
            this.#day = day;
            this.#appsOfTokens.clear();
        }
        let apps = this.#appsOfTokens.get(tokenId);
        if (apps === undefined) {
            apps = new Set();
            this.#appsOfTokens.set(tokenId, apps);
        }
        if (apps.has(name)) return name;
        if (apps.size >= BOUNDS[kind].applications) return OTHER_APPS;
        apps.add(name);
        return name;
    }
}
