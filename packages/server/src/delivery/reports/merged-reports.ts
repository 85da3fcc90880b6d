import type { ServedSnapshots } from '../../snapshots/snapshots.ts';
import { ApplicationNames } from './application-names.ts';
import type { Reporter } from './bounds.ts';
import { DroppedReports, type DropReason } from './dropped-reports.ts';
import type { ReportBuffer, ReportBuffers, ReportEntry, ReportType } from './report-type.ts';
import type { ReportTypes, SdkReports } from './sdk-reports.ts';

export interface ReportContext {
    snapshots: ServedSnapshots;
    clock: () => Date;
    types: ReportTypes;
    /** Shared by the buffers whose names count together. Default: own names. */
    applications?: ApplicationNames;
    dropped?: DroppedReports;
    /** Default: the limit of memory. */
    maxEntries?: number;
}

const MAX_ENTRIES = 10_000;

/** Merges reports in memory: one buffer for each type. The size is bounded. */
export class MergedReports implements ReportBuffers {
    readonly snapshots: ServedSnapshots;
    readonly clock: () => Date;
    readonly types: ReportTypes;
    readonly maxEntries: number;
    readonly #applications: ApplicationNames;
    readonly #dropped: DroppedReports;
    readonly #buffers: ReadonlyMap<ReportType, ReportBuffer<ReportEntry>>;

    constructor({
        snapshots,
        clock,
        types,
        applications,
        dropped = new DroppedReports(),
        maxEntries = MAX_ENTRIES,
    }: ReportContext) {
        this.snapshots = snapshots;
        this.clock = clock;
        this.types = types;
        this.maxEntries = maxEntries;
        this.#dropped = dropped;
        this.#applications = applications ?? new ApplicationNames(clock);
        this.#buffers = new Map(types.list.map((type) => [type, type.createBuffer(this)]));
    }

    in<Entry extends ReportEntry, Buffer extends ReportBuffer<Entry>>(type: ReportType<Entry, Buffer>): Buffer {
        // The constructor creates one buffer for each type, with the class that the type declares.
        return this.#buffers.get(type as unknown as ReportType) as unknown as Buffer;
    }

    /** The memory that all reports use, in entries. */
    get size(): number {
        let size = 0;
        for (const buffer of this.#buffers.values()) size += buffer.size;
        return size;
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

    drop(reason: DropReason, count: number): void {
        this.#dropped.add(reason, count);
    }

    appName(reporter: Reporter, name: string): string {
        return this.#applications.admitted(reporter, name);
    }
}
