import type { StoredEvent } from '../../../changes/event-log.ts';
import { type AdminActor, mayKnowOf } from '../../../core/access/actor.ts';
import { type LiveChange, type LiveMessage, MAX_CHANGES } from './live.schemas.ts';

/** A change, and the project whose members may see it; null: visible to all users. */
interface LiveEntry {
    project: string | null;
    change: LiveChange;
}

interface Batch {
    revision: number;
    entries: LiveEntry[];
}

/** The number of entries kept for slow subscribers; a subscriber that is further behind reloads everything. */
const REMEMBERED_PLACES = 1_000;
/** The position of a subscriber that is older than all stored entries. */
export const OUTDATED_POSITION = -1;

/** The rows affected by the latest events, without their content. */
export class LiveChanges {
    readonly #batches: Batch[] = [];
    /** The number of entries in all batches. */
    #count = 0;
    /** A cache, because many subscribers have the same visibility. */
    readonly #messages = new Map<string, LiveMessage | undefined>();
    /** All changes after this revision are stored. */
    #completeSince: number;
    #revision: number;

    constructor(revision: number) {
        this.#revision = revision;
        this.#completeSince = revision;
    }

    get revision(): number {
        return this.#revision;
    }

    add(revision: number, events: readonly StoredEvent[]): void {
        // A failed round of the feed is repeated, with events that were already added.
        const newEvents = events.filter(({ id }) => id > this.#revision);
        const entries = newEvents.flatMap(entriesOf);
        this.#batches.push({ revision, entries });
        this.#count += entries.length;
        this.#revision = revision;
        this.#messages.clear();
        this.#forget();
    }

    /** Returns the position of a subscriber that has seen this revision; `seen` is undefined for an unknown revision. */
    positionOf(seen: number | undefined): number {
        return seen === undefined || seen < this.#completeSince ? OUTDATED_POSITION : Math.min(seen, this.#revision);
    }

    /** Returns the message with the changes after a revision; undefined if none of them is visible to the actor. */
    messageSince(since: number, actor: AdminActor): LiveMessage | undefined {
        const key = [since, ...actor.hiddenProjects].join('\n');
        if (!this.#messages.has(key)) this.#messages.set(key, this.#makeMessage(since, actor));
        return this.#messages.get(key);
    }

    #makeMessage(since: number, actor: AdminActor): LiveMessage | undefined {
        const revision = this.#revision;
        if (since < this.#completeSince) return { revision, types: [] };
        const types = new Set<string>();
        const changes = new Map<string, LiveChange>();
        const recent = this.#batches.filter((batch) => batch.revision > since);
        for (const { project, change } of recent.flatMap(({ entries }) => entries)) {
            if (!mayKnowOf(actor, project)) continue;
            types.add(change.type);
            // One entry more than the limit shows that there are too many.
            if (changes.size <= MAX_CHANGES) changes.set(JSON.stringify(change), change);
        }
        if (types.size === 0) return undefined;
        return {
            revision,
            types: [...types],
            ...(changes.size <= MAX_CHANGES && { changes: [...changes.values()] }),
        };
    }

    /** Drops the oldest batches, but never the last one. */
    #forget(): void {
        let tooMany = 0;
        for (; this.#count > REMEMBERED_PLACES && tooMany < this.#batches.length - 1; tooMany++) {
            const { revision, entries } = this.#batches[tooMany]!;
            this.#count -= entries.length;
            this.#completeSince = revision;
        }
        this.#batches.splice(0, tooMany);
    }
}

function entriesOf({ type, project, featureName, environment, data, preData }: StoredEvent): LiveEntry[] {
    const [before, after] = [membersOf(preData), membersOf(data)];
    const segment = type.startsWith('segment-') ? (after['id'] ?? before['id']) : undefined;
    const entry = (of: string | null, name = featureName): LiveEntry => ({
        project: of,
        change: {
            type,
            ...(of !== null && { project: of }),
            ...(name !== null && { featureName: name }),
            ...(environment !== null && { environment }),
            ...(typeof segment === 'number' && { segment }),
        },
    });
    return [
        entry(project),
        // Users who see the former project must be notified that the object is no longer in it.
        ...formerProjects(type, before, after)
            .filter((former) => former !== project)
            .map((former) => entry(former)),
        // A dependency appears in the rows of both flags, which belong to the same project.
        ...(type.startsWith('feature-dependenc') ? parentsIn(before, after).map((name) => entry(project, name)) : []),
    ];
}

/** Returns the projects that the object was in before. Commands do not record a former project that is private. */
function formerProjects(type: string, before: Members, after: Members): (string | null)[] {
    const former = type === 'feature-project-change' ? after['oldProject'] : undefined;
    const ofSegment = type === 'segment-updated' ? before['project'] : undefined;
    return [former, ofSegment].filter((each) => typeof each === 'string' || each === null);
}

function parentsIn(before: Members, after: Members): string[] {
    const dependencies = Array.isArray(before['dependencies']) ? before['dependencies'].map(membersOf) : [];
    return [before, after, ...dependencies].map(({ feature }) => feature).filter((name) => typeof name === 'string');
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the members of event data. The log contains events of all earlier versions, so their content is not trusted. */
const membersOf = (data: unknown): Members => (typeof data === 'object' && data !== null ? (data as Members) : {});
