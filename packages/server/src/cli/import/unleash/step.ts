import type { Service } from '../../remote/service.ts';

export type Kind =
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
export interface Step {
    kind: Kind;
    /** What it is about, as people call it. */
    name: string;
    /** How many things it brings. */
    count: number;
    run(target: Service): Promise<unknown>;
    /** Smaller steps, tried when this one is refused, so that one thing does not keep others from coming. */
    parts?: () => Step[];
}

export interface Plan {
    steps: Step[];
    /** How many of each kind are there already, and the same. */
    same: Partial<Record<Kind, number>>;
    /** What is there and different: it stays unless it may be overwritten. */
    conflicts: string[];
    notes: string[];
}

export interface PlanOptions {
    overwrite: boolean;
}

export const countSame = (plan: Plan, kind: Kind, count = 1) => {
    plan.same[kind] = (plan.same[kind] ?? 0) + count;
};
