import type { ServiceClient } from '../remote/service.ts';

export type StepKind =
    | 'environments'
    | 'projects'
    | 'context fields'
    | 'tag types'
    | 'strategy types'
    | 'segments'
    | 'flags'
    | 'release templates'
    | 'release plans'
    | 'archived flags'
    | 'favourites'
    | 'roles'
    | 'users'
    | 'groups'
    | 'members of projects'
    | 'tokens';

/** An operation of the target that can be rehearsed (`POST /api/admin/migration/rehearsal`). */
interface RehearsedOperation {
    action: string;
    input: unknown;
}

/** One step of the import, usually one write request to the target. */
export interface MigrationStep {
    kind: StepKind;
    /** The display name of the object. */
    name: string;
    /** The objects that the step imports. An object of several steps, such as a flag in two environments, counts once. */
    objects: readonly string[];
    /** The environment of a step for flags; not part of the name. */
    environment?: string;
    /** Undefined if the target cannot refuse the step. Roles, users and groups are identified by name. */
    rehearsal?: RehearsedOperation[];
    /** Steps for flags that need no flags of other batches. */
    batch?: number;
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

interface PostStepOptions extends RehearsedOperation {
    kind: StepKind;
    name: string;
    /** Relative to the admin API. */
    path: string;
}

/** A step that creates one object with one request. */
export const postStep = ({ kind, name, path, action, input }: PostStepOptions): MigrationStep => ({
    kind,
    name,
    objects: [name],
    rehearsal: [{ action, input }],
    run: (service) => service.send('POST', `/api/admin/${path}`, input),
});

/** Returns one step per object. */
export const singlesOf = (step: MigrationStep): MigrationStep[] => step.parts?.().flatMap(singlesOf) ?? [step];

export interface RefusedStep {
    step: MigrationStep;
    message: string;
}

/** One line per object and reason; a flag that fails in several environments gets one line. */
export function describeFailures(failures: readonly RefusedStep[]): string[] {
    const environments = new Map<string, Set<string>>();
    for (const { step, message } of failures) {
        const key = JSON.stringify([step.kind, step.name, message]);
        const where = environments.get(key) ?? new Set();
        environments.set(key, step.environment ? where.add(step.environment) : where);
    }
    return [...environments].map(([key, where]) => {
        const [kind, name, message] = JSON.parse(key) as [string, string, string];
        return `${kind}: ${name}${where.size > 0 ? ` in ${[...where].join(', ')}` : ''}: ${message}`;
    });
}

/** Returns the number of different objects per kind. */
export function countObjects(steps: readonly MigrationStep[]): Partial<Record<StepKind, number>> {
    const objects = new Map<StepKind, Set<string>>();
    for (const { kind, objects: added } of steps.filter((step) => step.objects.length > 0)) {
        objects.set(kind, new Set([...(objects.get(kind) ?? []), ...added]));
    }
    return Object.fromEntries([...objects].map(([kind, { size }]) => [kind, size]));
}
