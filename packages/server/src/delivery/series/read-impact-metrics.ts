import { isRecord } from '../../core/json/is-record.ts';
import { isPacked } from '../../core/series/packed-value.ts';
import { type HistogramBucket, type Labels, SERIES_KINDS, type SeriesKind } from '../../core/series/series.ts';
import type { EdgeSample } from './add-samples.ts';
import { isReportedPeriod } from './reported-period.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Reads `impactMetrics` in the formats of all SDKs. Entries and samples of another form are counted and left out. */
export function readImpactMetrics(value: unknown): { samples: EdgeSample[]; malformed: number } {
    if (value === undefined || value === null) return { samples: [], malformed: 0 };
    if (!Array.isArray(value)) return { samples: [], malformed: 1 };
    let malformed = 0;
    const samples = value.flatMap((entry: unknown) => {
        const read = isRecord(entry) ? readEntry(entry) : [undefined];
        const valid = read.filter((sample) => sample !== undefined);
        malformed += read.length - valid.length;
        return valid;
    });
    return { samples, malformed };
}

function readEntry(entry: Fields): (EdgeSample | undefined)[] {
    const { name, help, samples, project } = entry;
    const kind = SERIES_KINDS.find((each) => each === entry['type']);
    if (typeof name !== 'string' || kind === undefined || !Array.isArray(samples)) return [undefined];
    const metric = {
        name,
        ...(typeof help === 'string' && { help }),
        ...(typeof project === 'string' && { project }),
    };
    if (samples.length === 0) return [{ ...metric, kind: 'counter', labels: {}, value: 0 }];
    return samples.map((sample: unknown) => {
        const labels = isRecord(sample) ? readLabels(sample['labels']) : undefined;
        if (!isRecord(sample) || labels === undefined) return undefined;
        const at = typeof sample['at'] === 'number' ? { at: new Date(1000 * sample['at']) } : {};
        const period = isReportedPeriod(sample['period']) ? { period: sample['period'] } : {};
        return readSample({ ...metric, labels, ...at, ...period }, kind, sample);
    });
}

type SampleBase = Pick<EdgeSample, 'name' | 'help' | 'labels' | 'at' | 'project' | 'period'>;

function readSample(base: SampleBase, kind: SeriesKind, fields: Fields): EdgeSample | undefined {
    const { value, count, sum } = fields;
    if (kind === 'histogram') {
        const buckets = readBuckets(fields['buckets']);
        if (typeof count !== 'number' || typeof sum !== 'number' || buckets === undefined) return undefined;
        return { ...base, kind, count, sum, buckets };
    }
    if (typeof value !== 'number' || (kind === 'counter' && value < 0)) return undefined;
    if (kind === 'counter') return { ...base, kind, value };
    const packed = [value, fields['min'], fields['max'], sum, count];
    return { ...base, kind, value, ...(isPacked('gauge', packed) && { packed }) };
}

function readLabels(value: unknown): Labels | undefined {
    if (value === undefined || value === null) return {};
    if (!isRecord(value)) return undefined;
    const labels: Record<string, string> = {};
    for (const [name, label] of Object.entries(value)) {
        if (typeof label === 'string') labels[name] = label;
        else if (typeof label === 'number' || typeof label === 'boolean') labels[name] = String(label);
        else return undefined;
    }
    return labels;
}

function readBuckets(value: unknown): HistogramBucket[] | undefined {
    if (!Array.isArray(value)) return undefined;
    const buckets: HistogramBucket[] = [];
    for (const bucket of value) {
        if (!isRecord(bucket)) return undefined;
        const { le, count } = bucket;
        const bound = le === '+Inf' ? Number.POSITIVE_INFINITY : le;
        if (typeof bound !== 'number' || typeof count !== 'number') return undefined;
        buckets.push({ le: bound, count });
    }
    return buckets;
}
