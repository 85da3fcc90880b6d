import { randomUUID } from 'node:crypto';
import type { Context } from '@halyard/engine';
import { ANONYMOUS_SDK, type SdkActor } from '../../core/access/actor.ts';
import { mapYielding } from '../../core/concurrency/yielding.ts';
import { hasValue } from '../../core/json/context-values.ts';
import type { SampleOrigin, SampleProjects } from '../../core/settings/sample-origin.ts';
import type { TrafficSetting } from '../../core/settings/traffic-setting.ts';
import type { Tx } from '../../storage/database.ts';
import { Reservoir } from './reservoir.ts';
import type { SampleStorage } from './sample-storage.ts';

interface TrafficOptions {
    /** The maximum number of contexts for each environment; 0: disabled. */
    capacity: number;
    /** The projects that currently have flags in an environment. */
    projectsWithFlags: (environment: string) => readonly string[];
    setting: () => TrafficSetting;
    storage: Pick<SampleStorage, 'adopt' | 'store' | 'release' | 'deleteUnits' | 'deletedUnits'>;
    /** The pseudonym of a user. */
    hashOf: (value: string) => string;
    clock: () => Date;
    random: () => number;
}

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
/** The maximum number of characters in all environments together. */
const MAX_CHARACTERS = 32_000_000;

/**
 * A sample of the contexts in requests of frontends and OpenFeature providers, for evaluating planned changes. Each node has its own.
 * Decision 68 defines the content, its readers and its storage.
 */
export class TrafficSamples {
    readonly #options: TrafficOptions;
    /** By environment: a reservoir of all contexts, and one of contexts from backends, which a flood of others cannot displace. */
    readonly #reservoirs = new Map<string, Reservoir<SampleProjects>>();
    /** The setting under which all samples were taken. */
    #setting: TrafficSetting;
    /** Whether this node may own stored samples: not if its start has failed. */
    #mayOwnStored = false;

    constructor(options: TrafficOptions) {
        this.#options = options;
        this.#setting = options.setting();
    }

    get capacity(): number {
        return this.#options.capacity;
    }

    /** Whether no contexts are sampled, by the operator or by the setting. */
    get isOff(): boolean {
        return this.#options.capacity === 0 || this.#setting.mode === 'off';
    }

    /** Called for every evaluation; nearly every call returns at once. */
    see(actor: SdkActor, context: Context): void {
        this.#sample(actor.environment, actor, context);
        if (isBackend(actor)) this.#sample(ofBackends(actor.environment), actor, context);
    }

    #sample(key: string, actor: SdkActor, context: Context): void {
        const reservoir = this.#reservoirs.get(key) ?? this.#start(key);
        if (reservoir?.isNext()) this.#add(reservoir, actor, context);
    }

    /**
     * Returns the samples of an environment that the caller may read. With `backendsOnly`, contexts of frontend tokens are omitted:
     * such a token is public, so anybody can send any number of them.
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

    counts(): { environment: string; samples: number }[] {
        this.followSetting();
        const now = this.#options.clock().getTime();
        return [...this.#reservoirs]
            .filter(([key]) => !key.endsWith(OF_BACKENDS))
            .map(([environment, reservoir]) => ({ environment, samples: reservoir.sample(now).length }))
            .filter(({ samples }) => samples > 0)
            .sort((a, b) => (a.environment < b.environment ? -1 : 1));
    }

    /** Applies the current setting. Samples taken under another setting are deleted. */
    followSetting(): void {
        const setting = this.#options.setting();
        if (JSON.stringify(setting) === JSON.stringify(this.#setting)) return;
        this.#reservoirs.clear();
        this.#setting = setting;
    }

    /** Deletes the samples that were evaluated for a project, because it was deleted. */
    forgetProject(project: string): void {
        for (const reservoir of this.#reservoirs.values())
            reservoir.forget(({ mark }) => mark.evaluated.includes(project));
    }

    /** Deletes the stored samples of a user. Every node deletes those in its memory when it reads the event. */
    deleteUnit(tx: Tx, unit: string): Promise<number> {
        return this.#options.storage.deleteUnits(tx, (value) => value === unit);
    }

    /** Deletes the samples of deleted users from the memory of this node. */
    async forgetDeletedUnits(): Promise<void> {
        const { storage, hashOf } = this.#options;
        const hashes = await storage.deletedUnits();
        if (hashes.size === 0) return;
        const isDeleted = (value: string) => hashes.has(hashOf(value));
        for (const reservoir of this.#reservoirs.values()) {
            const texts = reservoir.texts();
            const areDeleted = await mapYielding(texts, (text) => hasValue(text, isDeleted));
            const deleted = new Set(texts.filter((_, index) => areDeleted[index]));
            reservoir.forget(({ text }) => deleted.has(text));
        }
    }

    /** Adopts the samples of nodes that have ended, stores those of this node, and deletes old ones. */
    async store(): Promise<void> {
        this.#mayOwnStored = true;
        this.followSetting();
        const setting = this.#setting;
        const { storage, clock } = this.#options;
        const adopted = this.isOff ? [] : await storage.adopt(setting);
        // The setting may have changed in the meantime.
        if (setting === this.#setting) {
            for (const [key, periods] of adopted) (this.#reservoirs.get(key) ?? this.#start(key))?.adopt(periods);
            this.#bound();
        }
        await this.forgetDeletedUnits();
        const now = clock().getTime();
        const reservoirs = [...this.#reservoirs].map(([key, reservoir]) => [key, reservoir.periods(now)] as const);
        await storage.store(this.isOff ? undefined : this.#setting, new Map(reservoirs));
    }

    /** Stores the samples for the node that adopts them, because this node ends. */
    async release(): Promise<void> {
        if (!this.#mayOwnStored) return;
        await this.store();
        await this.#options.storage.release();
    }

    #start(key: string): Reservoir<SampleProjects> | undefined {
        const { capacity, random, clock } = this.#options;
        if (this.isOff) return undefined;
        const options = { capacity, characters: capacity * CHARACTERS_EACH, random };
        const reservoir = new Reservoir<SampleProjects>(options, clock().getTime());
        this.#reservoirs.set(key, reservoir);
        return reservoir;
    }

    #add(reservoir: Reservoir<SampleProjects>, actor: SdkActor, context: Context): void {
        const text = JSON.stringify(toSample(context, this.#setting));
        reservoir.add(text, this.#projectsOf(actor), this.#options.clock().getTime());
        this.#bound();
    }

    #projectsOf({ projects, environment }: SdkActor): SampleProjects {
        const seesAll = projects.includes('*');
        return { seesAll, evaluated: seesAll ? this.#options.projectsWithFlags(environment) : projects };
    }

    #bound(): void {
        const all = [...this.#reservoirs.values()];
        while (all.reduce((sum, { characters }) => sum + characters, 0) > MAX_CHARACTERS) {
            all.reduce((largest, reservoir) =>
                reservoir.characters > largest.characters ? reservoir : largest,
            ).thin();
        }
    }
}

// Names of environments cannot contain a slash.
const OF_BACKENDS = '/backends';
const ofBackends = (environment: string) => environment + OF_BACKENDS;

/** Whether the context came with a secret token: not with a public token, and not without a token where none is required. */
const isBackend = ({ kind, tokenId }: SdkActor) => kind === 'client' && tokenId !== ANONYMOUS_SDK.tokenId;

/** Returns the sampled part of a context: plain values only. It is stored as text, which retains no other memory. */
function toSample(context: Context, setting: TrafficSetting): Context {
    const { properties, ...standard } = context;
    const isAllowed = (field: string) => setting.mode === 'on' || setting.fields.includes(field);
    const plain = (fields: Record<string, unknown>) =>
        Object.fromEntries(
            Object.entries(fields)
                .filter(([field, value]) => isAllowed(field) && field.length <= MAX_VALUE && isPlain(value))
                .slice(0, MAX_FIELDS),
        );
    return { ...randomIds(standard, isAllowed), ...plain(standard), properties: plain(properties ?? {}) };
}

/** Replaces user ids that may not be stored by random ones: rollouts need an id. */
function randomIds(fields: Record<string, unknown>, isAllowed: (field: string) => boolean): Record<string, string> {
    const hidden = IDENTIFYING_FIELDS.filter((field) => fields[field] && !isAllowed(field));
    return Object.fromEntries(hidden.map((field) => [field, randomUUID()]));
}

const isPlain = (value: unknown): boolean =>
    typeof value === 'string' ? value.length <= MAX_VALUE : typeof value === 'number' || typeof value === 'boolean';
