import type { TProperties, TSchema } from 'typebox';
import type { SdkActor } from '../../core/access/actor.ts';
import type { ServedSnapshots } from '../../snapshots/snapshots.ts';
import type { OutcomeProtection } from '../outcomes/outcome-protection.ts';
import type { Reporter } from './bounds.ts';
import type { DropReason } from './dropped-reports.ts';
import type { SdkBody } from './metrics.schemas.ts';
import type { ReportStore } from './stores/report-store.ts';

/** The members of every entry of a report. */
export interface ReportEntry {
    reporter: Reporter;
    app: string;
    environment: string;
}

/** Entries in memory, until they are stored or forwarded. The size is bounded, and entries of the same key are merged. */
export interface ReportBuffer<Entry> {
    readonly size: number;
    /** Adds an entry that is newer than the existing ones. */
    add(entry: Entry): void;
    /** Adds an entry that is older than the existing ones. */
    putBack(entry: Entry): void;
    /** Removes and returns all entries. */
    take(): Entry[];
}

/** The buffers of all types, and their common dependencies. */
export interface ReportBuffers {
    readonly snapshots: ServedSnapshots;
    readonly clock: () => Date;
    /** The limit of each type without a limit of its own. */
    readonly maxEntries: number;
    /** Returns the name of an application. Beyond a daily limit, further names of a token are replaced by one shared name. */
    appName(reporter: Reporter, name: string): string;
    /** Counts entries that are left out. */
    drop(reason: DropReason, count: number): void;
    in<Entry extends ReportEntry, Buffer extends ReportBuffer<Entry>>(type: ReportType<Entry, Buffer>): Buffer;
}

/** The request that contains a report. */
export interface ReportRequest {
    actor: SdkActor;
    ip: string;
    /** Removes raw units from outcomes. */
    outcomes: OutcomeProtection;
    /** The name and version of the SDK in the header of the request. */
    sdk?: string | undefined;
}

/**
 * A type of SDK report. Endpoints, journals, edges, their backups and the storage of the service process every type of the list in
 * `sdk-reports.ts`.
 */
export interface ReportType<
    Entry extends ReportEntry = ReportEntry,
    Buffer extends ReportBuffer<Entry> = ReportBuffer<Entry>,
> {
    /** Limits the entries in memory, and merges entries of the same key. */
    createBuffer(buffers: ReportBuffers): Buffer;
    /** The members of `POST /api/client/metrics` and of the same endpoint for frontends that report entries. */
    sdk?: {
        members: TProperties;
        /** The token determines the environment, whatever the body contains. */
        record(buffers: ReportBuffers, body: SdkBody, request: ReportRequest): void;
    };
    /** The list in the body of `POST /api/client/metrics/bulk`, in which edges forward entries. */
    bulk: {
        member: string;
        /** Optional for new types, because older edges do not send it. Undefined: another type declares and records the list. */
        list?: TSchema;
        /** Skips elements of another environment than that of the token. */
        record?(buffers: ReportBuffers, items: readonly unknown[], request: ReportRequest): void;
        toItem(entry: Entry, edge: ForwardingEdge): object;
    };
    /** Parses the type-specific members of an entry in a journal or a backup; returns undefined if they are malformed. */
    read(fields: Readonly<Record<string, unknown>>): Omit<Entry, keyof ReportEntry> | undefined;
    /** Converts an entry for JSON, if it contains maps. */
    toPlain?(entry: Entry): object;
    /** Loads the tables of the type. Edges never do: they have no database. */
    loadStore(): Promise<ReportStore<Entry>>;
    /** The memory that an entry uses, in entries; 1 if undefined. */
    weightOf?(entry: Entry): number;
    /** A flag of the entry, to choose a token that can see it upstream. */
    flagOf?(entry: Entry): string;
    /** The project of an entry without a flag, to choose a token that can see it upstream; `null`: any token. */
    projectOf?(entry: Entry): string | null;
    /** Counters of forwarded entries retain their slots: an emptied entry has zero counts, and is neither stored nor forwarded. */
    emptied?: { of(entry: Entry): Entry; is(entry: Entry): boolean };
}

export interface ForwardingEdge {
    appName: string;
    instanceId: string;
    now: string;
}

export const areTexts = (...values: unknown[]) => values.every((value) => typeof value === 'string');
export const areCounts = (...values: unknown[]) => values.every((value) => typeof value === 'number' && value >= 0);
