import type { AdminActor } from '../core/access/actor.ts';
import { OutcomeUnknown } from '../core/errors/database-trouble.ts';
import { notCommitted } from '../core/errors/errors.ts';
import { ProposedInstead } from '../core/errors/proposed-instead.ts';
import { RehearsedInstead } from '../core/errors/rehearsed-instead.ts';
import { publishedAt } from '../publications/publish.ts';
import type { Database, ExclusiveWork } from '../storage/database.ts';
import { inSavepoint } from '../storage/savepoint.ts';
import type { Tracer } from '../telemetry/otlp/tracer.ts';
import { type Change, type Command, type Step, stepOf, takeStep } from './change.ts';
import type { OwnChanges } from './change-feed.ts';
import { recordReceipt, withdrawReceipt } from './change-receipts.ts';
import type { Guard } from './guard.ts';
import type { Run } from './run.ts';
import { wasCommitted } from './was-committed.ts';

/** A rejected change of which at least a part was proposed. */
interface Proposed {
    requests: unknown[];
    isPartlyApplied: boolean;
}

/**
 * For a caller who prefers to propose a rejected change: the step that makes the changes that need no approval and proposes the
 * rest. Undefined: the change cannot be proposed.
 */
export type ProposalFor = (step: Step, error: unknown) => Step<Proposed | { result: unknown }> | undefined;

/** The effect of a step for a preview: nothing is stored. */
export type DescribeEffect = (actor: AdminActor, step: Step) => Promise<object>;

/** Runs one command, or takes one step, in one transaction, with its events and publications, and announces it. */
export interface Write {
    <Input, Result>(actor: AdminActor, command: Command<Input, Result>, input: Input): Promise<Result>;
    <Result>(actor: AdminActor, step: Step<Result>): Promise<Result>;
}

export function createWrite({
    database,
    run,
    guard,
    proposalFor,
    effect,
    announce,
    tracer,
}: {
    database: Database;
    run: Run;
    guard: Guard;
    proposalFor: ProposalFor;
    effect: DescribeEffect;
    announce: (changes: OwnChanges) => Promise<void>;
    tracer: Tracer | undefined;
}): Write {
    async function attempt<Result>(actor: AdminActor, step: Step<Result>): Promise<Proposed | { result: Result }> {
        let completed: { result: Proposed | { result: Result }; changes?: OwnChanges } | undefined;
        const work: ExclusiveWork<NonNullable<typeof completed>> = async (tx, head) => {
            const take = <R>(each: Step<R>) =>
                run({ tx, head, actor, guard: (change) => guard({ ...change, step: each }) }, async (change) => {
                    await recordReceipt(change);
                    return takeStep(change, each);
                });
            const own = { ...step, run: async (change: Change) => ({ result: await step.run(change) }) };
            const { result, events, publications } = await (actor.proposes
                ? inSavepoint(tx, () => take(own)).catch((error: unknown) => {
                      const proposal = proposalFor(step, error);
                      if (!proposal) throw error;
                      // Without a proposal, its result is that of the step, which needed no approval.
                      return take(proposal as Step<Proposed | { result: Result }>);
                  })
                : take(own));
            const revision = events.at(-1)?.id;
            completed = { result };
            if (revision === undefined) {
                await withdrawReceipt({ tx, actor });
                return completed;
            }
            const { revision: after } = await head;
            database.notify(tx);
            completed.changes = { after, revision, events, publications: publishedAt(revision, publications) };
            return completed;
        };
        const { result, changes } = await database.exclusive(work, step).catch(async (error: unknown) => {
            if (!(error instanceof OutcomeUnknown && error.canBeLookedUp) || completed?.changes === undefined)
                throw error;
            const isCommitted = await wasCommitted(database, completed.changes.events.at(-1)!);
            if (isCommitted === undefined) throw error;
            if (!isCommitted) throw notCommitted();
            return completed;
        });
        // The response waits for this node's snapshots, so the next request to this node sees the change.
        if (changes) await announce(changes);
        return result;
    }
    async function take<Result>(actor: AdminActor, step: Step<Result>): Promise<Result> {
        if (actor.rehearses) throw new RehearsedInstead(await effect(actor, step));
        const outcome = await attempt(actor, step);
        if ('requests' in outcome) throw new ProposedInstead(outcome);
        return outcome.result;
    }
    return <Input, Result>(actor: AdminActor, commandOrStep: Command<Input, Result> | Step<Result>, input?: Input) => {
        const isCommand = typeof commandOrStep === 'function';
        // Without an argument, the command takes no input.
        const step = isCommand ? stepOf(commandOrStep, input as Input) : commandOrStep;
        if (!tracer) return take(actor, step);
        const command = isCommand ? commandOrStep.name : 'step';
        const attributes = { 'halyard.command': command, 'halyard.actor.id': actor.id };
        return tracer.span({ name: 'write', attributes }, () => take(actor, step));
    };
}
