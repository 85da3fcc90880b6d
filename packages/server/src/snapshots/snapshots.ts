import { type FlagSet, isRecord, type Runtime } from '@halyard/engine';
import type { FeedChanges } from '../changes/change-feed.ts';
import { mapYielding, shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import {
    ALL_ENVIRONMENTS,
    epochOf,
    type Publication,
    publicationHorizon,
    publicationsAt,
    publicationsSince,
    replacedUntil,
    revisionBeforeLast,
} from '../publications/publications.ts';
import type { Db } from '../storage/database.ts';
import { EnvironmentSnapshot } from './environment-snapshot.ts';
import type { PublishedFlag } from './published-flag.ts';

/** The same number as an environment keeps, so that SDKs still receive a delta after a restart. */
const REPLAYED_CHANGES = 1_000;

/** The initial state of snapshots, from any source. */
interface InitialState {
    /** Revisions of different epochs cannot be compared. */
    epoch?: string;
    /** The publications at a recent revision. */
    published: Publication[];
    /** The newest revisions up to that point that replaced publications, for each environment and project. */
    replaced?: readonly Pick<Publication, 'environment' | 'project' | 'revision'>[];
    /** Publications replaced before this revision may be unknown. */
    horizon?: number;
    /** The publications since then, oldest first. */
    since: Publication[];
}

/** Reads the initial state of snapshots for `revision`. */
async function readInitialState(db: Db, revision: number): Promise<InitialState> {
    const beginning = await revisionBeforeLast(db, REPLAYED_CHANGES, revision);
    return {
        epoch: await epochOf(db),
        published: await publicationsAt(db, beginning),
        replaced: await replacedUntil(db, beginning),
        horizon: (await publicationHorizon(db))?.revision ?? 0,
        since: await publicationsSince(db, { after: beginning, upTo: revision }),
    };
}

/** Called after a change has reached the snapshots, with the affected environments. */
type Listener = (environments: ReadonlySet<string>) => void;

interface SnapshotUpdate {
    publication: Publication;
    /** Undefined for deleted flags, and for segments. */
    flag: PublishedFlag | undefined;
}

/** Undefined for environments that have not been compiled. */
type Compiled = Map<EnvironmentSnapshot, FlagSet | undefined>;

/** The data that this node serves to SDKs. Follows the publication log; the cost of an update depends on its size only. */
export class Snapshots {
    readonly #runtime: Runtime;
    #epoch: string;
    readonly #environments = new Map<string, EnvironmentSnapshot>();
    readonly #segments = new Map<number, string>();
    readonly #listeners: Listener[] = [];
    #segmentRevision = 0;

    /** `epoch`: for callers with revision numbers of their own, unrelated to those of other instances. */
    constructor(runtime: Runtime, epoch = '') {
        this.#runtime = runtime;
        this.#epoch = epoch;
    }

    get epoch(): string {
        return this.#epoch;
    }

    /** Whether the database still has the content that was loaded, and its changes. */
    async isSameEpoch(db: Db): Promise<boolean> {
        return (await epochOf(db)) === this.#epoch;
    }

    async load(db: Db, revision: number): Promise<void> {
        await this.begin(await readInitialState(db, revision));
    }

    /** Starts from an earlier revision and replays the changes since, so that deltas are available for them. */
    async begin({ epoch, published, replaced = [], horizon = 0, since }: InitialState): Promise<void> {
        if (epoch !== undefined) this.#epoch = epoch;
        this.#environments.clear();
        this.#segments.clear();
        const byEnvironment = Map.groupBy(published, ({ environment }) => environment);
        const replacedIn = Map.groupBy(replaced, ({ environment }) => environment);
        const segments = byEnvironment.get(ALL_ENVIRONMENTS) ?? [];
        for (const { name, definition } of segments) this.#segments.set(Number(name), definition!);
        this.#segmentRevision = newestOf([...segments, ...(replacedIn.get(ALL_ENVIRONMENTS) ?? [])]);
        const segmentRevisions = new Map(segments.map(({ name, revision }) => [Number(name), revision]));
        for (const environment of new Set([...byEnvironment.keys(), ...replacedIn.keys()])) {
            if (environment === ALL_ENVIRONMENTS) continue;
            const flags = publishedFlags(byEnvironment.get(environment) ?? []);
            const former = replacedIn.get(environment) ?? [];
            this.#add(environment, newestOf([...flags, ...former])).beginWith(flags, {
                projects: new Map(former.map(({ project, revision }) => [project!, revision])),
                segments: segmentRevisions,
                completeSince: horizon,
            });
        }
        await this.#apply(since);
    }

    async follow({ publications }: FeedChanges): Promise<void> {
        if (publications.length === 0) return;
        const touched = await this.#apply(publications);
        for (const listener of this.#listeners) listener(touched);
    }

    onChange(listener: Listener): void {
        this.#listeners.push(listener);
    }

    /** Undefined for an environment without publications. */
    find(environment: string): EnvironmentSnapshot | undefined {
        return this.#environments.get(environment);
    }

    /** All environments that ever had publications, including deleted ones. */
    all(): Iterable<EnvironmentSnapshot> {
        return this.#environments.values();
    }

    /** An environment without publications is empty. */
    of(environment: string): EnvironmentSnapshot {
        return this.#environments.get(environment) ?? this.#add(environment, 0);
    }

    /** Long-running work comes first and yields to the event loop; then everything becomes visible at once. */
    async #apply(publications: readonly Publication[]): Promise<ReadonlySet<string>> {
        const changes = new Map<EnvironmentSnapshot, Map<string, PublishedFlag | undefined>>();
        const segments = new Map<number, string | undefined>();
        const updates = await mapYielding(publications, (publication): SnapshotUpdate => {
            const { environment, name, definition } = publication;
            if (environment === ALL_ENVIRONMENTS) {
                segments.set(Number(name), definition ?? undefined);
                return { publication, flag: undefined };
            }
            const snapshot = this.of(environment);
            const own = changes.get(snapshot) ?? new Map<string, PublishedFlag | undefined>();
            const flag = publishedFlag(publication, own.has(name) ? own.get(name) : snapshot.flags.get(name));
            changes.set(snapshot, own.set(name, flag));
            return { publication, flag };
        });
        const compiled: Compiled = new Map();
        // Environments that are compiled for the first time during the loop are included: iterating a map includes entries added
        // meanwhile.
        for (const snapshot of this.#environments.values()) {
            const own = changes.get(snapshot) ?? new Map();
            if (own.size > 0 || segments.size > 0) {
                compiled.set(snapshot, await snapshot.compileWith({ flags: own, segments }));
            }
        }

        if (segments.size > 0) this.#applyUpdates(updates, compiled);
        else await this.#applyByEnvironment(updates, compiled);
        if (segments.size > 0) return new Set(this.#environments.keys());
        const visible = updates.filter(({ publication }) => publication.kind !== 'hidden');
        return new Set(visible.map(({ publication }) => publication.environment));
    }

    /** No SDK sees more than one environment, so environments may be updated one after the other. Segments are shared by all. */
    async #applyByEnvironment(updates: readonly SnapshotUpdate[], compiled: Compiled): Promise<void> {
        for (const [environment, own] of Map.groupBy(updates, ({ publication }) => publication.environment)) {
            const snapshot = this.of(environment);
            this.#applyUpdates(own, new Map([[snapshot, compiled.get(snapshot)]]));
            if (shouldYield()) await yieldToEventLoop();
        }
    }

    #applyUpdates(updates: readonly SnapshotUpdate[], compiled: Compiled): void {
        for (const { publication, flag } of updates) {
            const { environment, kind, name, revision } = publication;
            if (kind === 'segment') this.#applySegment(publication);
            else if (kind === 'flag') this.of(environment).setFlag(name, flag, revision);
            else if (flag !== undefined) this.of(environment).setHidden(flag);
        }
        for (const [snapshot, set] of compiled) snapshot.use(set);
    }

    #applySegment({ name, definition, revision }: Publication): void {
        const id = Number(name);
        const before = this.#segments.get(id);
        if (definition === null) this.#segments.delete(id);
        else this.#segments.set(id, definition);
        this.#segmentRevision = revision;
        const change = { before, after: definition ?? undefined, revision };
        for (const snapshot of this.#environments.values()) snapshot.segmentChanged(id, change);
    }

    #add(environment: string, revision: number): EnvironmentSnapshot {
        const snapshot = new EnvironmentSnapshot({
            environment,
            segments: this.#segments,
            revision: Math.max(revision, this.#segmentRevision),
            runtime: this.#runtime,
            epoch: this.#epoch,
        });
        this.#environments.set(environment, snapshot);
        return snapshot;
    }
}

/** The part of snapshots that serving SDKs needs. */
export type ServedSnapshots = Pick<Snapshots, 'of' | 'onChange'>;

const newestOf = (list: readonly { revision: number }[]) =>
    list.reduce((newest, { revision }) => Math.max(newest, revision), 0);

/** The flag after a publication; undefined when it was removed. */
function publishedFlag(publication: Publication, before: PublishedFlag | undefined): PublishedFlag | undefined {
    const { kind, definition } = publication;
    if (kind === 'hidden') return before && { ...before, hidden: definition ?? undefined };
    return definition === null ? undefined : visibleFlag(publication, definition, before?.hidden);
}

function visibleFlag(
    { name, project, revision }: Publication,
    json: string,
    hidden: string | undefined,
): PublishedFlag {
    const { segments, parents } = referencesIn(json);
    return { name, project: project!, revision, json, segments, parents, hidden };
}

function publishedFlags(publications: readonly Publication[]): PublishedFlag[] {
    const hidden = new Map<string, string | null>();
    for (const { kind, name, definition } of publications) if (kind === 'hidden') hidden.set(name, definition);
    return publications.flatMap((publication) => {
        const { kind, name, definition } = publication;
        return kind === 'flag' && definition !== null
            ? visibleFlag(publication, definition, hidden.get(name) ?? undefined)
            : [];
    });
}

const NO_REFERENCES: Pick<PublishedFlag, 'segments' | 'parents'> = { segments: [], parents: [] };

/** Returns the segments and the other flags that a flag uses. Most flags use none, which is detected without parsing. */
function referencesIn(definition: string): Pick<PublishedFlag, 'segments' | 'parents'> {
    if (!definition.includes('"segments"') && !definition.includes('"dependencies"')) return NO_REFERENCES;
    const { strategies, dependencies } = JSON.parse(definition) as {
        strategies: { segments?: number[] }[];
        dependencies?: unknown;
    };
    return {
        segments: [...new Set(strategies.flatMap((strategy) => strategy.segments ?? []))],
        parents: Array.isArray(dependencies) ? [...new Set(dependencies.flatMap(parentIn))] : [],
    };
}

/** An edge also receives definitions of other servers. */
const parentIn = (dependency: unknown): string[] =>
    isRecord(dependency) && typeof dependency['feature'] === 'string' ? [dependency['feature']] : [];
