import type { Change } from '../../../../changes/write.ts';
import type { NewEvent } from '../../../../core/events/event-types.ts';
import { updateSegment } from '../../../catalogue/segments/segment.commands.ts';
import type { Segment } from '../../../catalogue/segments/segment.schemas.ts';
import { changeTagsOfFlag } from '../../../flags/flag-tags/flag-tag.commands.ts';
import { undoArchiving } from '../../../flags/flags/flag-archive.commands.ts';
import { readSteps } from '../../proposals/read-steps.ts';
import type { FlagState } from '../../revert/flag-state.ts';
import { type FlagTarget, stepsFor } from '../../revert/revert-steps.ts';
import { type BlockedChange, isIn, NOTHING, type States, statesOf } from './suggested-proposal.ts';
import { tagChangesIn } from './tag-changes.ts';

/** Undoes, of a change that is not yet kept, what needs approval, and nothing else of it. Nothing is recorded. */
export async function putBack(
    change: Change,
    { kept, events }: { kept: BlockedChange; events: readonly NewEvent[] },
): Promise<void> {
    const silent: Change = { ...change, record: () => undefined };
    const rows = await change.tx.selectFrom('environments').select('name').execute();
    const everywhere = rows.map(({ name }) => name);
    const touched = new Set(kept.touched.flags.filter((flag) => isIn(kept.places, flag)).map(({ name }) => name));
    const archived = events.flatMap((event) =>
        event.type === 'feature-archived' && touched.has(event.featureName) ? event.featureName : [],
    );
    await undoArchiving(change, archived);
    const states = await statesOf(change.tx, kept, everywhere);
    for (const project of new Set(kept.places.map((place) => place.project))) {
        const names = kept.touched.flags.filter((flag) => flag.project === project && isIn(kept.places, flag));
        const targets = [...new Set(names.map(({ name }) => name))].map((name) =>
            formerOf(name, { project, kept, states, events }),
        );
        // Reverting one's own step needs no further permission.
        for (const step of await readSteps(project, stepsFor(project, targets))) await step.run(silent);
    }
    for (const { name, project, added, removed } of tagChangesIn(events)) {
        if (!touched.has(name)) continue;
        const tags = { addedTags: removed, removedTags: added };
        await changeTagsOfFlag(silent, { featureName: name, project, ...tags });
    }
    for (const id of kept.touched.segments) {
        const update = events.find((event) => event.type === 'segment-updated' && event.segmentId === id);
        if (!update) continue;
        // An event of a segment carries it as it is on the wire.
        const { name, description, project, constraints } = update.preData as Segment;
        await updateSegment(silent, { id, name, description, project, constraints });
    }
}

interface BlockedEvents {
    project: string;
    kept: BlockedChange;
    states: States;
    events: readonly NewEvent[];
}

function formerOf(name: string, { project, kept, states, events }: BlockedEvents): FlagTarget {
    const [was, now] = [states.before.get(name), states.after.get(name)];
    const isRevived = events.some(
        (event) => event.type === 'feature-revived' && 'featureName' in event && event.featureName === name,
    );
    if (isRevived) return { name, now, target: undefined };
    if (now === undefined || now.isArchived) return { name, now, target: was };
    const environments: FlagState['environments'] = new Map();
    for (const place of kept.places) {
        if (place.project !== project) continue;
        environments.set(place.environment, was?.environments.get(place.environment) ?? NOTHING);
    }
    return { name, now, target: { ...now, dependencies: was?.dependencies ?? [], environments } };
}
