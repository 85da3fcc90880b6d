import type { SdkActor } from '../core/access/actor.ts';
import type { VisibleProjects } from '../snapshots/published-flag.ts';

/** Returns the projects that a token may see, whatever the SDK requests. */
export const visibleProjects = ({ projects }: SdkActor): VisibleProjects =>
    projects.includes('*') ? undefined : projects;

export const isVisible = (project: string, projects: VisibleProjects) =>
    projects === undefined || projects.includes(project);
