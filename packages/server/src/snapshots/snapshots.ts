import type { Runtime } from '@halyard/engine';
import type { Changes } from '../changes/change-feed.ts';
import {
    ALL_ENVIRONMENTS,
    lastRevisions,
    type Publication,
    publicationsAt,
    publicationsSince,
    revisionBeforeLast,
} from '../publications/publications.ts';
import type { Db } from '../storage/database.ts';
import { EnvironmentSnapshot, type PublishedFlag } from './environment-snapshot.ts';

/** As many as an environment remembers, so that a restart is no reason to tell SDKs everything again. */
const REPLAYED_CHANGES = 1_000;

/** Told after a change has reached the snapshots, with the environments it touched. */
type Listener = (environments: ReadonlySet<string>) => void;

/** What this node serves to SDKs. Follows the publication log; a change costs what it changes. */
export class Snapshots {
    readonly #runtime: Runtime;
    readonly #environments = new Map<string, EnvironmentSnapshot>();
    readonly #segments = new Map<number, string>();
    readonly #listeners: Listener[] = [];
    #segmentRevision = 0;

    constructor(runtime: Runtime) {
        this.#runtime = runtime;
    }

    /** Begins a little in the past and replays the changes since, so that these are known too. */
    async load(db: Db, revision: number): Promise<void> {
        this.#environments.clear();
        this.#segments.clear();
        const beginning = await revisionBeforeLast(db, REPLAYED_CHANGES, revision);
        const revisions = await lastRevisions(db, beginning);
        this.#segmentRevision = revisions.get(ALL_ENVIRONMENTS) ?? 0;
        for (const [environment, last] of revisions) {
            if (environment !== ALL_ENVIRONMENTS) this.#add(environment, last);
        }
        for (const { environment, name, project, definition } of await publicationsAt(db, beginning)) {
            if (environment === ALL_ENVIRONMENTS) this.#segments.set(Number(name), definition!);
            else this.of(environment).beginWith(publishedFlag(name, project!, definition!));
        }
        this.#apply(await publicationsSince(db, { after: beginning, upTo: revision }));
    }

    follow({ publications }: Changes): void {
        if (publications.length === 0) return;
        const touched = this.#apply(publications);
        for (const listener of this.#listeners) listener(touched);
    }

    onChange(listener: Listener): void {
        this.#listeners.push(listener);
    }

    /** An environment nobody has published to yet is empty. */
    of(environment: string): EnvironmentSnapshot {
        return this.#environments.get(environment) ?? this.#add(environment, 0);
    }

    #apply(publications: readonly Publication[]): ReadonlySet<string> {
        const touched = new Set<string>();
        for (const publication of publications) {
            const { environment, name, project, definition, revision } = publication;
            if (environment === ALL_ENVIRONMENTS) {
                this.#applySegment(publication);
                for (const name of this.#environments.keys()) touched.add(name);
            } else {
                const flag = definition === null ? undefined : publishedFlag(name, project!, definition);
                this.of(environment).setFlag(name, flag, revision);
                touched.add(environment);
            }
        }
        return touched;
    }

    #applySegment({ name, definition, revision }: Publication): void {
        const id = Number(name);
        const existedBefore = this.#segments.has(id);
        if (definition === null) this.#segments.delete(id);
        else this.#segments.set(id, definition);
        this.#segmentRevision = revision;
        for (const snapshot of this.#environments.values()) snapshot.segmentChanged(id, existedBefore, revision);
    }

    #add(environment: string, revision: number): EnvironmentSnapshot {
        const snapshot = new EnvironmentSnapshot({
            environment,
            segments: this.#segments,
            revision: Math.max(revision, this.#segmentRevision),
            runtime: this.#runtime,
        });
        this.#environments.set(environment, snapshot);
        return snapshot;
    }
}

const publishedFlag = (name: string, project: string, json: string): PublishedFlag => ({
    name,
    project,
    json,
    segments: segmentsIn(json),
});

/** Most flags use no segment, and need not be parsed to know it. */
function segmentsIn(definition: string): number[] {
    if (!definition.includes('"segments"')) return [];
    const { strategies } = JSON.parse(definition) as { strategies: { segments?: number[] }[] };
    return [...new Set(strategies.flatMap((strategy) => strategy.segments ?? []))];
}
