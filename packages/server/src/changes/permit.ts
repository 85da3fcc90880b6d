import type { ProjectEnvironment } from '../core/access/project-environment.ts';
/** Allows a change in protected environments because others approved exactly this change. */
export interface Permit {
    covers(target: ProjectEnvironment): boolean;
    /** Undefined: a rule that was approved when it was made. */
    groupType?: 'change-request';
    /** Applied without approval, because it was urgent. */
    breakGlass?: { reason: string };
}
