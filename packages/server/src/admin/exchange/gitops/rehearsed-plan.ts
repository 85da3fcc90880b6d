import type { Rehearsal } from '../../../changes/rehearse.ts';
import type { Step } from '../../../changes/write.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { HalyardError } from '../../../core/errors/errors.ts';
import type { Services } from '../../../services.ts';
import type { Db } from '../../../storage/database.ts';
import { getProjectForFlags, requireRoom } from '../../flags/flags/flag.commands.ts';
import { asProposer } from '../../governance/change-requests/content/open-proposals.ts';
import { taken } from './gitops.commands.ts';
import type { Documents } from './gitops.schemas.ts';
import { type GitOpsPlan, type GitOpsStep, planDocuments } from './gitops-plan.ts';
import { withoutWaiting } from './pending-documents.ts';
import { inParts } from './prerequisites.ts';

type Sources = Pick<Services, 'db' | 'rehearse'>;
type Waiting = Awaited<ReturnType<typeof withoutWaiting>>;
type Tried = Pick<Rehearsal, 'revision' | 'publications' | 'failed'>;

interface Asking {
    actor: AdminActor;
    signal: AbortSignal;
}

export interface RehearsedPlan {
    plan: GitOpsPlan;
    /** Missing permissions: every viewer of a project may plan, so they are listed instead of refused. */
    lacking: string[];
    waiting: Waiting;
    rehearsal: Tried;
}

/** So often it is planned anew when others have changed something meanwhile. */
const ATTEMPTS = 3;

/**
 * A plan, and what its steps would do. Anyone may ask for one of thousands of steps, so it is compared without the writer's turn,
 * and tried in parts: others write between them.
 */
export async function rehearsedPlan(sources: Sources, asked: Documents, asking: Asking): Promise<RehearsedPlan> {
    for (let attempt = 1; ; attempt++) {
        const before = await revisionOf(sources.db);
        const plan = await planDocuments(sources.db, asking.actor, asked);
        const isLast = attempt === ATTEMPTS;
        if (!isLast && (await revisionOf(sources.db)) !== before) continue;
        const waiting = await whatWaits(sources, asking.actor, { asked, plan });
        const lacking = new Set<string>();
        const steps = waiting.rest.problems.length > 0 ? [] : plan.steps;
        const rehearsal = await rehearseInParts(sources, { ...plan, steps }, { ...asking, lacking });
        if (rehearsal.failed && rehearsal.revision !== before && !isLast) continue;
        return { plan, lacking: [...lacking], waiting, rehearsal };
    }
}

async function revisionOf(db: Db): Promise<number> {
    return (await db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow()).revision;
}

/** Files are applied with the preference to propose (decision 132). */
async function whatWaits(
    { rehearse }: Sources,
    actor: AdminActor,
    { asked, plan }: { asked: Documents; plan: GitOpsPlan },
): Promise<Waiting> {
    const look: Step<Waiting> = {
        authorise: async () => undefined,
        run: (change) => withoutWaiting(change, asked, plan),
    };
    const { results, failed } = await rehearse(asProposer(actor), [look]);
    if (failed) throw failed.error;
    return results[0] as Waiting;
}

async function rehearseInParts(
    { rehearse }: Sources,
    plan: GitOpsPlan,
    { actor, signal, lacking }: Asking & { lacking: Set<string> },
): Promise<Tried> {
    const [first = [], ...others] = inParts(plan.steps, plan.needs);
    const publications = new Map<string, Tried['publications'][number]>();
    let last = await rehearse(actor, [...(others.length > 0 ? [roomFor(plan)] : []), partOf(first, lacking)]);
    const note = () => {
        for (const each of last.publications) {
            publications.set(JSON.stringify([each.environment, each.kind, each.name]), each);
        }
    };
    note();
    for (const part of others) {
        if (last.failed) break;
        signal.throwIfAborted();
        last = await rehearse(actor, [partOf(part, lacking)]);
        note();
    }
    const { revision, failed } = last;
    return { revision, publications: [...publications.values()], ...(failed && { failed }) };
}

const partOf = (steps: readonly GitOpsStep[], lacking: Set<string>): Step => ({
    authorise: async () => undefined,
    async run(change) {
        for (const each of steps) {
            await taken(each, async () => {
                await each.step.authorise(change).catch((error: unknown) => {
                    if (!(error instanceof HalyardError && error.name === 'NoAccessError')) throw error;
                    lacking.add(error.message);
                });
                await each.step.run(change);
            });
        }
    },
});

const COMES: ReadonlySet<string> = new Set(['create', 'move', 'revive']);

/** How many flags there may be is the one thing that parts do not meet together. */
const roomFor = ({ planned }: GitOpsPlan): Step => ({
    authorise: async () => undefined,
    async run(change) {
        const coming = planned.filter(({ kind, action }) => kind === 'flag' && COMES.has(action));
        for (const [project, flags] of Map.groupBy(coming, (each) => each.project!)) {
            await requireRoom(change, await getProjectForFlags(change.tx, project), flags.length);
        }
    },
});
