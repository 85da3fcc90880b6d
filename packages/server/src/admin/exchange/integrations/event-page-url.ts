import type { Event } from '../../observations/events/event.schemas.ts';

const NO_PAGE_LEFT = ['feature-archived', 'feature-deleted'];

/** Returns the URL of the page with details of the event. */
export function eventPageUrl({ type, project, featureName, data }: Event, publicUrl: string): string {
    if (project === null || type === 'project-deleted') return `${publicUrl}/history`;
    const page = `${publicUrl}/projects/${encodeURIComponent(project)}`;
    const request = requestIdIn(data);
    if (request !== undefined) return `${page}/change-requests/${request}`;
    if (featureName === null || NO_PAGE_LEFT.includes(type)) return page;
    return `${page}/features/${encodeURIComponent(featureName)}`;
}

/** Returns the id of the change request that an event is about, if any. */
function requestIdIn(data: unknown): number | undefined {
    const id = (data as { changeRequestId?: unknown } | null)?.changeRequestId;
    return typeof id === 'number' ? id : undefined;
}
