import type { StoredEvent } from '../../changes/event-log.ts';
import { type AdminActor, mayKnowOf } from '../../core/actor.ts';
import { type LiveChange, type LiveMessage, MAX_CHANGES } from './live.schemas.ts';

/** One thing that changed, and the project whose members may know of it; null: everyone. */
interface Place {
    project: string | null;
    change: LiveChange;
}

/** What events say to those who look at lists: which rows are concerned, and nothing of what is in them. */
export class LiveChanges {
    readonly #revision: number;
    readonly #places: Place[];

    constructor(revision: number, events: readonly StoredEvent[]) {
        this.#revision = revision;
        this.#places = events.flatMap(placesOf);
    }

    /** Undefined when nothing of it is for them. */
    messageFor(actor: AdminActor): LiveMessage | undefined {
        const types = new Set<string>();
        const changes = new Map<string, LiveChange>();
        for (const { project, change } of this.#places) {
            if (!mayKnowOf(actor, project)) continue;
            types.add(change.type);
            // One more than is told shows that there are too many.
            if (changes.size <= MAX_CHANGES) changes.set(JSON.stringify(change), change);
        }
        if (types.size === 0) return undefined;
        return {
            revision: this.#revision,
            types: [...types],
            ...(changes.size <= MAX_CHANGES && { changes: [...changes.values()] }),
        };
    }
}

function placesOf({ type, project, featureName, environment, data, preData }: StoredEvent): Place[] {
    const [before, after] = [membersOf(preData), membersOf(data)];
    const segment = type.startsWith('segment-') ? (after['id'] ?? before['id']) : undefined;
    const place = (of: string | null, name = featureName): Place => ({
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
        place(project),
        // Those who see where it was have to learn that it is there no longer.
        ...formerProjects(type, before, after)
            .filter((former) => former !== project)
            .map((former) => place(former)),
        // A dependency stands in the rows of both flags, which are of the same project.
        ...(type.startsWith('feature-dependenc') ? parentsIn(before, after).map((name) => place(project, name)) : []),
    ];
}

/** Commands do not write down a former project that is private. */
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

/** Events of all ages are in the log, so their content is looked at as something from outside. */
const membersOf = (data: unknown): Members => (typeof data === 'object' && data !== null ? (data as Members) : {});
