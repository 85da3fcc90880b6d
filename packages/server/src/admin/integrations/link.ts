import type { Event } from '../events/event.schemas.ts';

const NO_PAGE_LEFT = ['feature-archived', 'feature-deleted'];

/** The page where people see more of what happened. */
export function linkTo({ type, project, featureName }: Event, publicUrl: string): string {
    if (project === null || type === 'project-deleted') return `${publicUrl}/history`;
    const page = `${publicUrl}/projects/${encodeURIComponent(project)}`;
    if (featureName === null || NO_PAGE_LEFT.includes(type)) return page;
    return `${page}/features/${encodeURIComponent(featureName)}`;
}
