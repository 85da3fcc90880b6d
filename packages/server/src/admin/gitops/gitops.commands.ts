import { type Change, type Step, takeStep } from '../../changes/write.ts';
import { conflict, HalyardError, invalidWith } from '../../core/errors.ts';
import type { Documents, DocumentsToApply, GitopsApplied } from './gitops.schemas.ts';
import { isChanging, type Plan, type PlannedStep, planDocuments } from './gitops-plan.ts';
import { withoutWaiting } from './waiting-documents.ts';

/**
 * Makes what is there say what the documents say: the steps that takes, each with its own permission, in one change. What differs is
 * worked out in the transaction that changes it, so nothing can come in between.
 */
export async function applyDocuments(
    change: Change,
    { plan: approved, ...asked }: DocumentsToApply,
): Promise<Omit<GitopsApplied, 'revision'>> {
    const plan = await planDocuments(change.tx, change.actor, asked);
    const { requests, rest } = await withoutWaiting(change, asked, plan);
    refuseProblems(rest);
    if (approved) refuseOutdated(plan, approved);
    for (const step of rest.steps) await taken(step, () => takeStep(change, step.step));
    const proposed = requests.map(({ id, project, environment, state }) => ({ id, project, environment, state }));
    return { planned: rest.planned, proposed };
}

function refuseProblems({ problems }: Pick<Plan, 'problems'>): void {
    const [first] = problems;
    if (first) throw invalidWith(`Nothing was changed. ${first.message}`, problems.slice(0, 100));
}

/** A saved plan does what it said, or nothing: two that change the same cannot both be applied. */
function refuseOutdated({ planned }: Plan, { revision, digests }: NonNullable<DocumentsToApply['plan']>): void {
    const now = new Map(planned.filter(isChanging).map(({ key, digest }) => [key, digest]));
    const differing = [...new Set([...now.keys(), ...Object.keys(digests)])].filter(
        (key) => now.get(key) !== digests[key],
    );
    if (differing.length === 0) return;
    const named = `${differing.slice(0, 5).join(', ')}${differing.length > 5 ? ` and ${differing.length - 5} more` : ''}`;
    throw conflict(
        `Nothing was changed. This would not do any more what the plan of revision ${revision} said, because of ${named}. Make a new plan, and look at it.`,
    );
}

interface Told {
    plan?: Plan;
    /** Why there is none. */
    refusal?: unknown;
    lacking: Set<string>;
}

/** A step of which the plan is told, whoever asks for it: permissions that lack are listed instead of refused. */
export function rehearsedDocuments(asked: Documents): { step: Step; told: Told } {
    const told: Told = { lacking: new Set() };
    const step: Step = {
        authorise: async () => undefined,
        async run(change) {
            told.plan = await planDocuments(change.tx, change.actor, asked).catch((error: unknown) => {
                told.refusal = error;
                throw error;
            });
            if (told.plan.problems.length > 0) return;
            for (const each of told.plan.steps) {
                await taken(each, async () => {
                    await each.step.authorise(change).catch((error: unknown) => {
                        if (!(error instanceof HalyardError && error.name === 'NoAccessError')) throw error;
                        told.lacking.add(error.message);
                    });
                    await each.step.run(change);
                });
            }
        },
    };
    return { step, told };
}

/** What is refused is told of the document that asks for it. */
async function taken(step: PlannedStep, take: () => Promise<unknown>): Promise<void> {
    try {
        await take();
    } catch (error) {
        if (!(error instanceof HalyardError)) throw error;
        const message = `It was not possible to ${step.says}. ${error.message}`;
        throw new HalyardError(error.name, message, [{ message, path: step.path }], error.extra);
    }
}
