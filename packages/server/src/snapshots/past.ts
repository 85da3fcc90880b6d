import { compileFlags, type FlagSet, type Runtime, updateFlagsInSteps } from '@halyard/engine';
import { mapYielding, runInSlices, shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import {
    changedSince,
    flagsAt,
    hasChangedSince,
    namesIn,
    namesReplacedSince,
    type PastFlag,
    type PointInTime,
} from '../publications/definitions-at.ts';
import { withHidden } from '../publications/hidden.ts';
import type { Db } from '../storage/database.ts';
import type { Snapshots } from './snapshots.ts';

/** Cache size: enough to compare two points in time in several environments. */
const MAX_CACHED_SETS = 12;

interface PastDependencies {
    db: Db;
    snapshots: Snapshots;
    /** Brings the snapshots up to the newest commit. */
    catchUp: () => Promise<void>;
    runtime: Runtime;
}

/** An environment at a past revision. */
export interface PastEnvironment {
    flags: FlagSet;
    /** Flags that existed only in other environments. Read on first use. */
    outside(): Promise<readonly FlagInProject[]>;
}

interface FlagInProject {
    name: string;
    project: string;
}

/** Compiled environments at past revisions. They are derived from the current state, so unchanged flags are shared. */
export class PastFlags {
    readonly #dependencies: PastDependencies;
    /** By environment and revision, most recently used last. */
    readonly #cache = new Map<string, Promise<PastEnvironment>>();
    /** The cached environments that were used since the last `releaseUnused`. */
    readonly #used = new Set<string>();

    constructor(dependencies: PastDependencies) {
        this.#dependencies = dependencies;
    }

    /** An environment at a revision, which must exist. */
    at(point: PointInTime): Promise<PastEnvironment> {
        const key = `${point.revision} ${point.environment}`;
        const past = this.#cache.get(key) ?? this.#read(point);
        this.#used.add(key);
        this.#cache.delete(key);
        this.#cache.set(key, past);
        past.catch(() => this.#cache.delete(key));
        if (this.#cache.size > MAX_CACHED_SETS) this.#cache.delete(this.#cache.keys().next().value!);
        return past;
    }

    /** Releases environments that were not used since the last call: they keep compiled flags in memory. */
    releaseUnused(): void {
        for (const key of this.#cache.keys()) if (!this.#used.has(key)) this.#cache.delete(key);
        this.#used.clear();
    }

    /** Returns the names of all flags that were in a project at some time since a revision. */
    async namesOfProjectSince({ environment, revision }: PointInTime, project: string): Promise<string[]> {
        const { db, snapshots, catchUp } = this.#dependencies;
        await catchUp();
        const current = snapshots.find(environment)?.scope([project]).flags ?? [];
        const names = new Set(current.map(({ name }) => name));
        // Read after the current flags: a flag that is moved in the meantime is among these.
        for (const name of await namesReplacedSince(db, { environment, revision }, project)) names.add(name);
        return [...names].sort();
    }

    /** Returns these flags at a revision. If nothing has changed since, they are in memory. `namesOfProjectSince` must come first. */
    async flagsAt(point: PointInTime, names: readonly string[]): Promise<Map<string, PastFlag | undefined>> {
        const { db, snapshots } = this.#dependencies;
        const current = snapshots.find(point.environment)?.flags;
        const flags = new Map(names.map((name) => [name, current?.get(name)]));
        // Read after the current flags: a change in the meantime is noticed.
        return (await hasChangedSince(db, point)) ? flagsAt(db, point, names) : flags;
    }

    /** Returns the flags that were in a project at a revision, by name, without compiling them. */
    async flagsOfProject(point: PointInTime, project: string): Promise<PastFlag[]> {
        const flags = await this.flagsAt(point, await this.namesOfProjectSince(point, project));
        return [...flags.values()].filter((flag) => flag?.project === project) as PastFlag[];
    }

    async #read(point: PointInTime): Promise<PastEnvironment> {
        await this.#dependencies.catchUp();
        const flags = await this.#goBack(point);
        let outside: Promise<readonly FlagInProject[]> | undefined;
        return {
            flags,
            outside: () => {
                outside ??= this.#outside(point, flags).catch((error: unknown) => {
                    outside = undefined;
                    throw error;
                });
                return outside;
            },
        };
    }

    async #goBack({ environment, revision }: PointInTime): Promise<FlagSet> {
        const { db, snapshots, runtime } = this.#dependencies;
        const snapshot = snapshots.find(environment);
        if (snapshot === undefined) return compileFlags({}, runtime);
        const now = await snapshot.compiled(undefined);
        const published = new Map(snapshot.flags);
        if (shouldYield()) await yieldToEventLoop();
        // Read after the current flags: flags that exist now and did not exist then are among the changes.
        const changed = await changedSince(db, { environment, revision });
        // Many flags are toggled off and on again. Their compiled form is reused if the snapshot has not changed in the meantime.
        const isCurrent = now === (await snapshot.compiled(undefined));
        const features: unknown[] = [];
        const removedFeatures: string[] = [];
        await mapYielding(new Set([...changed.flags.keys(), ...changed.hidden.keys()]), (name) => {
            const current = published.get(name);
            const json = changed.flags.has(name) ? changed.flags.get(name) : current?.json;
            const hidden = changed.hidden.has(name) ? changed.hidden.get(name) : current?.hidden;
            if (isCurrent && json === current?.json && hidden === current?.hidden) return;
            if (json === undefined) removedFeatures.push(name);
            else features.push(withHidden(json, hidden));
        });
        const { segments } = changed;
        if (features.length + removedFeatures.length + segments.size === 0) return now.flags;
        const steps = updateFlagsInSteps(now.flags, {
            features,
            removedFeatures,
            segments: [...segments.values()].filter((json) => json !== undefined).map((json) => JSON.parse(json)),
            removedSegments: [...segments.keys()].filter((id) => segments.get(id) === undefined),
        });
        return runInSlices(steps);
    }

    async #outside({ environment, revision }: PointInTime, here: FlagSet): Promise<readonly FlagInProject[]> {
        const { db, snapshots } = this.#dependencies;
        const inside = new Set(here.flags.map(({ name }) => name));
        if (shouldYield()) await yieldToEventLoop();
        const outside = new Map<string, string>();
        for (const other of snapshots.all()) {
            if (other.environment === environment) continue;
            const now = [...other.flags.values()];
            const changed = new Set(await namesIn(db, other.environment, revision));
            await mapYielding(now, ({ name, project }) => {
                if (!changed.has(name) && !inside.has(name)) outside.set(name, project);
            });
            const candidates = [...changed].filter((name) => !inside.has(name));
            const others = await flagsAt(db, { environment: other.environment, revision }, candidates);
            for (const [name, flag] of others) if (flag !== undefined) outside.set(name, flag.project);
        }
        return [...outside].map(([name, project]) => ({ name, project }));
    }
}
