import type { ServiceClient } from '../../remote/service.ts';

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
    /** What it is about, as people call it. */
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
    /** What is there and different: it stays unless it may be overwritten. */
    conflicts: string[];
    notes: string[];
}

export interface PlanOptions {
    overwrite: boolean;
}

export const countSame = (plan: MigrationPlan, kind: StepKind, count = 1) => {
    plan.same[kind] = (plan.same[kind] ?? 0) + count;
};
