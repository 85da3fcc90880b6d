import { randomUUID } from 'node:crypto';
import { Measurements, type MeasurementsOptions } from '../../delivery/metrics/measurements.ts';
import type { ReportJournal } from '../../delivery/metrics/report-journal.ts';
import {
    countEntries,
    readReports,
    type SdkReports,
    splitReports,
    toPlain,
    type UsageCount,
} from '../../delivery/metrics/sdk-reports.ts';
import { logUnusable } from '../state/backup-files.ts';
import type { ReportFiles } from '../state/report-files.ts';
import type { Subscriptions } from './subscriptions.ts';
import { UpstreamAway, type UpstreamClient } from './upstream-client.ts';

/** Reports that go upstream in one request. A repeated request has the same key, so that upstream counts it once. */
interface Delivery {
    key: string;
    environment: string;
    /** A flag of the delivery, to choose a token that can see it upstream. */
    flag: string | undefined;
    createdAt: number;
    reports: SdkReports;
    /** Whether it was restored from an earlier process, which may have sent it. */
    wasRestored?: boolean;
}

export interface ForwarderOptions extends Pick<MeasurementsOptions, 'snapshots' | 'clock'> {
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
/** A day: upstream keeps keys for two. */
const MAX_AGE_MS = 24 * 3_600_000;
/** Number and lifetime of the stored delivery keys of other edges. */
const MAX_ACCEPTED = 10_000;
const ACCEPTED_MS = 48 * 3_600_000;
/** Bytes after which the log of reports is replaced by a snapshot. */
const MAX_LOG_BYTES = 16 * 1024 * 1024;

const REPORTER = { kind: 'client', tokenId: 0 } as const;

/**
 * Persists SDK reports and forwards them in batches. Reports that upstream does not accept now are kept, within the limits of
 * `Measurements`: counts of the same hour are summed, and the excess is dropped.
 */
export class Forwarder implements ReportJournal {
    readonly #options: ForwarderOptions;
    readonly #pending: Measurements;
    /** Deliveries of this round, and those whose acceptance by upstream is unknown. */
    #deliveries: Delivery[] = [];
    /** By key, with the time of acceptance; oldest first. */
    readonly #accepted = new Map<string, number>();
    readonly #accepting = new Map<string, Promise<unknown>>();
    #sent = 0;

    constructor(options: ForwarderOptions) {
        this.#options = options;
        const { snapshots, clock } = options;
        this.#pending = new Measurements({ snapshots, clock, store: async () => undefined });
    }

    get countSent(): number {
        return this.#sent;
    }

    async append(reports: SdkReports, deliveryKey?: string): Promise<boolean> {
        if (deliveryKey === undefined) {
            await this.#keep(reports);
            return true;
        }
        if (this.#accepted.get(deliveryKey) !== undefined) {
            await this.#accepting.get(deliveryKey);
            return false;
        }
        this.#accept(deliveryKey, this.#options.clock().getTime());
        const kept = this.#keep(reports, deliveryKey).finally(() => this.#accepting.delete(deliveryKey));
        this.#accepting.set(deliveryKey, kept);
        await kept;
        return true;
    }

    /** Throws when upstream is unavailable; unsent reports are kept. */
    async forward(): Promise<void> {
        try {
            // Until upstream has confirmed or rejected these, later reports wait and are summed.
            if (this.#deliveries.length > 0) await this.#sendAll();
            this.#deliveries = [...this.#newDeliveries()];
            if (this.#deliveries.length === 0) return;
            // Before they are sent: after a kill, they are sent again with the same keys.
            await this.#writeFiles();
            await this.#sendAll();
        } finally {
            await this.#writeFiles();
        }
    }

    /** The pending reports, for operators; the buffer is unchanged. */
    pending(): { applications: object[]; metrics: object[] } {
        const { snapshots, clock } = this.#options;
        const all = new Measurements({ snapshots, clock, store: async () => undefined });
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
            const read = readReports(value, REPORTER);
            dropped += read.dropped;
            return read.reports;
        };
        if (snapshot !== undefined) this.#pending.add(add(snapshot));
        const { deliveries = [], accepted = [] } = (snapshot ?? {}) as { deliveries?: unknown; accepted?: unknown };
        for (const entry of listOf(deliveries)) {
            const { key, environment, flag, createdAt, reports } = (entry ?? {}) as Record<string, unknown>;
            if (typeof key !== 'string' || typeof environment !== 'string' || typeof createdAt !== 'number') dropped++;
            else {
                const name = typeof flag === 'string' ? flag : undefined;
                const kept = { key, environment, flag: name, createdAt, reports: add(reports) };
                this.#deliveries.push({ ...kept, wasRestored: true });
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

    /** In memory first, so that every snapshot contains what was appended before it. */
    async #keep(reports: SdkReports, deliveryKey?: string): Promise<void> {
        const { files, clock, log } = this.#options;
        this.#pending.add(reports);
        if (!files || countEntries(reports) === 0) return;
        const delivery = deliveryKey === undefined ? {} : { key: deliveryKey, at: clock().getTime() };
        try {
            if (files.logBytes > MAX_LOG_BYTES) await this.#writeFiles();
            else await files.append(JSON.stringify({ ...delivery, reports: toPlain(reports) }));
        } catch (error) {
            log.warn({ err: error }, 'reports of SDKs could not be written to the backup');
        }
    }

    #accept(key: string, at: number): void {
        if (this.#accepted.size >= MAX_ACCEPTED) this.#accepted.delete(this.#accepted.keys().next().value!);
        this.#accepted.set(key, at);
    }

    async #writeFiles(): Promise<void> {
        const { files, clock, log } = this.#options;
        if (!files) return;
        const reports = this.#copyOfPending();
        const oldest = clock().getTime() - ACCEPTED_MS;
        const accepted = [...this.#accepted].filter(([, at]) => at > oldest);
        const isEmpty = countEntries(reports) + this.#deliveries.length + accepted.length === 0;
        const deliveries = this.#deliveries.map((each) => ({ ...each, reports: toPlain(each.reports) }));
        await files
            .replace(isEmpty ? undefined : { ...toPlain(reports), deliveries, accepted })
            .catch((error: unknown) => log.warn({ err: error }, 'reports of SDKs could not be written to the backup'));
    }

    #copyOfPending(): SdkReports {
        const reports = this.#pending.take();
        this.#pending.putBack(reports);
        return { ...reports, usage: reports.usage.filter(isCounted) };
    }

    /** Removes and returns everything for which there is a token. */
    *#newDeliveries(): Generator<Delivery> {
        const { subscriptions, clock } = this.#options;
        const groups = new Map<string, Pick<Delivery, 'environment' | 'flag' | 'reports'>>();
        for (const { environment, flag, ...entry } of entriesOf(this.#pending.take())) {
            const token = subscriptions.secretFor(environment, flag);
            if (token === undefined) {
                this.#pending.putBack(entry.reports);
                continue;
            }
            const id = `${environment}\n${token}`;
            const group = groups.get(id) ?? { environment, flag, reports: noReports() };
            groups.set(id, group);
            entry.addTo(group.reports);
        }
        for (const { reports, ...group } of groups.values()) {
            for (const part of splitReports(reports, ENTRIES_AT_ONCE)) {
                const delivery = { ...group, key: randomUUID(), createdAt: clock().getTime(), reports: part };
                yield* this.#ofFittingSize(delivery);
            }
        }
    }

    #ofFittingSize(delivery: Delivery): Delivery[] {
        const isShort = JSON.stringify(this.#bodyOf(delivery.reports)).length < CHARACTERS_AT_ONCE;
        const halves = isShort ? undefined : halvesOf(delivery);
        return halves ? halves.flatMap((half) => this.#ofFittingSize(half)) : [delivery];
    }

    /** In order. The failed delivery keeps its key; those after it, which were not sent, are merged with later reports. */
    async #sendAll(): Promise<void> {
        const { log } = this.#options;
        let splits = 0;
        while (this.#deliveries.length > 0) {
            const [delivery, ...rest] = this.#deliveries as [Delivery, ...Delivery[]];
            const outcome = await this.#send(delivery).catch((error: unknown) => {
                for (const { reports, wasRestored } of rest) if (!wasRestored) this.#pending.putBack(reports);
                this.#deliveries = [delivery, ...rest.filter(({ wasRestored }) => wasRestored)];
                // Counters in transit keep their slots, so that existing counters continue to count.
                this.#pending.add({ ...noReports(), usage: delivery.reports.usage.map(toZero) });
                throw error;
            });
            const halves = outcome === 'refused' && splits < MAX_SPLITS ? halvesOf(delivery) : undefined;
            if (halves) splits++;
            else if (outcome !== 'sent') {
                const entries = countEntries(delivery.reports);
                log.warn({ entries, reason: outcome }, 'reports of SDKs are dropped: upstream does not take them');
            }
            this.#deliveries = [...(halves ?? []), ...rest];
        }
    }

    async #send({ key, environment, flag, createdAt, reports }: Delivery): Promise<'sent' | 'refused' | 'too old'> {
        const { client, subscriptions, clock } = this.#options;
        if (createdAt < clock().getTime() - MAX_AGE_MS) return 'too old';
        const token = subscriptions.secretFor(environment, flag);
        if (token === undefined) throw new UpstreamAway(`there is no backend token for ${environment}`);
        const { status, headers } = await client.ask('POST', '/api/client/metrics/bulk', {
            token,
            headers: { 'idempotency-key': key },
            body: this.#bodyOf(reports),
        });
        if (status === 400 || status === 413) return 'refused';
        // A captive portal responds to everything with 200 and an HTML page.
        const isPage = headers['content-type']?.startsWith('text/html');
        if (status >= 300 || isPage) throw new UpstreamAway(isPage ? 'a page' : `status ${status}`);
        this.#sent += countEntries(reports);
        return 'sent';
    }

    /** The body of `POST /api/client/metrics/bulk`. */
    #bodyOf({ usage, sightings, unknownFlags }: SdkReports): { applications: object[]; metrics: object[] } {
        const { edge, clock } = this.#options;
        // Not stored for each application, but required by Unleash.
        const unknown = { started: clock().toISOString(), interval: 0 };
        return {
            applications: sightings.map(({ app: appName, environment, instanceId, sdkVersion, strategies = [] }) => ({
                ...{ appName, environment, instanceId, strategies, ...unknown },
                ...(sdkVersion && { sdkVersion }),
                connectVia: [edge],
            })),
            metrics: [
                ...usage.map(({ app: appName, environment, flag, hour: timestamp, yes, no, variants }) => ({
                    ...{ featureName: flag, appName, environment, timestamp, yes, no },
                    variants: Object.fromEntries(variants),
                })),
                // Upstream does not know them either, and lists them as unknown.
                ...unknownFlags.map(({ name, app: appName, environment }) => ({
                    ...{ featureName: name, appName, environment, yes: 0, no: 1, variants: {} },
                })),
            ],
        };
    }
}

const noReports = (): SdkReports => ({ usage: [], sightings: [], unknownFlags: [] });

const toZero = (count: UsageCount): UsageCount => ({ ...count, yes: 0, no: 0, variants: new Map() });
const isCounted = ({ yes, no }: UsageCount) => yes > 0 || no > 0;

interface Entry {
    environment: string;
    flag?: string;
    reports: SdkReports;
    addTo: (reports: SdkReports) => void;
}

function* entriesOf({ usage, sightings, unknownFlags }: SdkReports): Generator<Entry> {
    for (const sighting of sightings) {
        const reports = { ...noReports(), sightings: [sighting] };
        yield { environment: sighting.environment, reports, addTo: (group) => group.sightings.push(sighting) };
    }
    for (const count of usage.filter(isCounted)) {
        const { environment, flag } = count;
        const reports = { ...noReports(), usage: [count] };
        yield { environment, flag, reports, addTo: (group) => group.usage.push(count) };
    }
    for (const flag of unknownFlags) {
        const reports = { ...noReports(), unknownFlags: [flag] };
        yield { environment: flag.environment, reports, addTo: (group) => group.unknownFlags.push(flag) };
    }
}

/** Undefined for a single entry. Splitting again yields the same halves with the same keys. */
function halvesOf(delivery: Delivery): Delivery[] | undefined {
    const { key, reports } = delivery;
    const { usage, sightings, unknownFlags } = reports;
    const size = usage.length + sightings.length + unknownFlags.length;
    if (size < 2) return undefined;
    const half = Math.ceil(size / 2);
    const halves = [noReports(), noReports()] as const;
    let place = 0;
    for (const { addTo } of entriesOf(reports)) addTo(halves[place++ < half ? 0 : 1]);
    return halves.map((part, index) => ({ ...delivery, key: `${key}${index}`, reports: part }));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
