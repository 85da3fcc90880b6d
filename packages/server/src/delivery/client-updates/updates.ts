import type { EnvironmentSnapshot } from '../../snapshots/environment-snapshot.ts';
import type { VisibleProjects } from '../../snapshots/published-flag.ts';
import type { FlagTrace, SnapshotDifference } from '../../snapshots/recent-changes.ts';
import { isVisible } from '../sdk-scope.ts';

/** The events that bring an SDK from one revision to another, serialized. */
export interface Updates {
    revision: number;
    /** JSON texts, one for each event. */
    events: string[];
}

/** Returns the body of a response or the data of a message. */
export const toJson = (events: readonly string[]) => `{"events":[${events.join(',')}]}`;

/** Returns undefined if the revision is too old, or not known here yet. */
export function differenceSince(
    snapshot: EnvironmentSnapshot,
    projects: VisibleProjects,
    known: number,
): Updates | undefined {
    const { revision } = snapshot.scope(projects);
    // However many changes there were outside of the scope.
    if (known >= revision && known <= snapshot.revision) return { revision, events: [] };
    const difference = snapshot.differenceSince(known);
    return difference && { revision, events: differenceEvents(snapshot, projects, difference) };
}

function differenceEvents(
    snapshot: EnvironmentSnapshot,
    projects: VisibleProjects,
    difference: SnapshotDifference,
): string[] {
    const eventId = snapshot.scope(projects).revision;
    const isSeen = (flag: FlagTrace | undefined) => flag !== undefined && isVisible(flag.project, projects);
    const updated: string[] = [];
    const removed: string[] = [];
    /** Segments of the changed flags, with the change in the number of visible flags that use them. */
    const segments = new Map([...difference.segments.keys()].map((id) => [id, 0]));
    const countUse = (flag: FlagTrace, amount: number) => {
        for (const id of flag.segments) segments.set(id, (segments.get(id) ?? 0) + amount);
    };

    for (const [name, before] of difference.flags) {
        const now = snapshot.flags.get(name);
        if (now && isSeen(now)) {
            updated.push(`{"type":"feature-updated","eventId":${eventId},"feature":${now.json}}`);
            countUse(now, 1);
        }
        if (!before || !isSeen(before)) continue;
        countUse(before, -1);
        // Deleted, or moved to a project that this SDK may not see.
        if (!isSeen(now))
            removed.push(
                JSON.stringify({ type: 'feature-removed', eventId, featureName: name, project: before.project }),
            );
    }
    const { added, dropped } = segmentEvents(snapshot, projects, { segments, changed: difference.segments });
    // A flag never arrives before its segments, and segments are dropped after their flags.
    return [...added, ...updated, ...removed, ...dropped];
}

function segmentEvents(
    snapshot: EnvironmentSnapshot,
    projects: VisibleProjects,
    { segments, changed }: { segments: ReadonlyMap<number, number>; changed: SnapshotDifference['segments'] },
): { added: string[]; dropped: string[] } {
    const scope = snapshot.scope(projects);
    const eventId = scope.revision;
    const added: string[] = [];
    const dropped: string[] = [];
    for (const [id, moreUses] of segments) {
        const uses = scope.countUses(id);
        const json = uses > 0 ? snapshot.segments.get(id) : undefined;
        const change = changed.get(id);
        const existed = change ? change.existedBefore : snapshot.segments.has(id);
        const wasKnown = existed && uses - moreUses > 0;
        if (json !== undefined && (change || !wasKnown)) {
            added.push(`{"type":"segment-updated","eventId":${eventId},"segment":${json}}`);
        }
        if (json === undefined && wasKnown) {
            dropped.push(JSON.stringify({ type: 'segment-removed', eventId, segmentId: id }));
        }
    }
    return { added, dropped };
}
