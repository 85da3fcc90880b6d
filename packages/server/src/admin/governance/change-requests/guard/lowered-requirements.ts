import type { FlagInProjectEnvironment } from '../../../../changes/touched.ts';
import type { NewEvent } from '../../../../core/events/event-types.ts';
import type { ProtectedEnvironments } from './protected-environments.ts';
import { type TagChange, tagName } from './tag-changes.ts';

/**
 * Returns where flags would lose a tag or a type for which the approval rules require more approvals. Such a loss needs the approvals
 * itself; otherwise an author could remove the tag, change the flag, and add the tag again.
 */
export function loweredRequirements(
    events: readonly NewEvent[],
    tags: readonly TagChange[],
    protectedEnvironments: ProtectedEnvironments,
): { flags: FlagInProjectEnvironment[]; settings: string[] } {
    const byTag = tags.flatMap(({ name, project, removed }) =>
        protectedEnvironments
            .inProject(project)
            .filter(({ namedTags }) => removed.some((tag) => namedTags.has(tagName(tag))))
            .map(({ environment }) => ({ project, environment, name })),
    );
    const byType = typeChangesIn(events).flatMap(({ name, project, from }) =>
        protectedEnvironments
            .inProject(project)
            .filter(({ namedTypes }) => namedTypes.has(from))
            .map(({ environment }) => ({ project, environment, name })),
    );
    return { flags: [...byTag, ...byType], settings: byType.map(({ name }) => name) };
}

/** Returns the flags whose type differs before and after the events. */
function typeChangesIn(events: readonly NewEvent[]): { name: string; project: string; from: string }[] {
    const changes = new Map<string, { project: string; from: string; to: string }>();
    for (const event of events) {
        if (event.type !== 'feature-metadata-updated') continue;
        const { featureName, project } = event;
        // The event contains the settings of the flag before and after the change.
        const [before, after] = [event.preData, event.data] as { type: string }[];
        const from = changes.get(featureName)?.from ?? before!.type;
        changes.set(featureName, { project, from, to: after!.type });
    }
    return [...changes].flatMap(([name, { project, from, to }]) => (from === to ? [] : [{ name, project, from }]));
}
