import { randomUUID } from 'node:crypto';
import { notReady } from '../../core/errors/errors.ts';
import { MergedReports, type ReportContext } from '../../delivery/reports/merged-reports.ts';
import type { ReportJournal } from '../../delivery/reports/report-journal.ts';
import type { ReportEntry, ReportType } from '../../delivery/reports/report-type.ts';
import { append, type ReportTypes, SDK_REPORT_TYPES, type SdkReports } from '../../delivery/reports/sdk-reports.ts';
import { logUnusable } from '../state/backup-files.ts';
import type { ReportFiles } from '../state/report-files.ts';
import type { Subscriptions } from './subscriptions.ts';
import { type UpstreamClient, UpstreamUnavailable } from './upstream-client.ts';

/** Reports that go upstream in one request. A repeated request has the same key, so that upstream counts it once. */
interface Delivery {
    key: string;
    environment: string;
    /** A flag of the delivery, to choose a token that can see it upstream. */
    flag: string | undefined;
    /** The project that the token has to see, for entries without a flag. */
    project?: string | undefined;
    createdAt: number;
    reports: SdkReports;
    /** Whether it was restored from an earlier process, which may have sent it. */
    wasRestored?: boolean;
}

export interface ForwarderOptions extends Pick<ReportContext, 'snapshots' | 'clock'> {
    types?: ReportTypes | undefined;
    client: UpstreamClient;
    subscriptions: Pick<Subscriptions, 'secretFor'>;
    /** The application name and instance id of this edge. */
    edge: { appName: string; instanceId: string };
    /** Undefined: reports are in memory only. */
    files: ReportFiles | undefined;
    log: { warn(about: object, message: string): void };
}

/** Maximum entries and characters of one request: far below the limits of upstream. */
const ENTRIES_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 256 * 1024;
/** Maximum number of splits in one round when upstream rejects a request as too large. */
const MAX_SPLITS = 64;
/** The maximum age of a delivery is one day: upstream stores its key for two days. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Number and lifetime of the stored delivery keys of other edges. */
const MAX_ACCEPTED = 10_000;
const ACCEPTED_MS = 48 * 3_600_000;
/** Bytes after which the log of reports is replaced by a snapshot. */
const MAX_LOG_BYTES = 16 * 1024 * 1024;

const REPORTER = { kind: 'client', tokenId: 0 } as const;

/**
 * Persists SDK reports and forwards them in batches. Reports that upstream does not accept are retained, within the limits of
 * `MergedReports`: counts of the same hour are summed, and the excess is dropped.
 */
export class Forwarder implements ReportJournal {
    readonly #options: ForwarderOptions;
    readonly #types: ReportTypes;
    readonly #pending: MergedReports;
    /** Deliveries of this round, and those whose acceptance by upstream is unknown. */
    #deliveries: Delivery[] = [];
    /** The time of acceptance by delivery key; oldest first. */
    readonly #accepted = new Map<string, number>();
    readonly #accepting = new Map<string, Promise<unknown>>();
    #sent = 0;
    /** Whether the last write to the backup folder failed. */
    #isFailing = false;

    constructor(options: ForwarderOptions) {
        this.#options = options;
        this.#types = options.types ?? SDK_REPORT_TYPES;
        this.#pending = this.#newBuffer();
    }

    get countSent(): number {
        return this.#sent;
    }

    async append(reports: SdkReports, deliveryKey?: string): Promise<boolean> {
        if (deliveryKey === undefined) {
            await this.#persist(reports);
            return true;
        }
        const accepting = this.#accepting.get(deliveryKey);
        if (accepting !== undefined) {
            await accepting;
            return false;
        }
        // Nothing may be awaited between the check and the entry, or two equal deliveries would both be appended.
        if (this.#accepted.has(deliveryKey)) return false;
        const persisted = this.#persist(reports, deliveryKey).finally(() => this.#accepting.delete(deliveryKey));
        this.#accepting.set(deliveryKey, persisted);
        await persisted;
        return true;
    }

    /** Sends all reports. Throws if upstream is unavailable; unsent reports are retained. */
    async drain(): Promise<void> {
        try {
            // Until upstream has confirmed or rejected these, later reports wait and are summed.
            if (this.#deliveries.length > 0) await this.#sendAll();
            this.#deliveries = [...this.#newDeliveries()];
            if (this.#deliveries.length === 0) return;
            // The files are written first: after a kill, deliveries are sent again with the same keys.
            await this.#writeFiles();
            await this.#sendAll();
        } finally {
            await this.#writeFiles();
        }
    }

    /** The pending reports, for operators; the buffer is unchanged. */
    pending(): Record<string, object[]> {
        const all = this.#newBuffer();
        for (const { reports } of this.#deliveries) all.add(reports);
        all.add(this.#copyOfPending());
        return this.#bodyOf(all.take());
    }

    /** Restores the reports of an earlier process. Token ids differ now, so all of them count as reported by one token. */
    async restore(): Promise<void> {
        const { files, log, clock } = this.#options;
        if (!files) return;
        const { snapshot, lines } = await files.restore();
        const now = clock().getTime();
        let dropped = 0;
        const add = (value: unknown) => {
            const read = this.#types.read(value, REPORTER);
            dropped += read.dropped;
            return read.reports;
        };
        if (snapshot !== undefined) this.#pending.add(add(snapshot));
        const { deliveries = [], accepted = [] } = (snapshot ?? {}) as { deliveries?: unknown; accepted?: unknown };
        for (const entry of listOf(deliveries)) {
            const { key, environment, flag, project, createdAt, reports } = (entry ?? {}) as Record<string, unknown>;
            if (typeof key !== 'string' || typeof environment !== 'string' || typeof createdAt !== 'number') dropped++;
            else {
                const name = typeof flag === 'string' ? flag : undefined;
                const inProject = typeof project === 'string' ? { project } : {};
                const delivery = { key, environment, flag: name, ...inProject, createdAt, reports: add(reports) };
                this.#deliveries.push({ ...delivery, wasRestored: true });
            }
        }
        for (const entry of listOf(accepted)) {
            const [key, at] = listOf(entry);
            if (typeof key === 'string' && typeof at === 'number' && at > now - ACCEPTED_MS) this.#accept(key, at);
        }
        for (const line of lines) {
            const { key, at, reports } = (line ?? {}) as Record<string, unknown>;
            this.#pending.add(add(reports));
            if (typeof key === 'string' && typeof at === 'number') this.#accept(key, at);
        }
        if (dropped > 0) logUnusable(log, 'halyard_reports.json', `${dropped} malformed entries`);
    }

    async close(): Promise<void> {
        await this.#options.files?.close();
    }

    /** Keeps the reports. Without a backup folder they are in memory only. Rejects, and keeps nothing, if they cannot be written. */
    async #persist(reports: SdkReports, deliveryKey?: string): Promise<void> {
        const { files, clock } = this.#options;
        const at = clock().getTime();
        const keep = () => {
            this.#pending.add(reports);
            if (deliveryKey !== undefined) this.#accept(deliveryKey, at);
        };
        if (!files || this.#types.count(reports) === 0) return keep();
        const delivery = deliveryKey === undefined ? {} : { key: deliveryKey, at };
        const line = JSON.stringify({ ...delivery, reports: this.#types.toPlain(reports) });
        const problem = await this.#write(files.append(line, keep));
        if (problem)
            throw notReady('The edge cannot write reports to its backup folder. Send this one again in a moment.');
        if (files.logBytes > MAX_LOG_BYTES) await this.#writeFiles();
    }

    /** Returns the error of a failed write. It is logged once until a write succeeds, because every report may cause one. */
    async #write(writing: Promise<void>): Promise<unknown> {
        const error: unknown = await writing.then(
            () => undefined,
            (problem: unknown) => problem,
        );
        const { log } = this.#options;
        if (error && !this.#isFailing) log.warn({ err: error }, 'reports of SDKs could not be written to the backup');
        this.#isFailing = error !== undefined;
        return error;
    }

    #accept(key: string, at: number): void {
        if (this.#accepted.size >= MAX_ACCEPTED) this.#accepted.delete(this.#accepted.keys().next().value!);
        this.#accepted.set(key, at);
    }

    async #writeFiles(): Promise<void> {
        const { files } = this.#options;
        if (files) await this.#write(files.replace(() => this.#state()));
    }

    /** The content of the snapshot; undefined if there is none. */
    #state(): Record<string, unknown> | undefined {
        const reports = this.#copyOfPending();
        const oldest = this.#options.clock().getTime() - ACCEPTED_MS;
        const accepted = [...this.#accepted].filter(([, at]) => at > oldest);
        if (this.#types.count(reports) + this.#deliveries.length + accepted.length === 0) return undefined;
        const deliveries = this.#deliveries.map((each) => ({ ...each, reports: this.#types.toPlain(each.reports) }));
        return { ...this.#types.toPlain(reports), deliveries, accepted };
    }

    #copyOfPending(): SdkReports {
        const reports = this.#pending.take();
        this.#pending.putBack(reports);
        return this.#types.filter(reports, isFilled);
    }

    /** Removes and returns everything for which there is a token. */
    *#newDeliveries(): Generator<Delivery> {
        const { subscriptions, clock } = this.#options;
        const groups = new Map<string, Pick<Delivery, 'environment' | 'flag' | 'project' | 'reports'>>();
        for (const { name, type, entry } of this.#types.entriesOf(this.#pending.take())) {
            if (!isFilled(type, entry)) continue;
            const { environment } = entry;
            const flag = type.flagOf?.(entry);
            const project = type.projectOf?.(entry) ?? undefined;
            const token = subscriptions.secretFor(environment, { flag, project });
            if (token === undefined) {
                this.#pending.in(type).putBack(entry);
                continue;
            }
            const id = `${environment}\n${token}`;
            const group = groups.get(id) ?? { environment, flag, project, reports: this.#types.none() };
            group.project ??= project;
            groups.set(id, group);
            append(group.reports, name, entry);
        }
        for (const { reports, ...group } of groups.values()) {
            for (const part of this.#types.split(reports, ENTRIES_AT_ONCE)) {
                const delivery = { ...group, key: randomUUID(), createdAt: clock().getTime(), reports: part };
                yield* this.#ofFittingSize(delivery);
            }
        }
    }

    #ofFittingSize(delivery: Delivery): Delivery[] {
        const isShort = JSON.stringify(this.#bodyOf(delivery.reports)).length < CHARACTERS_AT_ONCE;
        const halves = isShort ? undefined : this.#halvesOf(delivery);
        return halves ? halves.flatMap((half) => this.#ofFittingSize(half)) : [delivery];
    }

    /** Sends deliveries in order. A failed delivery retains its key; the unsent deliveries after it are merged with later reports. */
    async #sendAll(): Promise<void> {
        const { log } = this.#options;
        let splits = 0;
        while (this.#deliveries.length > 0) {
            const [delivery, ...rest] = this.#deliveries as [Delivery, ...Delivery[]];
            const outcome = await this.#send(delivery).catch((error: unknown) => {
                for (const { reports, wasRestored } of rest) if (!wasRestored) this.#pending.putBack(reports);
                this.#deliveries = [delivery, ...rest.filter(({ wasRestored }) => wasRestored)];
                // Counters in transit keep their slots, so that existing counters continue to count.
                for (const { type, entry } of this.#types.entriesOf(delivery.reports)) {
                    if (type.emptied) this.#pending.in(type).add(type.emptied.of(entry));
                }
                throw error;
            });
            const halves = outcome === 'refused' && splits < MAX_SPLITS ? this.#halvesOf(delivery) : undefined;
            if (halves) splits++;
            else if (outcome !== 'sent') {
                const entries = this.#types.count(delivery.reports);
                log.warn({ entries, reason: outcome }, 'reports of SDKs are dropped: upstream does not accept them');
            }
            this.#deliveries = [...(halves ?? []), ...rest];
        }
    }

    async #send({
        key,
        environment,
        flag,
        project,
        createdAt,
        reports,
    }: Delivery): Promise<'sent' | 'refused' | 'too old'> {
        const { client, subscriptions, clock } = this.#options;
        if (createdAt < clock().getTime() - MAX_AGE_MS) return 'too old';
        const token = subscriptions.secretFor(environment, { flag, project });
        if (token === undefined) throw new UpstreamUnavailable(`there is no backend token for ${environment}`);
        const { status, headers } = await client.request('POST', '/api/client/metrics/bulk', {
            token,
            headers: { 'idempotency-key': key },
            body: this.#bodyOf(reports),
        });
        if (status === 400 || status === 413) return 'refused';
        // A captive portal responds to everything with 200 and an HTML page.
        const isPage = headers['content-type']?.startsWith('text/html');
        if (status >= 300 || isPage) throw new UpstreamUnavailable(isPage ? 'a page' : `status ${status}`);
        this.#sent += this.#types.count(reports);
        return 'sent';
    }

    #bodyOf(reports: SdkReports): Record<string, object[]> {
        const { edge, clock } = this.#options;
        return this.#types.toBulk(reports, { ...edge, now: clock().toISOString() });
    }

    /** Splits a delivery; returns undefined for a single entry. Repeated splits yield the same halves with the same keys. */
    #halvesOf(delivery: Delivery): Delivery[] | undefined {
        const { key, reports } = delivery;
        const halves = this.#types.halvesOf(reports);
        if (halves.length === 0) return undefined;
        return halves.map((half, index) => ({ ...delivery, key: `${key}${index}`, reports: half }));
    }

    #newBuffer(): MergedReports {
        const { snapshots, clock } = this.#options;
        return new MergedReports({ snapshots, clock, types: this.#types });
    }
}

const isFilled = ({ emptied }: ReportType, entry: ReportEntry) => !emptied?.is(entry);

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
