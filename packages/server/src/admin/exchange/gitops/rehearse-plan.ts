import type { Services } from '../../../app/services.ts';
import type { Step } from '../../../changes/change.ts';
import type { Rehearsal } from '../../../changes/rehearse.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { HalyardError } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { getProjectForFlags, requireRoom } from '../../flags/flags/flag.commands.ts';
import { asProposer } from '../../governance/change-requests/content/open-proposals.ts';
import { withStepInErrors } from './gitops.commands.ts';
import type { Documents } from './gitops.schemas.ts';
import { type GitOpsPlan, type GitOpsStep, planDocuments } from './gitops-plan.ts';
import { type DividedPlan, dividePlan } from './pending-documents.ts';
import { divideIntoParts } from './prerequisites.ts';

type Sources = Pick<Services, 'db' | 'rehearse'>;
type PartialRehearsal = Pick<Rehearsal, 'revision' | 'publications' | 'failed'>;

interface Caller {
    actor: AdminActor;
    signal: AbortSignal;
}

export interface RehearsedPlan {
    plan: GitOpsPlan;
    /** Missing permissions: every viewer of a project may plan, so they are listed instead of refused. */
    lacking: string[];
    divided: DividedPlan;
    rehearsal: PartialRehearsal;
}

/** Returns the actor as a pipeline: its change requests are separate from those of a person with the same identity. */
export const asPipeline = (actor: AdminActor): AdminActor => ({ ...actor, isPipeline: true });

/** The maximum number of attempts if others change the state in the meantime. */
const ATTEMPTS = 3;

/**
 * Returns a plan and the effect of its steps. Every viewer may request a plan of thousands of steps, so it is computed without the
 * write lock and rehearsed in parts, between which others can write.
 */
export async function rehearsePlan(sources: Sources, documents: Documents, caller: Caller): Promise<RehearsedPlan> {
    for (let attempt = 1; ; attempt++) {
        const before = await revisionOf(sources.db);
        const plan = await planDocuments(sources.db, caller.actor, documents);
        const isLast = attempt === ATTEMPTS;
        if (!isLast && (await revisionOf(sources.db)) !== before) continue;
        const divided = await divide(sources, caller.actor, { documents, plan });
        const lacking = new Set<string>();
        const steps = divided.rest.problems.length > 0 ? [] : plan.steps;
        const rehearsal = await rehearseInParts(sources, { ...plan, steps }, { ...caller, lacking });
        if (rehearsal.failed && rehearsal.revision !== before && !isLast) continue;
        return { plan, lacking: [...lacking], divided, rehearsal };
    }
}

async function revisionOf(db: Db): Promise<number> {
    return (await db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow()).revision;
}

/** Divides the plan like `apply`, which prefers to propose changes that need approval (decision 132). */
async function divide(
    { rehearse }: Sources,
    actor: AdminActor,
    { documents, plan }: { documents: Documents; plan: GitOpsPlan },
): Promise<DividedPlan> {
    const inspection: Step<DividedPlan> = {
        authorise: async () => undefined,
        run: (change) => dividePlan(change, documents, plan),
    };
    const { results, failed } = await rehearse(asProposer(asPipeline(actor)), [inspection]);
    if (failed) throw failed.error;
    return results[0] as DividedPlan;
}

async function rehearseInParts(
    sources: Sources,
    plan: GitOpsPlan,
    { actor, signal, lacking }: Caller & { lacking: Set<string> },
): Promise<PartialRehearsal> {
    const [first = [], ...others] = divideIntoParts(plan.steps, plan.needs);
    const publications = new Map<string, PartialRehearsal['publications'][number]>();
    const rehearse = (steps: readonly Step[]) => rehearsePart(sources, actor, steps);
    let last = await rehearse([...(others.length > 0 ? [flagLimitCheck(plan)] : []), partOf(first, lacking)]);
    const collect = () => {
        for (const each of last.publications) {
            publications.set(JSON.stringify([each.environment, each.kind, each.name]), each);
        }
    };
    collect();
    for (const part of others) {
        if (last.failed) break;
        signal.throwIfAborted();
        last = await rehearse([partOf(part, lacking)]);
        collect();
    }
    const { revision, failed } = last;
    return { revision, publications: [...publications.values()], ...(failed && { failed }) };
}

/** The rules for the content of a change are checked after its steps: a flag policy, and the types of values. */
async function rehearsePart(
    { db, rehearse }: Sources,
    actor: AdminActor,
    steps: readonly Step[],
): Promise<PartialRehearsal> {
    try {
        return await rehearse(actor, steps);
    } catch (error) {
        if (!(error instanceof HalyardError && error.name === 'ValidationError')) throw error;
        return { revision: await revisionOf(db), publications: [], failed: { step: 0, error } };
    }
}

const partOf = (steps: readonly GitOpsStep[], lacking: Set<string>): Step => ({
    authorise: async () => undefined,
    async run(change) {
        for (const each of steps) {
            await withStepInErrors(each, async () => {
                await each.step.authorise(change).catch((error: unknown) => {
                    if (!(error instanceof HalyardError && error.name === 'NoAccessError')) throw error;
                    lacking.add(error.message);
                });
                await each.step.run(change);
            });
        }
    },
});

const ADDING_ACTIONS: ReadonlySet<string> = new Set(['create', 'move', 'revive']);

/** Checks the limit of flags for the whole plan, because the parts are rehearsed separately. */
const flagLimitCheck = ({ planned }: GitOpsPlan): Step => ({
    authorise: async () => undefined,
    async run(change) {
        const added = planned.filter(({ kind, action }) => kind === 'flag' && ADDING_ACTIONS.has(action));
        for (const [project, flags] of Map.groupBy(added, (each) => each.project!)) {
            await requireRoom(change, await getProjectForFlags(change.tx, project), flags.length);
        }
    },
});
