import { OTHER_VALUES } from '../../../core/series/metric-names.ts';
import type { PackedValue } from '../../../core/series/packed-value.ts';
import type { Labels } from '../../../core/series/series.ts';
import type { Tx } from '../../../storage/database.ts';
import { insertRows } from '../../../storage/insert-rows.ts';
import { prepared } from '../../../storage/prepared.ts';
import { labelsKey } from '../../series/metric-entry.ts';
import type { SeriesEntry } from '../../series/series-entry.ts';
import type { DropReason } from '../dropped-reports.ts';
import { type EntryOfMetric, idOf, type MetricRow, storeMetrics } from './metric-admissions.ts';

/** Series of a metric in one environment, and those that a token can add. */
const MAX_SERIES = 2_000;
const MAX_OF_TOKEN = { client: 100_000, frontend: 1_000 };
/** Series with `(other)` as the value of their labels, beyond the limit: one for each set of label names. */
const MAX_OTHER = 20;
/** The names of labels that are listed for a metric. */
const MAX_LABEL_NAMES = 200;

interface SeriesCandidate extends SeriesEntry {
    labels: Labels;
    entry: EntryOfMetric;
}

const knownSeries = prepared((tx: Tx, { ids }: { ids: readonly number[] }) =>
    tx.selectFrom('series').select('id').where('id', 'in', ids),
);

const seriesOfMetric = prepared((tx: Tx, { id }: { id: number }) =>
    tx.selectFrom('series').select(tx.fn.countAll<number>().as('count')).where('metric_id', '=', id),
);

const seriesOfToken = prepared((tx: Tx, { id }: { id: number }) =>
    tx.selectFrom('series').select(tx.fn.countAll<number>().as('count')).where('token_id', '=', id),
);

const candidate = (entry: EntryOfMetric, value: PackedValue, labels: Labels): SeriesCandidate => ({
    ...{ entry, value, labels, kind: entry.kind, minute: entry.minute },
    id: idOf(`${entry.metric.id}\n${entry.kind}\n${labelsKey(labels)}`),
});

/** Assigns entries to series. Beyond a limit, the values of labels are replaced by `(other)`; without any room, entries are dropped. */
export async function admitSeries(
    tx: Tx,
    entries: readonly EntryOfMetric[],
    drop: (reason: DropReason, count: number) => void,
): Promise<SeriesEntry[]> {
    const candidates = entries.flatMap((entry) =>
        entry.value === null ? [] : [candidate(entry, entry.value, entry.labels)],
    );
    const admissions = new Admissions(tx);
    await admissions.lookUp(candidates);
    const excess: SeriesCandidate[] = [];
    const admitted: SeriesCandidate[] = [];
    for (const each of candidates) ((await admissions.admit(each, 0)) ? admitted : excess).push(each);
    const others = excess.map(({ entry, value, labels }) => candidate(entry, value, withoutValues(labels)));
    await admissions.lookUp(others);
    for (const each of others) {
        if (await admissions.admit(each, MAX_OTHER)) admitted.push(each);
        else drop('series', 1);
    }
    await admissions.store();
    return admitted;
}

const withoutValues = (labels: Labels): Labels =>
    Object.fromEntries(Object.keys(labels).map((name) => [name, OTHER_VALUES]));

class Admissions {
    readonly #tx: Tx;
    readonly #known = new Set<number>();
    readonly #new = new Map<number, SeriesCandidate>();
    readonly #ofMetrics = new Map<number, number>();
    readonly #ofTokens = new Map<number, number>();

    constructor(tx: Tx) {
        this.#tx = tx;
    }

    async lookUp(candidates: readonly SeriesCandidate[]): Promise<void> {
        const ids = [...new Set(candidates.map(({ id }) => id))];
        if (ids.length === 0) return;
        for (const { id } of await knownSeries(this.#tx, { ids })) this.#known.add(id);
    }

    async admit(added: SeriesCandidate, extra: number): Promise<boolean> {
        if (this.#known.has(added.id)) return true;
        const { kind, tokenId } = added.entry.reporter;
        const metricId = added.entry.metric.id;
        const ofMetric = this.#ofMetrics.get(metricId) ?? (await countOf(seriesOfMetric(this.#tx, { id: metricId })));
        const ofToken = this.#ofTokens.get(tokenId) ?? (await countOf(seriesOfToken(this.#tx, { id: tokenId })));
        this.#ofMetrics.set(metricId, ofMetric);
        this.#ofTokens.set(tokenId, ofToken);
        // A token at its limit may still add the series for all other values of each of its metrics.
        if (ofMetric >= MAX_SERIES + extra || (extra === 0 && ofToken >= MAX_OF_TOKEN[kind])) return false;
        this.#ofMetrics.set(metricId, ofMetric + 1);
        this.#ofTokens.set(tokenId, ofToken + 1);
        this.#known.add(added.id);
        this.#new.set(added.id, added);
        return true;
    }

    async store(): Promise<void> {
        const rows = Array.from(this.#new.values(), ({ id, kind, labels, entry }) => ({
            ...{ id, kind, labels: JSON.stringify(labels), project: entry.project },
            ...{ metric_id: entry.metric.id, token_id: entry.reporter.tokenId },
        }));
        await insertRows(this.#tx, 'series', rows);
        const metrics = new Map<number, MetricRow>();
        for (const { labels, entry } of this.#new.values()) {
            const metric = metrics.get(entry.metric.id) ?? entry.metric;
            const names = Object.keys(labels).filter((name) => !metric.label_names.includes(name));
            if (names.length === 0 || metric.label_names.length >= MAX_LABEL_NAMES) continue;
            metrics.set(metric.id, { ...metric, label_names: [...metric.label_names, ...names].sort() });
        }
        await storeMetrics(this.#tx, [...metrics.values()]);
    }
}

const countOf = async (rows: Promise<readonly { count: number }[]>) => Number((await rows)[0]!.count);
