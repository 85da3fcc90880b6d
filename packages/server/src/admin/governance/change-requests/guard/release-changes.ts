import { isUnchanged } from '../../../../changes/event-log.ts';
import type { FlagInProjectEnvironment } from '../../../../changes/touched.ts';
import type { NewEvent } from '../../../../core/events/event-types.ts';

/** Events of rules that change by themselves what SDKs receive later. They alter no publication, and need approval like one. */
const OF_RULES = new Set<NewEvent['type']>([
    'safeguard-changed',
    'safeguard-deleted',
    'release-plan-added',
    'release-plan-removed',
    'release-plan-milestone-started',
    'release-plan-milestone-strategy-updated',
    'milestone-progression-created',
    'milestone-progression-changed',
    'milestone-progression-deleted',
    // Pausing is always possible.
    'release-plan-progressions-resumed',
]);

/** Returns the flags whose release rules a change alters, with their environments. */
export const releaseChangesIn = (events: readonly NewEvent[]): FlagInProjectEnvironment[] =>
    events.flatMap((event) => {
        if (!OF_RULES.has(event.type) || isUnchanged(event)) return [];
        const {
            featureName: name,
            project,
            environment,
        } = event as NewEvent & {
            featureName: string;
            project: string;
            environment: string;
        };
        return [{ name, project, environment }];
    });
