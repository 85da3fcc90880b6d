import type { Changes } from '../changes/change-feed.ts';
import { ALL_ENVIRONMENTS, type Publication, publicationsAt } from '../publications/publications.ts';
import type { Db } from '../storage/database.ts';

export interface PublishedFlag {
    name: string;
    project: string;
    /** The definition as it goes to SDKs. */
    json: string;
    /** The segments its strategies refer to. */
    segments: readonly number[];
}

/** All current publications of one environment, in memory. Only `Snapshots` changes it. */
export interface EnvironmentSnapshot {
    readonly environment: string;
    /** The newest revision that changed something here; equal revisions mean equal content. */
    readonly revision: number;
    readonly flags: ReadonlyMap<string, PublishedFlag>;
    readonly segments: ReadonlyMap<number, string>;
}

interface MutableSnapshot extends EnvironmentSnapshot {
    revision: number;
    flags: Map<string, PublishedFlag>;
    segments: Map<number, string>;
}

/** What this node serves to SDKs. Follows the publication log; a change costs what it changes. */
export class Snapshots {
    readonly #environments = new Map<string, MutableSnapshot>();
    /** Segments are the same everywhere, so all environments share them. */
    readonly #segments = new Map<number, string>();
    #segmentRevision = 0;

    async load(db: Db, revision: number): Promise<void> {
        this.#environments.clear();
        this.#segments.clear();
        this.#apply(await publicationsAt(db, revision));
    }

    follow({ publications }: Changes): void {
        this.#apply(publications);
    }

    /** An environment nobody has published to yet is empty. */
    of(environment: string): EnvironmentSnapshot {
        return this.#mutable(environment);
    }

    #apply(publications: readonly Publication[]): void {
        for (const publication of publications) {
            if (publication.environment === ALL_ENVIRONMENTS) this.#applySegment(publication);
            else this.#applyFlag(publication);
        }
    }

    #applySegment({ name, definition, revision }: Publication): void {
        if (definition === null) this.#segments.delete(Number(name));
        else this.#segments.set(Number(name), definition);
        this.#segmentRevision = Math.max(this.#segmentRevision, revision);
        for (const snapshot of this.#environments.values()) snapshot.revision = Math.max(snapshot.revision, revision);
    }

    #applyFlag({ environment, name, project, definition, revision }: Publication): void {
        const snapshot = this.#mutable(environment);
        if (definition === null) snapshot.flags.delete(name);
        else snapshot.flags.set(name, { name, project: project!, json: definition, segments: segmentIds(definition) });
        snapshot.revision = Math.max(snapshot.revision, revision);
    }

    #mutable(environment: string): MutableSnapshot {
        const known = this.#environments.get(environment);
        if (known) return known;
        const fresh = {
            environment,
            revision: this.#segmentRevision,
            flags: new Map<string, PublishedFlag>(),
            segments: this.#segments,
        };
        this.#environments.set(environment, fresh);
        return fresh;
    }
}

function segmentIds(definition: string): number[] {
    const { strategies } = JSON.parse(definition) as { strategies: { segments?: number[] }[] };
    return [...new Set(strategies.flatMap((strategy) => strategy.segments ?? []))];
}
