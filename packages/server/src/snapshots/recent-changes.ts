/** The project and the segments of a flag. */
export interface FlagTrace {
    readonly project: string;
    readonly segments: readonly number[];
}

interface FlagChange {
    revision: number;
    kind: 'flag';
    name: string;
    /** The previous state; undefined for none. */
    before: FlagTrace | undefined;
}

interface SegmentChange {
    revision: number;
    kind: 'segment';
    id: number;
    existedBefore: boolean;
}

export type RecentChange = FlagChange | SegmentChange;

/** The differences between a revision and now: for each changed definition, its state at that revision. */
export interface SnapshotDifference {
    flags: Map<string, FlagTrace | undefined>;
    segments: Map<number, { existedBefore: boolean }>;
}

/**
 * The last changes of one environment, oldest first. SDKs within this range receive a delta; SDKs that lag further behind receive
 * everything.
 */
export class RecentChanges {
    readonly #limit: number;
    #changes: RecentChange[] = [];
    /** The oldest revision from which every change is still known. */
    #completeSince: number;

    constructor(limit: number, completeSince: number) {
        this.#limit = limit;
        this.#completeSince = completeSince;
    }

    add(change: RecentChange): void {
        this.#changes.push(change);
        // Trimmed only occasionally: removing the first entry of a long list for every change would cost more than the change.
        if (this.#changes.length > 2 * this.#limit) this.#evictOldest();
    }

    /** Undefined when changes since then have been dropped. */
    since(revision: number): SnapshotDifference | undefined {
        if (revision < this.#completeSince) return undefined;
        const difference: SnapshotDifference = { flags: new Map(), segments: new Map() };
        // Backwards, so that the oldest change of a name determines its previous state.
        for (let i = this.#changes.length - 1; i >= 0; i--) {
            const change = this.#changes[i]!;
            if (change.revision <= revision) break;
            if (change.kind === 'flag') difference.flags.set(change.name, change.before);
            else difference.segments.set(change.id, { existedBefore: change.existedBefore });
        }
        return difference;
    }

    #evictOldest(): void {
        const cut = this.#changes.length - this.#limit;
        this.#completeSince = this.#changes[cut - 1]!.revision;
        this.#changes = this.#changes.slice(cut);
    }
}
