import { randomUUID } from 'node:crypto';
import { compileFlagsInSteps, type FlagSet, onlyProjects, type Runtime, updateFlagsInSteps } from '@halyard/engine';
import { mapYielding, runInSlices } from '../core/concurrency/yielding.ts';
import { withHidden } from '../publications/hidden.ts';
import { ContentIndex, type FormerRevisions } from './content-index.ts';
import type { PublishedFlag, VisibleProjects } from './published-flag.ts';
import { type FlagTrace, type RecentChange, RecentChanges, type SnapshotDifference } from './recent-changes.ts';
import { SnapshotScope } from './snapshot-scope.ts';

/** Compiled flags with their version. */
export interface CompiledFlags {
    readonly flags: FlagSet;
    readonly revision: number;
    /** Unique in this process: equal ids mean equal decisions for equal contexts. */
    readonly id: string;
    readonly scope: SnapshotScope;
    /** The edition of the scope. */
    readonly edition: number;
}

interface CompiledScope extends CompiledFlags {
    /** The length of the definitions. */
    length: number;
}

/** Changes kept for each environment, so that SDKs can receive a delta. */
const REMEMBERED_CHANGES = 1_000;
/** The definitions of the compiled flags that are cached for some projects, in characters. Their compiled form is of a similar size. */
const MAX_COMPILED_LENGTH = 32 * 1024 * 1024;

interface SnapshotStart {
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
    readonly #index: ContentIndex;
    readonly #scopes = new WeakMap<readonly string[], SnapshotScope>();
    readonly #wholeScope: SnapshotScope;
    #revision: number;

    /** Compiled on first use: most environments are never evaluated here. */
    #compiled: FlagSet | undefined;
    #compiling: Promise<void> | undefined;
    /** Whether the compiled flags were used since the last `releaseUnused`. */
    #isUsed = false;
    readonly #runtime: Runtime;
    readonly #compiledScopes = new Map<string, CompiledScope>();
    #compilation = randomUUID();

    constructor({ environment, segments, revision, runtime, epoch }: SnapshotStart) {
        this.environment = environment;
        this.epoch = epoch;
        this.segments = segments;
        this.#index = new ContentIndex(segments);
        this.#wholeScope = new SnapshotScope(environment, this.#index, undefined);
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
        return this.#index.projectsWithFlags;
    }

    /** The difference from the state at a revision; undefined if that revision is too old. */
    differenceSince(revision: number): SnapshotDifference | undefined {
        return revision > this.#revision ? undefined : this.#recent.since(revision);
    }

    /** The part that is visible with some projects. */
    scope(projects: VisibleProjects): SnapshotScope {
        if (projects === undefined) return this.#wholeScope;
        const known = this.#scopes.get(projects);
        if (known) return known;
        const scope = new SnapshotScope(this.environment, this.#index, projects);
        this.#scopes.set(projects, scope);
        return scope;
    }

    /** The compiled flags; a promise on first use. */
    compiled(projects: VisibleProjects): CompiledFlags | Promise<CompiledFlags> {
        this.#isUsed = true;
        if (this.#compiled === undefined) return this.#compile().then(() => this.compiled(projects));
        const scope = this.scope(projects);
        const key = projects?.join('\n') ?? '*';
        const known = this.#compiledScopes.get(key);
        // The most recently used entry is the last.
        this.#compiledScopes.delete(key);
        // All flags include the segments that no flag uses.
        if (known?.edition === scope.edition && (projects !== undefined || known.flags === this.#compiled)) {
            this.#compiledScopes.set(key, known);
            return known;
        }
        const { edition, revision, length } = scope;
        const flags = projects === undefined ? this.#compiled : onlyProjects(this.#compiled, projects);
        const id = `${this.#compilation} ${edition} ${key}`;
        const compiled = { flags, revision, id, scope, edition, length };
        this.#compiledScopes.set(key, compiled);
        this.#evict();
        return compiled;
    }

    #evict(): void {
        let length = 0;
        for (const compiled of this.#compiledScopes.values()) length += compiled.length;
        for (const [key, compiled] of this.#compiledScopes) {
            if (length <= MAX_COMPILED_LENGTH || this.#compiledScopes.size === 1) return;
            this.#compiledScopes.delete(key);
            length -= compiled.length;
        }
    }

    /** One compilation for all concurrent callers. */
    #compile(): Promise<void> {
        this.#compiling ??= this.#compileAll().finally(() => {
            this.#compiling = undefined;
        });
        return this.#compiling;
    }

    async #compileAll(): Promise<void> {
        const { changes } = this.#index;
        const definitions = [...this.#flags.values()];
        const segments = [...this.segments.values()].map(parse);
        const features = await mapYielding(definitions, ({ json, hidden }) => withHidden(json, hidden));
        const flags = await runInSlices(compileFlagsInSteps({ features, segments }, this.#runtime));
        // The caller checks again, and retries if the snapshot has changed in the meantime.
        if (changes === this.#index.changes) this.use(flags);
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
        const steps = updateFlagsInSteps(this.#compiled, {
            features: await mapYielding(changed, ({ json, hidden }) => withHidden(json, hidden)),
            removedFeatures: [...flags.keys()].filter((name) => flags.get(name) === undefined),
            segments: [...segments.values()].filter((definition) => definition !== undefined).map(parse),
            removedSegments: [...segments.keys()].filter((id) => segments.get(id) === undefined),
        });
        return runInSlices(steps);
    }

    /** @internal */
    use(flags: FlagSet | undefined): void {
        // Flags that were compiled again completely do not share anything with the cached ones, which would keep the old ones in memory.
        if (flags?.propertyIndex !== this.#compiled?.propertyIndex) {
            this.#compiledScopes.clear();
            this.#compilation = randomUUID();
        }
        this.#compiled = flags;
    }

    /** @internal Adds flags that are unchanged since the first revision of the snapshot. */
    beginWith(flags: readonly PublishedFlag[], former: FormerRevisions): void {
        for (const flag of flags) this.#flags.set(flag.name, flag);
        this.#index.begin(this.#flags, former);
    }

    /** @internal Undefined: the flag is deleted. */
    setFlag(name: string, flag: PublishedFlag | undefined, revision: number): void {
        const before = this.#flags.get(name);
        if (flag) this.#flags.set(name, flag);
        else this.#flags.delete(name);
        this.#index.replace(before, flag, revision);
        this.#remember({ revision, kind: 'flag', name, before: before && traceOf(before) });
    }

    /** @internal Not visible to SDKs, so no change is recorded. */
    setHidden(flag: PublishedFlag): void {
        this.#flags.set(flag.name, flag);
        this.#index.replaceHidden(flag);
    }

    /** @internal Called when the shared segments have changed. */
    segmentChanged(
        id: number,
        change: { before: string | undefined; after: string | undefined; revision: number },
    ): void {
        this.#index.replaceSegment(id, change, this.#flags);
        this.#remember({ revision: change.revision, kind: 'segment', id, existedBefore: change.before !== undefined });
    }

    #remember(change: RecentChange): void {
        this.#revision = change.revision;
        this.#recent.add(change);
    }
}

const traceOf = ({ project, segments }: PublishedFlag): FlagTrace => ({ project, segments });

const parse = (json: string): unknown => JSON.parse(json);
