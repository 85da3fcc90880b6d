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

/** One write of the target. */
export interface MigrationStep {
    kind: StepKind;
    /** The display name of the object. */
    name: string;
    /** How many things it brings. */
    count: number;
    run(target: ServiceClient): Promise<unknown>;
    /** Smaller steps, tried when this one is refused, so that one thing does not keep others from coming. */
    parts?: () => MigrationStep[];
}

export interface MigrationPlan {
    steps: MigrationStep[];
    /** How many of each kind are there already, and the same. */
    same: Partial<Record<StepKind, number>>;
    /** An existing, different object: it stays unless overwriting is allowed. */
    conflicts: string[];
    notes: string[];
}

export interface PlanOptions {
    overwrite: boolean;
}

export const countSame = (plan: MigrationPlan, kind: StepKind, count = 1) => {
    plan.same[kind] = (plan.same[kind] ?? 0) + count;
};
