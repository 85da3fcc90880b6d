import { randomUUID } from 'node:crypto';
import type { MergedReports } from '../../delivery/reports/merged-reports.ts';
import type { ReportEntry, ReportType } from '../../delivery/reports/report-type.ts';
import { append, type ReportTypes, type SdkReports } from '../../delivery/reports/sdk-reports.ts';
import type { Subscriptions } from './subscriptions.ts';
import { type UpstreamClient, UpstreamUnavailable } from './upstream-client.ts';

/** Reports that go upstream in one request. A repeated request has the same key, so that upstream counts it once. */
export interface ReportDelivery {
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

export interface ReportSenderOptions {
    types: ReportTypes;
    client: UpstreamClient;
    subscriptions: Pick<Subscriptions, 'secretFor'>;
    /** The application name and instance id of this edge. */
    edge: { appName: string; instanceId: string };
    clock: () => Date;
    log: { warn(about: object, message: string): void };
    /** The reports of no delivery yet. Reports of deliveries that end without a result return to it. */
    pending: MergedReports;
}

/** Maximum entries and characters of one request: far below the limits of upstream. */
const ENTRIES_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 256 * 1024;
/** Maximum number of splits in one round when upstream rejects a request as too large. */
const MAX_SPLITS = 64;
/** The maximum age of a delivery is one day: upstream stores its key for two days. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Divides pending reports into deliveries, and sends them upstream. */
export class ReportSender {
    readonly #options: ReportSenderOptions;
    readonly #types: ReportTypes;
    readonly #pending: MergedReports;
    /** Deliveries of this round, and those whose acceptance by upstream is unknown. */
    #deliveries: ReportDelivery[] = [];
    #sent = 0;

    constructor(options: ReportSenderOptions) {
        this.#options = options;
        this.#types = options.types;
        this.#pending = options.pending;
    }

    get countSent(): number {
        return this.#sent;
    }

    get deliveries(): readonly ReportDelivery[] {
        return this.#deliveries;
    }

    /** Adds a delivery of an earlier process. */
    restore(delivery: ReportDelivery): void {
        this.#deliveries.push({ ...delivery, wasRestored: true });
    }

    /** Divides the pending reports for which there is a token into deliveries. */
    divide(): void {
        this.#deliveries.push(...this.#newDeliveries());
    }

    /** Removes and returns everything for which there is a token. */
    *#newDeliveries(): Generator<ReportDelivery> {
        const { subscriptions, clock } = this.#options;
        const groups = new Map<string, Pick<ReportDelivery, 'environment' | 'flag' | 'project' | 'reports'>>();
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

    #ofFittingSize(delivery: ReportDelivery): ReportDelivery[] {
        const isShort = JSON.stringify(this.bodyOf(delivery.reports)).length < CHARACTERS_AT_ONCE;
        const halves = isShort ? undefined : this.#halvesOf(delivery);
        return halves ? halves.flatMap((half) => this.#ofFittingSize(half)) : [delivery];
    }

    /** Sends deliveries in order. A failed delivery retains its key; the unsent deliveries after it are merged with later reports. */
    async sendAll(): Promise<void> {
        const { log } = this.#options;
        let splits = 0;
        while (this.#deliveries.length > 0) {
            const [delivery, ...rest] = this.#deliveries as [ReportDelivery, ...ReportDelivery[]];
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
    }: ReportDelivery): Promise<'sent' | 'refused' | 'too old'> {
        const { client, subscriptions, clock } = this.#options;
        if (createdAt < clock().getTime() - MAX_AGE_MS) return 'too old';
        const token = subscriptions.secretFor(environment, { flag, project });
        if (token === undefined) throw new UpstreamUnavailable(`there is no backend token for ${environment}`);
        const { status, headers } = await client.request('POST', '/api/client/metrics/bulk', {
            token,
            headers: { 'idempotency-key': key },
            body: this.bodyOf(reports),
        });
        if (status === 400 || status === 413) return 'refused';
        // A captive portal responds to everything with 200 and an HTML page.
        const isPage = headers['content-type']?.startsWith('text/html');
        if (status >= 300 || isPage) throw new UpstreamUnavailable(isPage ? 'a page' : `status ${status}`);
        this.#sent += this.#types.count(reports);
        return 'sent';
    }

    /** The body of the request that sends the reports. */
    bodyOf(reports: SdkReports): Record<string, object[]> {
        const { edge, clock } = this.#options;
        return this.#types.toBulk(reports, { ...edge, now: clock().toISOString() });
    }

    /** Splits a delivery; returns undefined for a single entry. Repeated splits yield the same halves with the same keys. */
    #halvesOf(delivery: ReportDelivery): ReportDelivery[] | undefined {
        const { key, reports } = delivery;
        const halves = this.#types.halvesOf(reports);
        if (halves.length === 0) return undefined;
        return halves.map((half, index) => ({ ...delivery, key: `${key}${index}`, reports: half }));
    }
}

/** Whether an entry counts anything. */
export const isFilled = ({ emptied }: ReportType, entry: ReportEntry) => !emptied?.is(entry);
