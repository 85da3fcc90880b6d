import type { ServiceClient } from '../remote/service.ts';

export type StepKind =
    | 'environments'
    | 'projects'
    | 'context fields'
    | 'tag types'
    | 'strategy types'
    | 'segments'
    | 'flags'
    | 'archived flags'
    | 'roles'
    | 'users'
    | 'groups'
    | 'members of projects'
    | 'tokens';

/** One write request to the target. */
export interface MigrationStep {
    kind: StepKind;
    /** The display name of the object. */
    name: string;
    /** The number of objects that the step imports. */
    count: number;
    run(target: ServiceClient): Promise<unknown>;
    /** Smaller steps, tried if this one is rejected, so that one invalid object does not block the others. */
    parts?: () => MigrationStep[];
}

export interface MigrationPlan {
    steps: MigrationStep[];
    /** The number of objects per kind that already exist with the same content. */
    same: Partial<Record<StepKind, number>>;
    /** Existing objects that differ; they stay unchanged unless overwriting is allowed. */
    conflicts: string[];
    notes: string[];
}

export interface PlanOptions {
    overwrite: boolean;
}

export const countSame = (plan: MigrationPlan, kind: StepKind, count = 1) => {
    plan.same[kind] = (plan.same[kind] ?? 0) + count;
};
