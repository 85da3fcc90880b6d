import type { Snapshots } from '../../snapshots/snapshots.ts';
import { BoundedMap } from './bounded-map.ts';
import type { FlagUsage } from './metrics.schemas.ts';

/** How often one application asked for one flag in one hour. */
export interface UsageCount {
    flag: string;
    environment: string;
    app: string;
    /** When the hour began. */
    hour: string;
    yes: number;
    no: number;
    variants: Map<string, number>;
}

/** An SDK that is, or was, running somewhere. */
export interface Sighting {
    app: string;
    environment: string;
    instanceId: string;
    sdkVersion: string | null;
    ip: string;
    /** Undefined: it did not say. */
    strategies: readonly string[] | undefined;
}

export interface UnknownFlag {
    name: string;
    app: string;
    environment: string;
}

export interface Report {
    app: string;
    environment: string;
    /** When it was counted; undefined: just now. */
    at?: string | number | undefined;
}

const HOUR = 3_600_000;
/** Older counts belong to hours that are no longer kept. */
const OLDEST = 48 * HOUR;
/** Longer than the name of any flag or variant can be. */
const MAX_NAME = 250;
const MAX_VARIANTS = 250;
const MAX_APPS = 2_000;
const OTHER_APPS = '(other applications)';

/** What SDKs tell of themselves and of their flags, until it is stored. Bounded, whatever they send. */
export class Measurements {
    readonly #snapshots: Snapshots;
    readonly #clock: () => Date;
    readonly #usage = new BoundedMap<string, UsageCount>(50_000);
    readonly #sightings = new BoundedMap<string, Sighting>(10_000);
    readonly #unknownFlags = new BoundedMap<string, UnknownFlag>(1_000);
    readonly #apps = new Set<string>();
    /** Making the text of an hour costs more than counting; it changes once in an hour. */
    #hour = { number: -1, text: '' };

    constructor(snapshots: Snapshots, clock: () => Date) {
        this.#snapshots = snapshots;
        this.#clock = clock;
    }

    sawInstance(told: Sighting): void {
        const sighting = { ...told, app: this.#appName(told.app) };
        const key = `${sighting.environment}\n${sighting.app}\n${sighting.instanceId}`;
        const known = this.#sightings.get(key);
        this.#sightings.set(key, {
            ...sighting,
            sdkVersion: sighting.sdkVersion ?? known?.sdkVersion ?? null,
            strategies: sighting.strategies ?? known?.strategies,
        });
    }

    countUsage(report: Report, flags: Iterable<[string, FlagUsage]>): void {
        const { environment } = report;
        const app = this.#appName(report.app);
        const known = this.#snapshots.of(environment).flags;
        const hour = this.#hourOf(report.at);
        for (const [flag, usage] of flags) {
            const { yes = 0, no = 0 } = usage;
            if ((yes === 0 && no === 0) || flag.length > MAX_NAME) continue;
            if (known.has(flag)) this.#count({ flag, environment, app, hour, yes, no, variants: variantsOf(usage) });
            else this.#unknownFlags.set(`${environment}\n${app}\n${flag}`, { name: flag, app, environment });
        }
    }

    /** Takes out everything there is to store. */
    take() {
        return {
            usage: this.#usage.take(),
            sightings: this.#sightings.take(),
            unknownFlags: this.#unknownFlags.take(),
        };
    }

    /** Puts back what could not be stored. */
    putBackUsage(counts: readonly UsageCount[]): void {
        for (const count of counts) this.#count(count);
    }

    #count(count: UsageCount): void {
        const key = `${count.hour}\n${count.environment}\n${count.app}\n${count.flag}`;
        const known = this.#usage.get(key);
        if (!known) {
            this.#usage.set(key, count);
            return;
        }
        known.yes += count.yes;
        known.no += count.no;
        for (const [variant, number] of count.variants) {
            const sum = known.variants.get(variant);
            if (sum !== undefined || known.variants.size < MAX_VARIANTS)
                known.variants.set(variant, (sum ?? 0) + number);
        }
    }

    /** Applications have names of their own choice; past a number of them they share one. */
    #appName(name: string): string {
        if (this.#apps.size >= MAX_APPS && !this.#apps.has(name)) return OTHER_APPS;
        this.#apps.add(name);
        return name;
    }

    /** SDKs have clocks of their own: what lies in the future or long ago is counted as of now. */
    #hourOf(at: string | number | undefined): string {
        const now = this.#clock().getTime();
        const said = at === undefined ? now : new Date(at).getTime();
        const time = said > now - OLDEST && said <= now ? said : now;
        const number = Math.floor(time / HOUR);
        if (number !== this.#hour.number) this.#hour = { number, text: new Date(number * HOUR).toISOString() };
        return this.#hour.text;
    }
}

const variantsOf = ({ variants = {} }: FlagUsage) =>
    new Map(Object.entries(variants).filter(([name, count]) => count > 0 && name.length <= MAX_NAME));
