import { compileFlags, type FlagSet, onlyProjects, type Runtime, updateFlags } from '@halyard/engine';
import { type Difference, type FlagTrace, type RecentChange, RecentChanges } from './recent-changes.ts';

export interface PublishedFlag extends FlagTrace {
    readonly name: string;
    /** The definition as it goes to SDKs. */
    readonly json: string;
}

/** The projects somebody may see; undefined: all. */
export type VisibleProjects = readonly string[] | undefined;

/** Changes that are remembered for each environment, so that SDKs can be told the difference. */
const REMEMBERED_CHANGES = 1_000;

interface Beginning {
    environment: string;
    segments: ReadonlyMap<number, string>;
    revision: number;
    runtime: Runtime;
}

/** All current publications of one environment, in memory, and their compiled form. Only `Snapshots` changes it. */
export class EnvironmentSnapshot {
    readonly environment: string;
    /** Segments are the same everywhere, so all environments share them. */
    readonly segments: ReadonlyMap<number, string>;
    readonly #runtime: Runtime;
    readonly #flags = new Map<string, PublishedFlag>();
    readonly #recent: RecentChanges;
    readonly #segmentUse = new SegmentUse();
    #revision: number;

    #compiled: FlagSet | undefined;
    #compiledByProjects = new Map<string, FlagSet>();
    #flagsToCompile = new Set<string>();
    #segmentsToCompile = new Set<number>();

    constructor({ environment, segments, revision, runtime }: Beginning) {
        this.environment = environment;
        this.segments = segments;
        this.#runtime = runtime;
        this.#revision = revision;
        this.#recent = new RecentChanges(REMEMBERED_CHANGES, revision);
    }

    /** The newest revision that changed something here; equal revisions mean equal content. */
    get revision(): number {
        return this.#revision;
    }

    get flags(): ReadonlyMap<string, PublishedFlag> {
        return this.#flags;
    }

    /** What differs from how it was at a revision; undefined when that is too long ago to tell. */
    differenceSince(revision: number): Difference | undefined {
        return revision > this.#revision ? undefined : this.#recent.since(revision);
    }

    /** How many visible flags use a segment. */
    countUses(segment: number, projects: VisibleProjects): number {
        return this.#segmentUse.count(segment, projects);
    }

    /** The flags as the engine evaluates them. What changed is compiled when somebody first asks for it. */
    compiled(projects: VisibleProjects): FlagSet {
        const all = this.#compileChanges();
        if (projects === undefined) return all;
        const key = projects.join('\n');
        const known = this.#compiledByProjects.get(key);
        if (known) return known;
        const part = onlyProjects(all, projects);
        this.#compiledByProjects.set(key, part);
        return part;
    }

    /** @internal Puts a flag in place that stands there since the revision the snapshot begins with. */
    beginWith(flag: PublishedFlag): void {
        this.#flags.set(flag.name, flag);
        this.#segmentUse.replace(undefined, flag);
    }

    /** @internal Undefined: the flag is gone. */
    setFlag(name: string, flag: PublishedFlag | undefined, revision: number): void {
        const before = this.#flags.get(name);
        if (flag) this.#flags.set(name, flag);
        else this.#flags.delete(name);
        this.#segmentUse.replace(before, flag);
        this.#flagsToCompile.add(name);
        this.#remember({ revision, kind: 'flag', name, before: before && traceOf(before) });
    }

    /** @internal Called when the shared segments have changed. */
    segmentChanged(id: number, existedBefore: boolean, revision: number): void {
        this.#segmentsToCompile.add(id);
        this.#remember({ revision, kind: 'segment', id, existedBefore });
    }

    #remember(change: RecentChange): void {
        this.#revision = change.revision;
        this.#recent.add(change);
    }

    #compileChanges(): FlagSet {
        if (this.#compiled && this.#flagsToCompile.size === 0 && this.#segmentsToCompile.size === 0)
            return this.#compiled;
        const flags = this.#compiled ? [...this.#flagsToCompile] : [...this.#flags.keys()];
        const segments = this.#compiled ? [...this.#segmentsToCompile] : [...this.segments.keys()];
        const changes = {
            features: flags.flatMap((name) => parsed(this.#flags.get(name)?.json)),
            segments: segments.flatMap((id) => parsed(this.segments.get(id))),
            removedFeatures: flags.filter((name) => !this.#flags.has(name)),
            removedSegments: segments.filter((id) => !this.segments.has(id)),
        };
        this.#compiled = this.#compiled ? updateFlags(this.#compiled, changes) : compileFlags(changes, this.#runtime);
        this.#compiledByProjects.clear();
        this.#flagsToCompile.clear();
        this.#segmentsToCompile.clear();
        return this.#compiled;
    }
}

/** How many flags of each project use each segment: whether an SDK needs a segment is known without looking at flags. */
class SegmentUse {
    readonly #byProject = new Map<string, Map<number, number>>();

    replace(before: FlagTrace | undefined, after: FlagTrace | undefined): void {
        if (before) this.#add(before, -1);
        if (after) this.#add(after, 1);
    }

    count(segment: number, projects: VisibleProjects): number {
        let count = 0;
        for (const project of projects ?? this.#byProject.keys()) {
            count += this.#byProject.get(project)?.get(segment) ?? 0;
        }
        return count;
    }

    #add({ project, segments }: FlagTrace, amount: number): void {
        const uses = this.#byProject.get(project) ?? new Map<number, number>();
        this.#byProject.set(project, uses);
        for (const id of segments) uses.set(id, (uses.get(id) ?? 0) + amount);
    }
}

const traceOf = ({ project, segments }: PublishedFlag): FlagTrace => ({ project, segments });

const parsed = (json: string | undefined): unknown[] => (json === undefined ? [] : [JSON.parse(json)]);
