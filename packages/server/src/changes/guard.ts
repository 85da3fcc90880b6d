import type { ProjectEnvironment } from '../core/access/project-environment.ts';
/** Lets a change reach protected places because others agreed to exactly it. */
export interface Permit {
    covers(place: ProjectEnvironment): boolean;
    groupType: 'change-request';
    /** Nobody agreed yet: it could not wait. */
    breakGlass?: { reason: string };
}
