import { Type } from 'typebox';
import { isRecord } from '../../../core/json/is-record.ts';
import { isPacked } from '../../../core/series/packed-value.ts';
import type { SeriesKind } from '../../../core/series/series.ts';
import { CumulativeEntries } from '../../cumulatives/cumulative-entries.ts';
import type { CumulativeEntry } from '../../cumulatives/cumulative-entry.ts';
import { BulkList } from '../metrics.schemas.ts';
import { areCounts, areTexts, type ReportType } from '../report-type.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Counters and histograms that count from a start. The service stores what was counted since the previous value. */
export const CUMULATIVES: ReportType<CumulativeEntry, CumulativeEntries> = {
    createBuffer: (buffers) => new CumulativeEntries(buffers),
    bulk: {
        member: 'cumulativeMetrics',
        list: Type.Optional(BulkList(Type.Object({}))),
        record(buffers, items: readonly Fields[], { actor }) {
            for (const item of items) {
                const fields = item['environment'] === actor.environment ? read(item) : undefined;
                const isOwn = fields?.project === null || mayReport(actor.projects, fields?.project);
                if (fields === undefined || !isOwn) buffers.drop(fields ? 'project' : 'form', 1);
                else {
                    const entry = { reporter: actor, app: '', environment: actor.environment, ...fields };
                    buffers.in(CUMULATIVES).add(entry);
                }
            }
        },
        toItem: ({ reporter: _reporter, app: _app, ...entry }) => entry,
    },
    read,
    weightOf: ({ last }) => 1 + Math.floor(last.length / 4),
    projectOf: ({ project }) => project,
    async loadStore() {
        return (await import('../stores/cumulative-store.ts')).CUMULATIVE_STORE;
    },
};

const mayReport = (projects: readonly string[], project: string | undefined) =>
    project !== undefined && (projects.includes('*') || projects.includes(project));

function read({ project = null, ...fields }: Fields) {
    const { name, kind, help, labels, minute, source, startedAt, firstAt, first, at, last, increase = null } = fields;
    const isReadable =
        (kind === 'counter' || kind === 'histogram') &&
        areTexts(name, help, source) &&
        (project === null || areTexts(project)) &&
        isRecord(labels) &&
        areTexts(...Object.values(labels)) &&
        areCounts(minute, startedAt, firstAt, at) &&
        [first, last].every((value) => isPacked(kind as SeriesKind, value)) &&
        (increase === null || isPacked(kind as SeriesKind, increase));
    if (!isReadable) return undefined;
    const read = { project, name, kind, help, labels, minute, source, startedAt, firstAt, first, at, last, increase };
    return read as Omit<CumulativeEntry, 'reporter' | 'app' | 'environment'>;
}
