import { ALL_PROJECTS, SEVERAL_PROJECTS } from '../../../core/events/event-projects.ts';
import type { IntegrationRow } from './integration.queries.ts';

interface Occurrence {
    type: string;
    project: string | null;
    environment: string | null;
    /** Whether the project is private, or was when it was deleted. */
    isPrivate: boolean;
}

export const coversAll = (names: readonly string[]) => names.length === 0 || names[0] === '*';

/**
 * Whether the integration receives the event. Events without a project pass every filter if the user who saved the integration
 * may read them in the audit log.
 */
export function isSubscribedTo(integration: IntegrationRow, event: Occurrence): boolean {
    const { events, projects, environments, by_administrator, reads_log } = integration;
    const { type, project, environment, isPrivate } = event;
    if (!events.includes(type)) return false;
    if (environment !== null && !coversAll(environments) && !environments.includes(environment)) return false;
    if (project === null) return reads_log;
    if (project === ALL_PROJECTS || project === SEVERAL_PROJECTS) {
        return coversAll(projects) && (project === ALL_PROJECTS ? reads_log : by_administrator);
    }
    if (projects.includes(project)) return true;
    return coversAll(projects) && (by_administrator || !isPrivate);
}
