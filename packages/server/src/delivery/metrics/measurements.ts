import type { FlagDefinition } from '@halyard/engine';
import { coalesced } from '../../core/concurrency/coalesced.ts';
import type { PublishedFlag, VisibleProjects } from '../../snapshots/environment-snapshot.ts';
import type { ServedSnapshots } from '../../snapshots/snapshots.ts';
import { by, counter, gauge, type Metric } from '../../telemetry/metric.ts';
import { isVisible } from '../sdk-scope.ts';
import { BoundedMap } from './bounded-map.ts';
import { BOUNDS, MAX_COUNTS, OTHER_APPS, OTHER_VARIANTS, type Reporter } from './bounds.ts';
import type { FlagUsage } from './metrics.schemas.ts';
import type { ReportJournal } from './report-journal.ts';
import { countEntries, type SdkReports, type Sighting, type UnknownFlag, type UsageCount } from './sdk-reports.ts';

export interface MetricsReport {
    reporter: Reporter;
    app: string;
    environment: string;
    /** The projects whose flags the reporter may see; undefined: all. */
    projects?: VisibleProjects;
    /** When it was counted; undefined: now. */
    at?: string | number | undefined;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Older counts belong to hours that are no longer stored. */
const OLDEST = 48 * HOUR;
/** Longer than the name of any flag can be. */
const MAX_NAME = 250;
/** The maximum count of a flag per day. Sums over all applications stay within the exact integer range. */
export const MAX_DAILY_COUNT = 1e12;
/** The variant name that SDKs report when none was chosen. */
const NO_VARIANT = 'disabled';
/** A report is acknowledged after this time even if the journal has not responded: SDKs must not wait for a failing database. */
const MAX_WAIT_MS = 1_000;
/** The pause after a journal error. */
const RETRY_MS = 1_000;

export interface MeasurementsOptions {
    snapshots: ServedSnapshots;
    clock: () => Date;
    /** Where reports are persisted before they are acknowledged; undefined: they stay in memory. */
    journal?: ReportJournal | undefined;
    /** Stores the reports. */
    store: (measurements: Measurements, now: string) => Promise<void>;
}

/** Buffer of SDK reports until they are stored. Its size is bounded. */
export class Measurements {
    readonly #snapshots: ServedSnapshots;
    readonly #clock: () => Date;
    readonly #journal: ReportJournal | undefined;
    readonly #store: MeasurementsOptions['store'];
    readonly #persist = coalesced(() => this.#persistOnce());
    #appending: Promise<void> | undefined;
    #retryAt = 0;
    /** By hour, environment, token and application, then by flag: a report of many flags looks up the first part once. */
    #usage = new Map<string, Map<string, UsageCount>>();
    #usageSize = 0;
    readonly #evaluations = { true: 0, false: 0 };
    #usageSizes = new Map<number, number>();
    readonly #sightings = new BoundedMap<string, Sighting>(10_000);
    readonly #unknownFlags = new BoundedMap<string, UnknownFlag>(10_000);
    readonly #appsOfTokens = new Map<number, Set<string>>();
    readonly #variants = new WeakMap<PublishedFlag, ReadonlySet<string>>();
    #day = 0;
    /** Cached, because formatting the hour costs more than counting. */
    #hour = { number: -1, text: '' };

    constructor({ snapshots, clock, journal, store }: MeasurementsOptions) {
        this.#journal = journal;
        this.#snapshots = snapshots;
        this.#clock = clock;
        this.#store = store;
    }

    /** Stores all reports received so far. */
    store(): Promise<void> {
        return this.#store(this, this.#clock().toISOString());
    }

    /**
     * Resolves once everything recorded so far is in the journal. A journal that is slow or fails delays no caller for more than
     * a second: the reports then stay in memory and are appended later. Undefined when there is no journal.
     */
    persisted(): Promise<void> | undefined {
        return this.#journal && this.#persist();
    }

    /** Records a delivery that its sender may repeat: the second one with the same key counts nothing. Throws when it is not persisted. */
    async deliver(key: string, record: (delivery: Measurements) => void): Promise<void> {
        const delivery = new Measurements({
            snapshots: this.#snapshots,
            clock: this.#clock,
            store: async () => undefined,
        });
        record(delivery);
        await this.accept(delivery.take(), key);
    }

    /** Persists reports that were recorded elsewhere; false: a delivery with that key was accepted before. */
    async accept(reports: SdkReports, deliveryKey?: string): Promise<boolean> {
        const isNew = !this.#journal || (await this.#journal.append(reports, deliveryKey));
        if (!this.#journal) this.putBack(reports);
        if (isNew) this.#countEvaluations(reports);
        return isNew;
    }

    /** Appends everything recorded so far to the journal; reports that cannot be appended stay in memory. */
    async flush(): Promise<void> {
        await this.#appending;
        if (!this.#journal) return;
        const reports = this.take();
        if (countEntries(reports) === 0) return;
        try {
            await this.#journal.append(reports);
        } catch (error) {
            this.putBack(reports);
            throw error;
        }
    }

    async #persistOnce(): Promise<void> {
        if (this.#appending || performance.now() < this.#retryAt) return;
        const { promise: late, resolve: givesUp } = Promise.withResolvers<void>();
        const timer = setTimeout(givesUp, MAX_WAIT_MS);
        const appending = this.flush()
            .catch(() => {
                this.#retryAt = performance.now() + RETRY_MS;
            })
            .finally(() => {
                this.#appending = undefined;
                clearTimeout(timer);
            });
        this.#appending = appending;
        await Promise.race([appending, late]);
    }

    sawInstance(told: Sighting): void {
        const sighting = { ...told, app: this.#appName(told.reporter, told.app) };
        const key = sightingKey(sighting);
        const known = this.#sightings.get(key);
        this.#sightings.set(
            key,
            {
                ...sighting,
                sdkVersion: sighting.sdkVersion ?? known?.sdkVersion ?? null,
                strategies: sighting.strategies ?? known?.strategies,
            },
            { group: appEnvironmentKey(sighting), limit: BOUNDS[sighting.reporter.kind].instances },
        );
    }

    countUsage(report: MetricsReport, flags: Readonly<Record<string, FlagUsage>>): void {
        const { reporter, environment, projects } = report;
        const app = this.#appName(reporter, report.app);
        const known = this.#snapshots.of(environment).flags;
        const hour = this.#hourOf(report.at);
        const counts = this.#countsOf({ hour, environment, app, reporter });
        for (const flag in flags) {
            const { yes = 0, no = 0, variants } = flags[flag]!;
            if ((yes === 0 && no === 0) || flag.length > MAX_NAME) continue;
            let count = counts.get(flag);
            if (!count || projects) {
                const project = known.get(flag)?.project;
                if (project === undefined) {
                    this.#sawUnknownFlag({ name: flag, app, environment, reporter });
                    continue;
                }
                if (!isVisible(project, projects)) continue;
            }
            count ??= this.#startCount(counts, flag, { environment, app, hour, reporter });
            if (!count) continue;
            count.yes = plus(count.yes, yes);
            count.no = plus(count.no, no);
            this.#evaluations.true += yes;
            this.#evaluations.false += no;
            if (variants) this.#addVariants(count, known.get(flag), variants);
        }
    }

    metrics(): Metric[] {
        return [
            counter(
                'feature_toggle_usage_total',
                'Evaluations of flags that SDKs reported, by result',
                by('active', this.#evaluations),
            ),
            gauge('halyard_measurements_waiting', 'Counts of flags that are not stored yet', this.#usageSize),
        ];
    }

    #sawUnknownFlag(flag: UnknownFlag): void {
        const limit = BOUNDS[flag.reporter.kind].unknownFlags;
        this.#unknownFlags.set(unknownFlagKey(flag), flag, { group: appEnvironmentKey(flag), limit });
    }

    /** Names that match no variant of the flag are counted together. */
    #addVariants(count: UsageCount, flag: PublishedFlag | undefined, variants: Readonly<Record<string, number>>): void {
        const names = flag && this.#variantsOf(flag);
        for (const name in variants) {
            this.#addVariant(count, names?.has(name) ? name : OTHER_VARIANTS, variants[name]!);
        }
    }

    #variantsOf(flag: PublishedFlag): ReadonlySet<string> {
        let names = this.#variants.get(flag);
        if (names === undefined) {
            // Publications always have this shape.
            const { variants = [], strategies } = JSON.parse(flag.json) as FlagDefinition;
            const all = [...variants, ...strategies.flatMap((strategy) => strategy.variants ?? [])];
            names = new Set([NO_VARIANT, ...all.map(({ name }) => name)]);
            this.#variants.set(flag, names);
        }
        return names;
    }

    /** Counts of flags and variants, instances and unknown flags that are in memory. */
    get size(): number {
        return this.#usageSize + this.#sightings.size + this.#unknownFlags.size;
    }

    /** Removes and returns everything; `putBack` is for reports that could not be stored. */
    take(): SdkReports {
        return {
            usage: this.#takeUsage(),
            sightings: this.#sightings.take(),
            unknownFlags: this.#unknownFlags.take(),
        };
    }

    putBack({ usage, sightings, unknownFlags }: SdkReports): void {
        for (const sighting of sightings) {
            const newer = this.#sightings.get(sightingKey(sighting));
            this.sawInstance(sighting);
            if (newer) this.sawInstance(newer);
        }
        for (const flag of unknownFlags) this.#sawUnknownFlag(flag);
        this.#putBackUsage(usage);
    }

    /** Adds reports that are newer than the existing ones. */
    add(reports: SdkReports): void {
        for (const sighting of reports.sightings) this.sawInstance(sighting);
        this.putBack({ ...reports, sightings: [] });
    }

    #countEvaluations({ usage }: SdkReports): void {
        for (const { yes, no } of usage) {
            this.#evaluations.true += yes;
            this.#evaluations.false += no;
        }
    }

    #takeUsage(): UsageCount[] {
        const usage = [...this.#usage.values()].flatMap((counts) => [...counts.values()]);
        this.#usage = new Map();
        this.#usageSize = 0;
        this.#usageSizes = new Map();
        return usage;
    }

    #putBackUsage(stored: readonly UsageCount[]): void {
        for (const { flag, yes, no, variants, ...from } of stored) {
            const counts = this.#countsOf(from);
            const count = counts.get(flag) ?? this.#startCount(counts, flag, from);
            if (!count) continue;
            count.yes = plus(count.yes, yes);
            count.no = plus(count.no, no);
            for (const [name, number] of variants) this.#addVariant(count, name, number);
        }
    }

    #countsOf({ hour, environment, app, reporter }: From): Map<string, UsageCount> {
        const key = `${hour}\n${environment}\n${reporter.tokenId}\n${app}`;
        let counts = this.#usage.get(key);
        if (counts === undefined) {
            counts = new Map();
            if (this.#findsRoom(reporter)) this.#usage.set(key, counts);
        }
        return counts;
    }

    /** Undefined when the limit is reached. */
    #startCount(
        counts: Map<string, UsageCount>,
        flag: string,
        { reporter, environment, app, hour }: From,
    ): UsageCount | undefined {
        if (!this.#findsRoom(reporter)) return undefined;
        // A literal rather than a copy of another object: counting in such copies is four times slower.
        const count: UsageCount = { reporter, flag, environment, app, hour, yes: 0, no: 0, variants: new Map() };
        counts.set(flag, count);
        return count;
    }

    #addVariant({ variants, reporter }: UsageCount, name: string, count: number): void {
        if (count === 0) return;
        const sum = variants.get(name);
        if (sum !== undefined) variants.set(name, plus(sum, count));
        else if (this.#findsRoom(reporter)) variants.set(name, plus(0, count));
    }

    #findsRoom({ kind, tokenId }: Reporter): boolean {
        const own = this.#usageSizes.get(tokenId) ?? 0;
        if (this.#usageSize >= MAX_COUNTS || own >= BOUNDS[kind].counts) return false;
        this.#usageSize++;
        this.#usageSizes.set(tokenId, own + 1);
        return true;
    }

    /** Applications choose their names; beyond a daily limit, further names of a token share one. */
    #appName({ kind, tokenId }: Reporter, name: string): string {
        const day = Math.floor(this.#clock().getTime() / DAY);
        if (day !== this.#day) {
            this.#day = day;
            this.#appsOfTokens.clear();
        }
        let apps = this.#appsOfTokens.get(tokenId);
        if (apps === undefined) {
            apps = new Set();
            this.#appsOfTokens.set(tokenId, apps);
        }
        if (apps.has(name)) return name;
        if (apps.size >= BOUNDS[kind].applications) return OTHER_APPS;
        apps.add(name);
        return name;
    }

    /** SDK clocks may be wrong: counts from the future or long ago are counted as current. */
    #hourOf(at: string | number | undefined): string {
        const now = this.#clock().getTime();
        const said = at === undefined ? now : new Date(at).getTime();
        const time = said > now - OLDEST && said <= now ? said : now;
        const number = Math.floor(time / HOUR);
        if (number !== this.#hour.number) this.#hour = { number, text: new Date(number * HOUR).toISOString() };
        return this.#hour.text;
    }
}

type From = Pick<UsageCount, 'reporter' | 'environment' | 'app' | 'hour'>;

export const appEnvironmentKey = ({ app, environment }: { app: string; environment: string }) =>
    `${app}\n${environment}`;
export const sightingKey = ({ app, environment, instanceId }: Sighting) => `${app}\n${environment}\n${instanceId}`;
export const unknownFlagKey = ({ name, app, environment }: UnknownFlag) => `${name}\n${app}\n${environment}`;

/** Reports are not trustworthy: counts stop at the limit. */
export const plus = (sum: number, more: number) => Math.min(sum + more, MAX_DAILY_COUNT);
