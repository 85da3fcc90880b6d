import type { Progress } from '../program/output.ts';
import type { ServiceClient } from '../remote/service.ts';
import { type MigrationPlan, type MigrationStep, type RefusedStep, type StepKind, singlesOf } from './step.ts';

/** The number of batches of flags per request. The target blocks other writers while it executes a request. */
const BATCHES_AT_ONCE = 5;

/** Objects that flags and tokens refer to. */
const PREREQUISITES: readonly StepKind[] = [
    'environments',
    'strategy types',
    'tag types',
    'projects',
    'context fields',
    'segments',
];

/** Returns the steps that the target would refuse, by its own rules: it executes them and rolls them back. */
export async function rehearseSteps(
    { steps }: MigrationPlan,
    target: ServiceClient,
    progress: Progress,
): Promise<RefusedStep[]> {
    const rehearsed = steps.filter(({ rehearsal }) => rehearsal !== undefined);
    const prerequisites = rehearsed.filter(({ kind }) => PREREQUISITES.includes(kind));
    const groups = Map.groupBy(
        rehearsed.filter((step) => !prerequisites.includes(step)),
        ({ batch }) => (batch === undefined ? 'others' : Math.floor(batch / BATCHES_AT_ONCE)),
    );
    const failures = new Map<MigrationStep, RefusedStep>();
    let done = 0;
    for (const group of groups.size > 0 ? groups.values() : [[]]) {
        progress.update(done++, groups.size, group[0]?.kind);
        let refused = await refusedSteps(target, [...prerequisites, ...group]);
        const divided = new Set(refused.filter(({ step }) => step.parts).map(({ step }) => step));
        if (divided.size > 0) {
            const singles = group.flatMap((step) => (divided.has(step) ? singlesOf(step) : step));
            refused = await refusedSteps(target, [...prerequisites, ...singles]);
        }
        for (const failure of refused) failures.set(failure.step, failure);
    }
    return [...failures.values()];
}

async function refusedSteps(target: ServiceClient, steps: readonly MigrationStep[]): Promise<RefusedStep[]> {
    const operations = steps.flatMap((step) => (step.rehearsal ?? []).map((operation) => ({ step, operation })));
    const { failures } = await target.query<{ failures: { step: number; message: string }[] }>(
        '/api/admin/migration/rehearsal',
        { steps: operations.map(({ operation }) => operation) },
    );
    return failures.map(({ step, message }) => ({ step: operations[step]!.step, message }));
}
