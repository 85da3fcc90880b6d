import { isRecord } from '../../core/json/is-record.ts';
import type { Reporter } from './bounds.ts';

/** How often one application evaluated one flag in one hour. */
export interface UsageCount {
    reporter: Reporter;
    flag: string;
    environment: string;
    app: string;
    /** The start of the hour. */
    hour: string;
    yes: number;
    no: number;
    variants: Map<string, number>;
}

/** An SDK instance that is or was running. */
export interface Sighting {
    reporter: Reporter;
    app: string;
    environment: string;
    instanceId: string;
    sdkVersion: string | null;
    ip: string;
    /** Undefined: not reported. */
    strategies: readonly string[] | undefined;
}

export interface UnknownFlag {
    reporter: Reporter;
    name: string;
    app: string;
    environment: string;
}

/** Everything SDKs reported, by kind. Journals and backups store it. */
export interface SdkReports {
    usage: UsageCount[];
    sightings: Sighting[];
    unknownFlags: UnknownFlag[];
}

type Fields = Record<string, unknown>;

/** For each kind of report: how an entry is read from JSON. An entry that is malformed is undefined. */
const READERS: { [Kind in keyof SdkReports]: (fields: Fields) => SdkReports[Kind][number] | undefined } = {
    usage: (fields) => {
        const { flag, environment, app, hour, yes, no, variants } = fields;
        const reporter = readReporter(fields['reporter']);
        if (!reporter || !areTexts(flag, environment, app, hour) || !areCounts(yes, no)) return undefined;
        const pairs = variants ?? [];
        const isReadable = !Number.isNaN(Date.parse(hour as string)) && Array.isArray(pairs) && pairs.every(isPair);
        return isReadable ? ({ ...fields, reporter, variants: new Map(pairs) } as UsageCount) : undefined;
    },
    sightings: (fields) => {
        const { app, environment, instanceId, sdkVersion = null, ip = '', strategies } = fields;
        const reporter = readReporter(fields['reporter']);
        if (!reporter || !areTexts(app, environment, instanceId, ip)) return undefined;
        const isReadable =
            (sdkVersion === null || areTexts(sdkVersion)) &&
            (strategies === undefined || (Array.isArray(strategies) && areTexts(...strategies)));
        return isReadable ? ({ ...fields, reporter, sdkVersion, ip, strategies } as Sighting) : undefined;
    },
    unknownFlags: (fields) => {
        const reporter = readReporter(fields['reporter']);
        const isReadable = reporter && areTexts(fields['name'], fields['app'], fields['environment']);
        return isReadable ? ({ ...fields, reporter } as UnknownFlag) : undefined;
    },
};

const KINDS = Object.keys(READERS) as (keyof SdkReports)[];

/** A variant uses as much memory as a flag. */
const weightOf = (entry: SdkReports[keyof SdkReports][number]) => ('variants' in entry ? 1 + entry.variants.size : 1);

export const countEntries = (reports: SdkReports): number =>
    KINDS.reduce((sum, kind) => sum + reports[kind].reduce((own, entry) => own + weightOf(entry), 0), 0);

/** Parts of about this number of entries each; none when there are no reports. */
export function* splitReports(reports: SdkReports, size: number): Generator<SdkReports> {
    let part: SdkReports = { usage: [], sightings: [], unknownFlags: [] };
    let weight = 0;
    for (const kind of KINDS) {
        for (const entry of reports[kind]) {
            // The list has the element type of its kind.
            (part[kind] as (typeof entry)[]).push(entry);
            weight += weightOf(entry);
            if (weight < size) continue;
            yield part;
            part = { usage: [], sightings: [], unknownFlags: [] };
            weight = 0;
        }
    }
    if (weight > 0) yield part;
}

/** For JSON, which has no maps. */
export const toPlain = ({ usage, ...others }: SdkReports) => ({
    usage: usage.map((count) => ({ ...count, variants: [...count.variants] })),
    ...others,
});

/**
 * Parses the output of `toPlain`. Malformed entries are counted and left out. `reporter`: attributes the reports to this token,
 * if given.
 */
export function readReports(value: unknown, reporter?: Reporter): { reports: SdkReports; dropped: number } {
    const reports: SdkReports = { usage: [], sightings: [], unknownFlags: [] };
    if (!isRecord(value)) return { reports, dropped: 1 };
    let dropped = 0;
    const readKind = <Kind extends keyof SdkReports>(kind: Kind) => {
        const entries = value[kind] ?? [];
        if (!Array.isArray(entries)) {
            dropped++;
            return;
        }
        // The list has the element type of its kind.
        const list = reports[kind] as SdkReports[Kind][number][];
        for (const entry of entries) {
            const read = isRecord(entry) ? READERS[kind](reporter ? { ...entry, reporter } : entry) : undefined;
            if (read === undefined) dropped++;
            else list.push(read);
        }
    };
    for (const kind of KINDS) readKind(kind);
    return { reports, dropped };
}

const areTexts = (...values: unknown[]) => values.every((value) => typeof value === 'string');
const areCounts = (...values: unknown[]) => values.every((value) => typeof value === 'number' && value >= 0);
const isPair = (pair: unknown): pair is [string, number] =>
    Array.isArray(pair) && areTexts(pair[0]) && areCounts(pair[1]);

function readReporter(value: unknown): Reporter | undefined {
    if (!isRecord(value)) return undefined;
    const { kind, tokenId } = value;
    return (kind === 'client' || kind === 'frontend') && typeof tokenId === 'number' ? { kind, tokenId } : undefined;
}
