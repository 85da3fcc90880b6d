import { compileFlagsInSteps, type FlagSet, onlyProjects, type Runtime, updateFlagsInSteps } from '@halyard/engine';
import { mapYielding, runInSlices } from '../core/concurrency/yielding.ts';
import { withHidden } from '../publications/hidden.ts';
import { type FlagTrace, type RecentChange, RecentChanges, type SnapshotDifference } from './recent-changes.ts';

export interface PublishedFlag extends FlagTrace {
    readonly name: string;
    /** The definition as sent to SDKs. */
    readonly json: string;
    /** The members that explanations show and SDKs do not receive; undefined when the flag has no strategies. */
    readonly hidden: string | undefined;
}

/** The visible projects; undefined: all. */
export type VisibleProjects = readonly string[] | undefined;

/** Compiled flags with their revision. */
export interface CompiledFlags {
    readonly flags: FlagSet;
    readonly revision: number;
    /** The environment and projects of the flags. */
    readonly scope: string;
}

/** Changes kept for each environment, so that SDKs can receive a delta. */
const REMEMBERED_CHANGES = 1_000;

interface Beginning {
    environment: string;
    /** The segment definitions as sent to SDKs, by id. */
    segments: ReadonlyMap<number, string>;
    revision: number;
    runtime: Runtime;
    epoch: string;
}

/** The delta in SDK format. */
export interface CompiledChanges {
    flags: ReadonlyMap<string, PublishedFlag | undefined>;
    segments: ReadonlyMap<number, string | undefined>;
}

/** All current publications of one environment, in memory, and their compiled form. Only `Snapshots` changes it. */
export class EnvironmentSnapshot {
    readonly environment: string;
    /** Revisions of different epochs cannot be compared. */
    readonly epoch: string;
    /** Segments are the same in all environments, so these share them. */
    readonly segments: ReadonlyMap<number, string>;
    readonly #flags = new Map<string, PublishedFlag>();
    readonly #recent: RecentChanges;
    readonly #segmentUse = new SegmentUse();
    readonly #projects = new ProjectsWithFlags();
    #revision: number;

    /** Compiled on first use: most environments are never evaluated here. */
    #compiled: CompiledFlags | undefined;
    #compiling: Promise<void> | undefined;
    /** Whether the compiled flags were used since the last `releaseUnused`. */
    #isUsed = false;
    readonly #runtime: Runtime;
    #compiledByProjects = new Map<string, CompiledFlags>();

    constructor({ environment, segments, revision, runtime, epoch }: Beginning) {
        this.environment = environment;
        this.epoch = epoch;
        this.segments = segments;
        this.#revision = revision;
        this.#recent = new RecentChanges(REMEMBERED_CHANGES, revision);
        this.#runtime = runtime;
    }

    /** The newest revision that changed something here; equal revisions mean equal content. */
    get revision(): number {
        return this.#revision;
    }

    get flags(): ReadonlyMap<string, PublishedFlag> {
        return this.#flags;
    }

    /** The projects that have flags here. The list is the same object until another project has flags. */
    get projects(): readonly string[] {
        return this.#projects.list();
    }

    /** The difference from the state at a revision; undefined if that revision is too old. */
    differenceSince(revision: number): SnapshotDifference | undefined {
        return revision > this.#revision ? undefined : this.#recent.since(revision);
    }

    /** How many visible flags use a segment. */
    countUses(segment: number, projects: VisibleProjects): number {
        return this.#segmentUse.count(segment, projects);
    }

    /** The compiled flags; a promise on first use. */
    compiled(projects: VisibleProjects): CompiledFlags | Promise<CompiledFlags> {
        this.#isUsed = true;
        if (this.#compiled === undefined) return this.#compile().then(() => this.compiled(projects));
        if (projects === undefined) return this.#compiled;
        const key = projects.join('\n');
        const known = this.#compiledByProjects.get(key);
        if (known) return known;
        const { flags, revision } = this.#compiled;
        const part = { flags: onlyProjects(flags, projects), revision, scope: `${this.environment}\n${key}` };
        this.#compiledByProjects.set(key, part);
        return part;
    }

    /** One compilation for all concurrent callers. */
    #compile(): Promise<void> {
        this.#compiling ??= this.#compileAll().finally(() => {
            this.#compiling = undefined;
        });
        return this.#compiling;
    }

    async #compileAll(): Promise<void> {
        const revision = this.#revision;
        const definitions = [...this.#flags.values()];
        const segments = [...this.segments.values()].map(parse);
        const features = await mapYielding(definitions, ({ json, hidden }) => withHidden(json, hidden));
        const flags = await runInSlices(compileFlagsInSteps({ features, segments }, this.#runtime));
        // The caller checks again, and retries if the snapshot has changed in the meantime.
        if (revision === this.#revision) this.#compiled = { flags, revision, scope: this.environment };
    }

    /** Releases the compiled flags if they were not used since the last call: they take three times the memory of the definitions. */
    releaseUnused(): void {
        if (!this.#isUsed) this.use(undefined);
        this.#isUsed = false;
    }

    /** @internal The compiled flags after these changes. They are not visible before `use`. */
    async compileWith({ flags, segments }: CompiledChanges): Promise<FlagSet | undefined> {
        await this.#compiling;
        if (this.#compiled === undefined) return undefined;
        const changed = [...flags.values()].filter((flag) => flag !== undefined);
        const steps = updateFlagsInSteps(this.#compiled.flags, {
            features: await mapYielding(changed, ({ json, hidden }) => withHidden(json, hidden)),
            removedFeatures: [...flags.keys()].filter((name) => flags.get(name) === undefined),
            segments: [...segments.values()].filter((definition) => definition !== undefined).map(parse),
            removedSegments: [...segments.keys()].filter((id) => segments.get(id) === undefined),
        });
        return runInSlices(steps);
    }

    /** @internal */
    use(flags: FlagSet | undefined): void {
        this.#compiled = flags && { flags, revision: this.#revision, scope: this.environment };
        this.#compiledByProjects.clear();
    }

    /** @internal Adds flags that are unchanged since the first revision of the snapshot. */
    beginWith(flags: readonly PublishedFlag[]): void {
        for (const flag of flags) {
            this.#flags.set(flag.name, flag);
            this.#segmentUse.replace(undefined, flag);
            this.#projects.replace(undefined, flag);
        }
    }

    /** @internal Undefined: the flag is deleted. */
    setFlag(name: string, flag: PublishedFlag | undefined, revision: number): void {
        const before = this.#flags.get(name);
        if (flag) this.#flags.set(name, flag);
        else this.#flags.delete(name);
        this.#segmentUse.replace(before, flag);
        this.#projects.replace(before, flag);
        this.#remember({ revision, kind: 'flag', name, before: before && traceOf(before) });
    }

    /** @internal Not visible to SDKs, so no change is recorded. */
    setHidden(flag: PublishedFlag): void {
        this.#flags.set(flag.name, flag);
    }

    /** @internal Called when the shared segments have changed. */
    segmentChanged(id: number, existedBefore: boolean, revision: number): void {
        this.#remember({ revision, kind: 'segment', id, existedBefore });
    }

    #remember(change: RecentChange): void {
        this.#revision = change.revision;
        this.#recent.add(change);
    }
}

/** Counts the flags of each project that use each segment, so that the segments of an SDK are known without scanning flags. */
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

/** Counts the flags of each project, so that the list of projects is known without scanning flags. */
class ProjectsWithFlags {
    readonly #counts = new Map<string, number>();
    #list: readonly string[] | undefined;

    replace(before: FlagTrace | undefined, after: FlagTrace | undefined): void {
        if (before?.project === after?.project) return;
        if (before) this.#add(before.project, -1);
        if (after) this.#add(after.project, 1);
    }

    list(): readonly string[] {
        this.#list ??= [...this.#counts.keys()].sort();
        return this.#list;
    }

    #add(project: string, amount: number): void {
        const before = this.#counts.get(project) ?? 0;
        const count = before + amount;
        if (count > 0) this.#counts.set(project, count);
        else this.#counts.delete(project);
        if (count === 0 || before === 0) this.#list = undefined;
    }
}

const traceOf = ({ project, segments }: PublishedFlag): FlagTrace => ({ project, segments });

const parse = (json: string): unknown => JSON.parse(json);
