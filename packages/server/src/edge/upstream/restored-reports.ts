import type { ReportTypes, SdkReports } from '../../delivery/reports/sdk-reports.ts';
import type { ReportDelivery } from './report-sender.ts';

/** Token ids differ after a restart, so all reports count as reported by one token. */
const REPORTER = { kind: 'client', tokenId: 0 } as const;

export interface RestoredReports {
    reports: SdkReports[];
    deliveries: ReportDelivery[];
    /** Keys of accepted deliveries, with the time of acceptance. */
    accepted: [key: string, at: number][];
    /** The number of malformed entries. */
    dropped: number;
}

/** Reads the reports of an earlier process: its snapshot, and the later lines of its log. Malformed entries are counted. */
export function readRestored(
    { snapshot, lines }: { snapshot: unknown; lines: readonly unknown[] },
    types: ReportTypes,
): RestoredReports {
    const restored: RestoredReports = { reports: [], deliveries: [], accepted: [], dropped: 0 };
    const read = (value: unknown) => {
        const { reports, dropped } = types.read(value, REPORTER);
        restored.dropped += dropped;
        return reports;
    };
    const accept = (key: unknown, at: unknown) => {
        if (typeof key === 'string' && typeof at === 'number') restored.accepted.push([key, at]);
    };
    if (snapshot !== undefined) restored.reports.push(read(snapshot));
    const { deliveries, accepted } = (snapshot ?? {}) as { deliveries?: unknown; accepted?: unknown };
    for (const entry of listOf(deliveries)) {
        const { key, environment, flag, project, createdAt, reports } = (entry ?? {}) as Record<string, unknown>;
        if (typeof key !== 'string' || typeof environment !== 'string' || typeof createdAt !== 'number') {
            restored.dropped++;
            continue;
        }
        const name = typeof flag === 'string' ? flag : undefined;
        const inProject = typeof project === 'string' ? { project } : {};
        restored.deliveries.push({ key, environment, flag: name, ...inProject, createdAt, reports: read(reports) });
    }
    for (const entry of listOf(accepted)) accept(listOf(entry)[0], listOf(entry)[1]);
    for (const line of lines) {
        const { key, at, reports } = (line ?? {}) as Record<string, unknown>;
        restored.reports.push(read(reports));
        accept(key, at);
    }
    return restored;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
