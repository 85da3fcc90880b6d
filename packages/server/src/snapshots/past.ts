import { compileFlags, type FlagSet, type Runtime, updateFlagsInSteps } from '@halyard/engine';
import { mapYielding, runInSlices, shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import { changedSince, flagsAt, namesIn, type PointInTime } from '../publications/definitions-at.ts';
import { withHidden } from '../publications/hidden.ts';
import type { Db } from '../storage/database.ts';
import type { Snapshots } from './snapshots.ts';

/** Moments that are kept: comparing two of them in a few environments fits in. */
const KEPT = 12;

interface PastDependencies {
    db: Db;
    snapshots: Snapshots;
    /** Brings the snapshots to what was committed until now. */
    catchUp: () => Promise<void>;
    runtime: Runtime;
}

/** An environment as it was. */
export interface PastEnvironment {
    flags: FlagSet;
    /** The flags that there were in other environments only. */
    outside: readonly { name: string; project: string }[];
}

/** Environments as they were, compiled: made from what they are now, so that everything that stayed the same is shared. */
export class PastFlags {
    readonly #means: PastDependencies;
    /** By environment and revision, most recently used last. */
    readonly #kept = new Map<string, Promise<PastEnvironment>>();

    constructor(means: PastDependencies) {
        this.#means = means;
    }

    /** An environment as of a revision, which there must be. */
    at(asked: PointInTime): Promise<PastEnvironment> {
        const key = `${asked.revision} ${asked.environment}`;
        const past = this.#kept.get(key) ?? this.#read(asked);
        this.#kept.delete(key);
        this.#kept.set(key, past);
        past.catch(() => this.#kept.delete(key));
        if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value!);
        return past;
    }

    async #read(asked: PointInTime): Promise<PastEnvironment> {
        await this.#means.catchUp();
        const flags = await this.#goBack(asked);
        return { flags, outside: await this.#outside(asked, flags) };
    }

    async #goBack({ environment, revision }: PointInTime): Promise<FlagSet> {
        const { db, snapshots, runtime } = this.#means;
        const snapshot = snapshots.find(environment);
        if (snapshot === undefined) return compileFlags({}, runtime);
        const now = await snapshot.compiled(undefined);
        const published = new Map(snapshot.flags);
        if (shouldYield()) await yieldToEventLoop();
        // Asked after the flags of now were taken: whatever these know of and the past does not is among the changes.
        const changed = await changedSince(db, { environment, revision });
        // Much is turned off and on again, and need not be made anew: if these are still the flags of now, which are compiled.
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

    async #outside({ environment, revision }: PointInTime, here: FlagSet): Promise<PastEnvironment['outside']> {
        const { db, snapshots } = this.#means;
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
            const there = await flagsAt(db, { environment: other.environment, revision }, candidates);
            for (const [name, flag] of there) if (flag !== undefined) outside.set(name, flag.project);
        }
        return [...outside].map(([name, project]) => ({ name, project }));
    }
}
