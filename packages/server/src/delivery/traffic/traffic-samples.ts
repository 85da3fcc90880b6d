import { randomUUID } from 'node:crypto';
import type { Context } from '@halyard/engine';
import { ANONYMOUS_SDK, type SdkActor } from '../../core/access/actor.ts';
import { mapYielding } from '../../core/concurrency/yielding.ts';
import type { SampleOrigin } from '../../core/settings/sample-origin.ts';
import type { TrafficSetting } from '../../core/settings/traffic-setting.ts';
import { Reservoir } from './reservoir.ts';

interface TrafficOptions {
    /** Contexts for each environment; 0: disabled. */
    capacity: number;
    /** The projects that currently have flags in an environment. */
    projectsWithFlags: (environment: string) => readonly string[];
    setting: () => TrafficSetting;
    clock: () => Date;
    random: () => number;
}

type SampleProjects = Omit<SampleOrigin, 'at'>;

interface TrafficSample extends SampleOrigin {
    readonly context: Context;
}

/** The fields whose values assign users to rollout percentages. */
const IDENTIFYING_FIELDS = ['userId', 'sessionId'] as const;

/** Limits for field values and for the number of fields. */
const MAX_VALUE = 200;
const MAX_FIELDS = 50;
/** Typical contexts have some hundred characters; larger ones leave less room for others, but use no more memory. */
const CHARACTERS_EACH = 1_000;
/** For all environments together. */
const MAX_CHARACTERS = 32_000_000;

/**
 * A sample of the contexts in requests of frontends and OpenFeature providers, for evaluating planned changes. In the memory of
 * this node only. Decision 68 defines the content and its readers.
 */
export class TrafficSamples {
    readonly #options: TrafficOptions;
    /** By environment: one reservoir of all contexts, and one of those sent by backends, which no flood of others displaces. */
    readonly #reservoirs = new Map<string, Reservoir<SampleProjects>>();
    /** The setting under which all samples were taken. */
    #setting: TrafficSetting;

    constructor(options: TrafficOptions) {
        this.#options = options;
        this.#setting = options.setting();
    }

    get capacity(): number {
        return this.#options.capacity;
    }

    /** Called for every evaluation: nearly always it returns at once. */
    see(actor: SdkActor, context: Context): void {
        this.#sample(actor.environment, actor, context);
        if (isBackend(actor)) this.#sample(ofBackends(actor.environment), actor, context);
    }

    #sample(key: string, actor: SdkActor, context: Context): void {
        const reservoir = this.#reservoirs.get(key) ?? this.#start(key);
        if (reservoir?.isNext()) this.#keep(reservoir, actor, context);
    }

    /**
     * The samples of an environment that the caller may read. With `backendsOnly`, contexts that came with a frontend token are
     * left out: such a token is public, so anybody can send as many of them as they like.
     */
    async of(
        environment: string,
        isReadable: (sample: SampleOrigin) => boolean,
        { backendsOnly = false } = {},
    ): Promise<TrafficSample[]> {
        this.followSetting();
        const key = backendsOnly ? ofBackends(environment) : environment;
        const all = this.#reservoirs.get(key)?.sample(this.#options.clock().getTime()) ?? [];
        const readable = all.filter(({ mark, at }) => isReadable({ ...mark, at }));
        return mapYielding(readable, ({ text, mark, at }) => ({ ...mark, at, context: JSON.parse(text) as Context }));
    }

    /** The number of samples, by environment. */
    counts(): { environment: string; samples: number }[] {
        this.followSetting();
        const now = this.#options.clock().getTime();
        return [...this.#reservoirs]
            .filter(([key]) => !key.endsWith(OF_BACKENDS))
            .map(([environment, reservoir]) => ({ environment, samples: reservoir.sample(now).length }))
            .filter(({ samples }) => samples > 0)
            .sort((a, b) => (a.environment < b.environment ? -1 : 1));
    }

    /** Samples taken under another setting are deleted. */
    followSetting(): void {
        const setting = this.#options.setting();
        if (JSON.stringify(setting) !== JSON.stringify(this.#setting)) this.#reservoirs.clear();
        this.#setting = setting;
    }

    /** Drops old samples, also in environments without requests. */
    turn(): void {
        this.followSetting();
        for (const reservoir of this.#reservoirs.values()) reservoir.turn(this.#options.clock().getTime());
    }

    #start(key: string): Reservoir<SampleProjects> | undefined {
        const { capacity, random, clock } = this.#options;
        if (capacity === 0 || this.#setting.mode === 'off') return undefined;
        const options = { capacity, characters: capacity * CHARACTERS_EACH, random };
        const reservoir = new Reservoir<SampleProjects>(options, clock().getTime());
        this.#reservoirs.set(key, reservoir);
        return reservoir;
    }

    #keep(reservoir: Reservoir<SampleProjects>, actor: SdkActor, context: Context): void {
        const text = JSON.stringify(kept(context, this.#setting));
        reservoir.keep(text, this.#projectsOf(actor), this.#options.clock().getTime());
        this.#bound();
    }

    #projectsOf({ projects, environment }: SdkActor): SampleProjects {
        const seesAll = projects.includes('*');
        return { seesAll, evaluated: seesAll ? this.#options.projectsWithFlags(environment) : projects };
    }

    #bound(): void {
        const all = [...this.#reservoirs.values()];
        if (all.reduce((sum, { characters }) => sum + characters, 0) <= MAX_CHARACTERS) return;
        all.reduce((most, one) => (one.characters > most.characters ? one : most)).thin();
    }
}

// Names of environments cannot contain a slash.
const OF_BACKENDS = '/backends';
const ofBackends = (environment: string) => environment + OF_BACKENDS;

/** Whether the context came with a secret token: neither with a public one nor, where none is required, without any. */
const isBackend = ({ kind, tokenId }: SdkActor) => kind === 'client' && tokenId !== ANONYMOUS_SDK.tokenId;

/** A sampled context: plain values, as strings that retain no other memory. */
function kept(context: Context, setting: TrafficSetting): Context {
    const { properties, ...own } = context;
    const isKept = (field: string) => setting.mode === 'on' || setting.fields.includes(field);
    const plain = (fields: Record<string, unknown>) =>
        Object.fromEntries(
            Object.entries(fields)
                .filter(([field, value]) => isKept(field) && field.length <= MAX_VALUE && isPlain(value))
                .slice(0, MAX_FIELDS),
        );
    return { ...standIns(own, isKept), ...plain(own), properties: plain(properties ?? {}) };
}

/** Replaces user ids that may not be stored by random ones: rollouts need an id. */
function standIns(own: Record<string, unknown>, isKept: (field: string) => boolean): Record<string, string> {
    const hidden = IDENTIFYING_FIELDS.filter((field) => own[field] && !isKept(field));
    return Object.fromEntries(hidden.map((field) => [field, randomUUID()]));
}

const isPlain = (value: unknown): boolean =>
    typeof value === 'string' ? value.length <= MAX_VALUE : typeof value === 'number' || typeof value === 'boolean';
