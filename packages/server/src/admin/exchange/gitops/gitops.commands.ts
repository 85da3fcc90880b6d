import { type Change, takeStep } from '../../../changes/change.ts';
import { forIndependentItems, runsOf } from '../../../changes/independent-items.ts';
import { isProposed } from '../../../changes/proposable.ts';
import { conflict, HalyardError, invalidWith } from '../../../core/errors/errors.ts';
import type { DocumentsToApply, ProposedRequest } from './gitops.schemas.ts';
import { type GitOpsPlan, type GitOpsStep, isChanging, planDocuments } from './gitops-plan.ts';
import { type DividedPlan, dividePlan, nameOf } from './pending-documents.ts';

interface ApplicationInput {
    body: DocumentsToApply;
    /** Called with the divided plan, before the changes are made: they may be proposed as a whole. */
    onDivided(divided: DividedPlan): void;
}

/**
 * Applies documents: executes the required steps, each with its own permission check, in one change. The differences are computed in
 * the same transaction, so concurrent changes cannot interfere.
 */
export async function applyDocuments(
    change: Change,
    { body: { plan: approved, ...documents }, onDivided }: ApplicationInput,
): Promise<void> {
    const plan = await planDocuments(change.tx, change.actor, documents);
    const divided = await dividePlan(change, documents, plan);
    onDivided(divided);
    const { requests, rest } = divided;
    refuseProblems(rest);
    if (approved) refuseOutdated(plan, approved, requests);
    const runs = runsOf(rest.steps, ({ key, step }) =>
        JSON.stringify([key, isProposed(step) && step.source.environment]),
    );
    await forIndependentItems(
        change,
        runs,
        async (own, some) => {
            for (const step of some.flat()) await withStepInErrors(step, () => takeStep(own, step.step));
        },
        (some) => some.map(({ step }) => step),
    );
}

function refuseProblems({ problems }: Pick<GitOpsPlan, 'problems'>): void {
    const [first] = problems;
    if (first) throw invalidWith(`Nothing was changed. ${first.message}`, problems.slice(0, 100));
}

/** Throws if the differences are not those of the saved plan. So of two plans that change the same object, only one can be applied. */
function refuseOutdated(
    { planned }: GitOpsPlan,
    { revision, digests }: NonNullable<DocumentsToApply['plan']>,
    waiting: readonly ProposedRequest[],
): void {
    const now = new Map(planned.filter(isChanging).map(({ key, digest }) => [key, digest]));
    const differing = [...new Set([...now.keys(), ...Object.keys(digests)])].filter(
        (key) => now.get(key) !== digests[key],
    );
    if (differing.length === 0) return;
    const because = `${differing.slice(0, 5).join(', ')}${differing.length > 5 ? ` and ${differing.length - 5} more` : ''}`;
    // The part of the plan that needs no approval may have been applied already.
    const rest =
        waiting.length > 0
            ? ` Some of it waits in ${waiting.map((each) => nameOf(each).replace('C', 'c')).join(' and in ')}.`
            : '';
    throw conflict(
        `Nothing was changed. The plan of revision ${revision} is outdated, because of ${because}.${rest} Make a new plan and review it.`,
    );
}

/** Executes a step; an error names the document that caused it. */
export async function withStepInErrors(step: GitOpsStep, take: () => Promise<unknown>): Promise<void> {
    try {
        await take();
    } catch (error) {
        if (!(error instanceof HalyardError)) throw error;
        const message = `It was not possible to ${step.says}. ${error.message}`;
        throw new HalyardError(error.name, message, [{ message, path: step.path }], error.extra);
    }
}
