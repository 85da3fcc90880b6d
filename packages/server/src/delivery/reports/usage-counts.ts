import type { FlagDefinition } from '@halyard/engine';
import type { PublishedFlag, VisibleProjects } from '../../snapshots/published-flag.ts';
import { MAX_COUNT } from '../../storage/max-count.ts';
import { isVisible } from '../sdk-scope.ts';
import { BOUNDS, MAX_COUNTS, OTHER_VARIANTS, type Reporter } from './bounds.ts';
import type { FlagUsage } from './metrics.schemas.ts';
import type { ReportBuffer, ReportBuffers, ReportEntry } from './report-type.ts';
import { UNKNOWN_FLAGS } from './report-types/unknown-flags.ts';

/** How often one application evaluated one flag in one hour. */
export interface UsageCount extends ReportEntry {
    flag: string;
    /** The start of the hour. */
    hour: string;
    yes: number;
    no: number;
    variants: Map<string, number>;
}

export interface MetricsReport {
    reporter: Reporter;
    app: string;
    environment: string;
    /** The projects whose flags the reporter may see; undefined: all. */
    projects?: VisibleProjects;
    /** The time of the count; undefined: now. */
    at?: string | number | undefined;
}

const HOUR = 3_600_000;
/** Older counts belong to hours that are no longer stored. */
const OLDEST = 48 * HOUR;
/** The maximum length of a flag name. */
const MAX_NAME = 250;
/** The variant name that SDKs report if no variant was chosen. */
const NO_VARIANT = 'disabled';

/** The counts of flags and variants. Names of flags that do not exist are recorded as unknown flags. */
export class UsageCounts implements ReportBuffer<UsageCount> {
    readonly #buffers: ReportBuffers;
    /** By hour, environment, token and application, then by flag: a report of many flags looks up the first part once. */
    #counts = new Map<string, Map<string, UsageCount>>();
    #size = 0;
    #sizes = new Map<number, number>();
    /** Cached, because formatting the hour costs more than counting. */
    #hour = { number: -1, text: '' };

    constructor(buffers: ReportBuffers) {
        this.#buffers = buffers;
    }

    /** The number of counts of flags and variants. */
    get size(): number {
        return this.#size;
    }

    count(report: MetricsReport, flags: Readonly<Record<string, FlagUsage>>): void {
        const { reporter, environment, projects } = report;
        const app = this.#buffers.appName(reporter, report.app);
        const known = this.#buffers.snapshots.of(environment).flags;
        const hour = this.#hourOf(report.at);
        const counts = this.#countsOf({ hour, environment, app, reporter });
        for (const flag in flags) {
            const { yes = 0, no = 0, variants } = flags[flag]!;
            if ((yes === 0 && no === 0) || flag.length > MAX_NAME) continue;
            let count = counts.get(flag);
            if (!count || projects) {
                const project = known.get(flag)?.project;
                if (project === undefined) {
                    this.#buffers.in(UNKNOWN_FLAGS).add({ name: flag, app, environment, reporter });
                    continue;
                }
                if (!isVisible(project, projects)) continue;
            }
            count ??= this.#startCount(counts, flag, { environment, app, hour, reporter });
            if (!count) continue;
            count.yes = plus(count.yes, yes);
            count.no = plus(count.no, no);
            if (variants) this.#addVariants(count, known.get(flag), variants);
        }
    }

    add({ flag, yes, no, variants, ...from }: UsageCount): void {
        const counts = this.#countsOf(from);
        const count = counts.get(flag) ?? this.#startCount(counts, flag, from);
        if (!count) return;
        count.yes = plus(count.yes, yes);
        count.no = plus(count.no, no);
        for (const [name, number] of variants) this.#addVariant(count, name, number);
    }

    /** The order of counts does not matter. */
    putBack(count: UsageCount): void {
        this.add(count);
    }

    take(): UsageCount[] {
        const usage = [...this.#counts.values()].flatMap((counts) => [...counts.values()]);
        this.#counts = new Map();
        this.#size = 0;
        this.#sizes = new Map();
        return usage;
    }

    /** Names that match no variant of the flag are counted together. */
    #addVariants(count: UsageCount, flag: PublishedFlag | undefined, variants: Readonly<Record<string, number>>): void {
        const names = flag && variantNamesOf(flag);
        for (const name in variants) {
            this.#addVariant(count, names?.has(name) ? name : OTHER_VARIANTS, variants[name]!);
        }
    }

    #countsOf({ hour, environment, app, reporter }: CountOrigin): Map<string, UsageCount> {
        const key = `${hour}\n${environment}\n${reporter.tokenId}\n${app}`;
        let counts = this.#counts.get(key);
        if (counts === undefined) {
            counts = new Map();
            if (this.#reserve(reporter)) this.#counts.set(key, counts);
        }
        return counts;
    }

    /** Returns undefined if the limit is reached. */
    #startCount(
        counts: Map<string, UsageCount>,
        flag: string,
        { reporter, environment, app, hour }: CountOrigin,
    ): UsageCount | undefined {
        if (!this.#reserve(reporter)) return undefined;
        // A literal rather than a copy of another object: counting in such copies is four times slower.
        const count: UsageCount = { reporter, flag, environment, app, hour, yes: 0, no: 0, variants: new Map() };
        counts.set(flag, count);
        return count;
    }

    #addVariant({ variants, reporter }: UsageCount, name: string, count: number): void {
        if (count === 0) return;
        const sum = variants.get(name);
        if (sum !== undefined) variants.set(name, plus(sum, count));
        else if (this.#reserve(reporter)) variants.set(name, plus(0, count));
    }

    #reserve({ kind, tokenId }: Reporter): boolean {
        const used = this.#sizes.get(tokenId) ?? 0;
        if (this.#size >= MAX_COUNTS || used >= BOUNDS[kind].counts) return false;
        this.#size++;
        this.#sizes.set(tokenId, used + 1);
        return true;
    }

    /** SDK clocks may be wrong: counts from the future or long ago are counted as current. */
    #hourOf(at: string | number | undefined): string {
        const now = this.#buffers.clock().getTime();
        const reportedTime = at === undefined ? now : new Date(at).getTime();
        const time = reportedTime > now - OLDEST && reportedTime <= now ? reportedTime : now;
        const number = Math.floor(time / HOUR);
        if (number !== this.#hour.number) this.#hour = { number, text: new Date(number * HOUR).toISOString() };
        return this.#hour.text;
    }
}

type CountOrigin = Pick<UsageCount, 'reporter' | 'environment' | 'app' | 'hour'>;

/** Adds counts up to the limit, because reports are not trustworthy. */
export const plus = (sum: number, more: number) => Math.min(sum + more, MAX_COUNT);

/** Shared by all buffers: parsing a flag takes longer than counting it. */
const variantNames = new WeakMap<PublishedFlag, ReadonlySet<string>>();

function variantNamesOf(flag: PublishedFlag): ReadonlySet<string> {
    let names = variantNames.get(flag);
    if (names === undefined) {
        // Publications always have this shape.
        const { variants = [], strategies } = JSON.parse(flag.json) as FlagDefinition;
        const all = [...variants, ...strategies.flatMap((strategy) => strategy.variants ?? [])];
        names = new Set([NO_VARIANT, ...all.map(({ name }) => name)]);
        variantNames.set(flag, names);
    }
    return names;
}
