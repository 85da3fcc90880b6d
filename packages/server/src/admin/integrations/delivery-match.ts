import type { IntegrationRow } from './integration.queries.ts';

interface Occurrence {
    type: string;
    project: string | null;
    environment: string | null;
}

/** What stands in place of a project in events of several, of which one may be private. */
const SEVERAL_PROJECTS = '[]';

export const coversAll = (names: readonly string[]) => names.length === 0 || names[0] === '*';

/** Whether the integration is to tell of the event. What belongs to no project or environment is told whatever the filter. */
export function isToldOf(
    integration: IntegrationRow,
    event: Occurrence,
    privateProjects: ReadonlySet<string>,
): boolean {
    const { events, projects, environments, by_administrator } = integration;
    const { type, project, environment } = event;
    if (!events.includes(type)) return false;
    if (environment !== null && !coversAll(environments) && !environments.includes(environment)) return false;
    if (project === null || projects.includes(project)) return true;
    if (!coversAll(projects)) return false;
    return by_administrator || !(privateProjects.has(project) || project === SEVERAL_PROJECTS);
}
