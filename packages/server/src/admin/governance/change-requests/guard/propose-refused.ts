import { type Change, type Step, stepOf, takeStep } from '../../../../changes/change.ts';
import { isProposed } from '../../../../changes/proposable.ts';
import type { StoredOutcome } from '../../../../changes/write.ts';
import { mayKnowOf } from '../../../../core/access/actor.ts';
import { HalyardError } from '../../../../core/errors/errors.ts';
import type { NewEvent } from '../../../../core/events/event-types.ts';
import { changedPublications } from '../../../../publications/publish.ts';
import { inSavepoint } from '../../../../storage/savepoint.ts';
import { endsWith, type ProposalInput, proposeChanges } from '../content/change.commands.ts';
import { findTarget, isFor } from '../content/target-request.ts';
import { findRequest, listOpenOf, type StoredRequest } from '../request/change-request.queries.ts';
import type { ChangeRequest } from '../request/change-request.schemas.ts';
import { readRequest } from '../request/change-request-read.ts';
import { refusalOf } from './guard.ts';
import { NeedsApproval } from './refusal.ts';
import { isIn, type SuggestedChange, type SuggestedProposal, suggestStep } from './suggested-proposal.ts';

/** Returns a step that proposes a change that needs approval, or refuses it again; undefined if it was refused for another reason. */
export function proposalStepFor(step: Step, error: unknown): Step<StoredOutcome<unknown>> | undefined {
    if (!(error instanceof NeedsApproval)) return undefined;
    return { authorise: async () => undefined, run: (change) => proposeRefused(change, step, error) };
}

/** Proposes the parts of a step that need approval, and makes the others. A step without parts is proposed as a whole. */
async function proposeRefused(change: Change, step: Step, refused: NeedsApproval): Promise<StoredOutcome<unknown>> {
    const hasApplied = ({ events, proposals }: AppliedParts) =>
        proposals.length === 0 || events.some(({ type }) => !SUMMARIES.has(type));
    const parts = await inSavepoint(change.tx, () => takeParts(change, step, refused), hasApplied);
    const isPartlyApplied = hasApplied(parts);
    if (isPartlyApplied) for (const event of parts.events) change.record(event);
    if (parts.proposals.length === 0) return { kind: 'made', result: parts.result };
    const areParts = isPartlyApplied || refused.proposals.length === 0;
    return {
        kind: 'proposed',
        requests: await propose(change, refused, areParts ? parts.proposals : refused.proposals),
        isPartlyApplied,
    };
}

/** Events that describe a change as a whole. They are omitted if all parts of the change are proposed. */
const SUMMARIES = new Set<NewEvent['type']>([
    'features-imported',
    'project-changes-reverted',
    'project-environment-copied',
]);

interface AppliedParts {
    result?: unknown;
    events: NewEvent[];
    proposals: readonly SuggestedProposal[];
}

async function takeParts(change: Change, step: Step, refused: NeedsApproval): Promise<AppliedParts> {
    const { tx, actor } = change;
    const events: NewEvent[] = [];
    const proposals: SuggestedProposal[] = [];
    const refusalFor = async (recorded: readonly NewEvent[]) =>
        refusalOf({ tx, actor, step, events: recorded, permit: undefined }, await changedPublications(tx, recorded));
    const changeItem: Change['changeItem'] = async (run, steps) => {
        const recorded: NewEvent[] = [];
        const runPart = async () => {
            await run((event) => void recorded.push(event));
            return refusalFor(recorded);
        };
        const refusal = await inSavepoint(tx, runPart, (refused) => !refused);
        if (refusal) proposals.push(...proposalsOf(refusal, { actor, steps, events: recorded }));
        else events.push(...recorded);
    };
    try {
        const result = await takeStep({ ...change, record: (event) => void events.push(event), changeItem }, step);
        if (!(await refusalFor(events))) return { result, events, proposals };
    } catch (error) {
        // A part can depend on an earlier one that was refused.
        if (!(error instanceof HalyardError) || proposals.length === 0) throw error;
    }
    if (refused.proposals.length === 0) throw refused;
    return { events: [], proposals: refused.proposals };
}

interface RefusedPart extends Pick<Change, 'actor'> {
    steps: readonly Step[];
    events: readonly NewEvent[];
}

/** Returns the proposals of a part: the difference that it makes, or its steps if a difference cannot express them. Throws for neither. */
function proposalsOf(refusal: NeedsApproval, { actor, steps, events }: RefusedPart): readonly SuggestedProposal[] {
    if (refusal.proposals.length > 0) return refusal.proposals;
    const [projectEnvironment, ...others] = refusal.protectedEnvironments;
    const proposable = steps.filter(isProposed);
    const isExpressed =
        proposable.length > 0 &&
        proposable.length === steps.length &&
        proposable.every(({ source }) => source.environment === projectEnvironment?.environment);
    if (!projectEnvironment || others.length > 0 || !isExpressed || !mayKnowOf(actor, projectEnvironment.project)) {
        throw refusal;
    }
    return [{ ...projectEnvironment, changes: proposable.map((step) => suggestStep(step, events)) }];
}

/** Adds changes to open requests of the actor, or to new ones. */
async function propose(
    change: Change,
    { protectedEnvironments }: NeedsApproval,
    proposals: readonly SuggestedProposal[],
): Promise<ChangeRequest[]> {
    const requests: ChangeRequest[] = [];
    const inputs = protectedEnvironments.flatMap(({ project, environment }): ProposedParts[] => {
        const own = proposals.filter((proposal) => isIn([proposal], { project, environment }));
        const changes = own.flatMap((proposal) => proposal.changes);
        return changes.length > 0 ? [{ project, environment, changes }] : [];
    });
    for (const input of inputs) {
        const { tx, actor } = await withTarget(change, input, inputs);
        // A client that received no response may repeat the request; the change is proposed once.
        const known = await findRepeated({ ...change, actor }, input);
        const id = known?.id ?? (await takeStep({ ...change, actor }, stepOf(proposeChanges, input)));
        requests.push(await readRequest(tx, { project: input.project, id, actor }));
    }
    return requests;
}

type ProposedParts = ProposalInput & { changes: readonly SuggestedChange[] };

/** The request that the actor names gets the changes of its environment, and new requests get those of the others. */
async function withTarget(change: Change, input: ProposedParts, all: readonly ProposedParts[]): Promise<Change> {
    const { tx, actor } = change;
    if (typeof actor.proposesTo !== 'number' || all.length === 1) return change;
    const projects = [...new Set(all.map(({ project }) => project))];
    const found = await Promise.all(
        projects.map((project) => findRequest(tx, { project, id: actor.proposesTo as number })),
    );
    const [named] = found.flatMap((request) => request ?? []);
    const isElsewhere = named !== undefined && all.some(isFor(named)) && !isFor(named)(input);
    return isElsewhere ? { ...change, actor: { ...actor, proposesTo: 'new' } } : change;
}

/** Returns the request that ends with these changes already. */
async function findRepeated(change: Change, input: ProposedParts): Promise<StoredRequest | undefined> {
    const { tx, actor } = change;
    if (typeof actor.proposesTo === 'string') {
        const open = (await listOpenOf(tx, actor)).filter(isFor(input));
        return open.find(
            (request) =>
                (request.state === 'Draft' || actor.proposesTo === 'review') &&
                request.changes.length === input.changes.length &&
                endsWith(request, input.changes),
        );
    }
    const target = await findTarget(change, input);
    return target && endsWith(target, input.changes) ? target : undefined;
}
