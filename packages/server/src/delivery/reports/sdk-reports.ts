import { type TObject, type TOptional, type TProperties, Type } from 'typebox';
import { isRecord } from '../../core/json/is-record.ts';
import type { Reporter } from './bounds.ts';
import { SDK_MEMBERS, SeenTokens } from './metrics.schemas.ts';
import { areTexts, type ForwardingEdge, type ReportEntry, type ReportType } from './report-type.ts';
import { CUMULATIVES } from './report-types/cumulatives.ts';
import { METRICS } from './report-types/metrics.ts';
import { OUTCOMES } from './report-types/outcomes.ts';
import { SIGHTINGS } from './report-types/sightings.ts';
import { UNKNOWN_FLAGS } from './report-types/unknown-flags.ts';
import { USAGE } from './report-types/usage.ts';
import type { ReportStore } from './stores/report-store.ts';

/**
 * All types of SDK reports, in the order in which they are recorded and stored. The name of a type is its member in journals and
 * backups.
 */
const REPORT_TYPES = {
    usage: USAGE,
    sightings: SIGHTINGS,
    unknownFlags: UNKNOWN_FLAGS,
    metrics: METRICS,
    cumulatives: CUMULATIVES,
    outcomes: OUTCOMES,
};

type EntryOf<T> = T extends ReportType<infer Entry, infer _Buffer> ? Entry : never;

export type SdkReports = { [Name in keyof typeof REPORT_TYPES]: EntryOf<(typeof REPORT_TYPES)[Name]>[] };

/** Processes reports of all types. */
export class ReportTypes {
    readonly byName: Readonly<Record<string, ReportType>>;
    readonly list: readonly ReportType[];
    /** The bodies of `POST /api/client/metrics` and `POST /api/client/metrics/bulk`. */
    readonly sdkBody: TObject<typeof SDK_MEMBERS>;
    readonly bulkBody: TObject<{ seenTokens: TOptional<typeof SeenTokens> }>;

    constructor(byName: Readonly<Record<string, ReportType>>) {
        this.byName = byName;
        this.list = Object.values(byName);
        const members = Object.assign({}, ...this.list.map(({ sdk }) => sdk?.members)) as TProperties;
        this.sdkBody = Type.Object({ ...SDK_MEMBERS, ...members }, { $id: 'clientMetrics' });
        const lists = this.list.flatMap(({ bulk: { member, list } }) => (list ? [[member, list]] : []));
        const seenTokens = Type.Optional(SeenTokens);
        this.bulkBody = Type.Object({ ...Object.fromEntries(lists), seenTokens }, { $id: 'bulkMetrics' });
    }

    /** The stores of all types, in the order of the list. */
    loadStores(): Promise<{ name: keyof SdkReports; store: ReportStore<ReportEntry> }[]> {
        const types = Object.entries(this.byName) as [keyof SdkReports, ReportType][];
        return Promise.all(types.map(async ([name, type]) => ({ name, store: await type.loadStore() })));
    }

    collect(entriesOf: (type: ReportType, name: keyof SdkReports) => ReportEntry[]): SdkReports {
        const types = Object.entries(this.byName) as [keyof SdkReports, ReportType][];
        const lists = types.map(([name, type]) => [name, entriesOf(type, name)]);
        return Object.fromEntries(lists) as SdkReports;
    }

    *entriesOf(reports: SdkReports): Generator<{ name: keyof SdkReports; type: ReportType; entry: ReportEntry }> {
        for (const [name, type] of Object.entries(this.byName) as [keyof SdkReports, ReportType][]) {
            for (const entry of reports[name]) yield { name, type, entry };
        }
    }

    /** The memory that the reports use, in entries. */
    count(reports: SdkReports): number {
        let sum = 0;
        for (const { type, entry } of this.entriesOf(reports)) sum += weightOf(type, entry);
        return sum;
    }

    /** Splits reports into parts of about this number of entries each; yields no part without reports. */
    *split(reports: SdkReports, size: number): Generator<SdkReports> {
        let part = this.none();
        let weight = 0;
        for (const { name, type, entry } of this.entriesOf(reports)) {
            append(part, name, entry);
            weight += weightOf(type, entry);
            if (weight < size) continue;
            yield part;
            part = this.none();
            weight = 0;
        }
        if (weight > 0) yield part;
    }

    /** The memory that the reports of each token use, in entries. */
    countByToken(reports: SdkReports): Map<number, number> {
        const counts = new Map<number, number>();
        for (const { type, entry } of this.entriesOf(reports)) {
            const { tokenId } = entry.reporter;
            counts.set(tokenId, (counts.get(tokenId) ?? 0) + weightOf(type, entry));
        }
        return counts;
    }

    /** The tokens that reported something, each once. */
    reportersOf(reports: SdkReports): Reporter[] {
        const reporters = new Map<number, Reporter>();
        for (const { entry } of this.entriesOf(reports)) reporters.set(entry.reporter.tokenId, entry.reporter);
        return [...reporters.values()];
    }

    /** Entries of the same flag follow each other. */
    sortByFlag(reports: SdkReports): SdkReports {
        return this.collect((type, name) => {
            const entries: ReportEntry[] = reports[name];
            const flagOf = type.flagOf?.bind(type);
            if (flagOf === undefined) return entries;
            return entries.toSorted((a, b) => (flagOf(a) < flagOf(b) ? -1 : 1));
        });
    }

    concat(parts: readonly SdkReports[]): SdkReports {
        const all = this.none();
        for (const part of parts) for (const { name, entry } of this.entriesOf(part)) append(all, name, entry);
        return all;
    }

    /** Splits reports into two parts; none for a single entry. */
    halvesOf(reports: SdkReports): SdkReports[] {
        const entries = [...this.entriesOf(reports)];
        if (entries.length < 2) return [];
        const half = Math.ceil(entries.length / 2);
        return [entries.slice(0, half), entries.slice(half)].map((list) => {
            const part = this.none();
            for (const { name, entry } of list) append(part, name, entry);
            return part;
        });
    }

    none(): SdkReports {
        return this.collect(() => []);
    }

    filter(reports: SdkReports, matches: (type: ReportType, entry: ReportEntry) => boolean): SdkReports {
        const result = this.none();
        for (const { name, type, entry } of this.entriesOf(reports))
            if (matches(type, entry)) append(result, name, entry);
        return result;
    }

    /** Converts reports for JSON, which has no maps. Only the kind and id of the token are stored; its stream key must not be. */
    toPlain(reports: SdkReports): Record<string, object[]> {
        const plain: Record<string, object[]> = this.none();
        for (const { name, type, entry } of this.entriesOf(reports)) {
            const { kind, tokenId } = entry.reporter;
            plain[name]!.push({ ...(type.toPlain?.(entry) ?? entry), reporter: { kind, tokenId } });
        }
        return plain;
    }

    /**
     * Parses the output of `toPlain`. Malformed entries are counted and omitted. `reporter`, if passed, is the token to which the
     * reports are attributed.
     */
    read(value: unknown, reporter?: Reporter): { reports: SdkReports; dropped: number } {
        let dropped = 0;
        const readEntry = (type: ReportType, fields: unknown): ReportEntry[] => {
            const entry = isRecord(fields) ? readFields(type, reporter ? { ...fields, reporter } : fields) : undefined;
            if (entry === undefined) dropped++;
            return entry ? [entry] : [];
        };
        if (!isRecord(value)) return { reports: this.none(), dropped: 1 };
        const lists = Object.entries(this.byName).map(([name, type]) => {
            const entries = value[name] ?? [];
            if (Array.isArray(entries)) return [name, entries.flatMap((fields) => readEntry(type, fields))];
            dropped++;
            return [name, []];
        });
        return { reports: Object.fromEntries(lists) as SdkReports, dropped };
    }

    /** Returns the body of `POST /api/client/metrics/bulk`. */
    toBulk(reports: SdkReports, edge: ForwardingEdge): Record<string, object[]> {
        const body = this.emptyBulk();
        for (const { type, entry } of this.entriesOf(reports)) {
            body[type.bulk.member]!.push(type.bulk.toItem(entry, edge));
        }
        return body;
    }

    emptyBulk(): Record<string, object[]> {
        return Object.fromEntries(this.list.map(({ bulk }) => [bulk.member, []]));
    }
}

export const SDK_REPORT_TYPES = new ReportTypes(REPORT_TYPES);

export function append(reports: SdkReports, name: keyof SdkReports, entry: ReportEntry): void {
    // The list has the element type of its name.
    (reports[name] as ReportEntry[]).push(entry);
}

const weightOf = ({ weightOf: weight }: ReportType, entry: ReportEntry) => weight?.(entry) ?? 1;

function readFields(type: ReportType, fields: Readonly<Record<string, unknown>>): ReportEntry | undefined {
    const { app, environment } = fields;
    const reporter = readReporter(fields['reporter']);
    const typeFields = reporter && areTexts(app, environment) ? type.read(fields) : undefined;
    return typeFields && ({ reporter, app, environment, ...typeFields } as ReportEntry);
}

function readReporter(value: unknown): Reporter | undefined {
    if (!isRecord(value)) return undefined;
    const { kind, tokenId } = value;
    return (kind === 'client' || kind === 'frontend') && typeof tokenId === 'number' ? { kind, tokenId } : undefined;
}
