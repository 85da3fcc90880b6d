import type { AdminActor } from '../core/access/actor.ts';
import { type ProposedOutcome, resultOf, type WriteOutcome } from '../core/errors/change-not-made.ts';
import { OutcomeUnknown } from '../core/errors/database-trouble.ts';
import { notCommitted } from '../core/errors/errors.ts';
import { publishedAt } from '../publications/publish.ts';
import type { Database, ExclusiveWork } from '../storage/database.ts';
import { inSavepoint } from '../storage/savepoint.ts';
import type { Tracer } from '../telemetry/otlp/tracer.ts';
import { type Command, type Step, stepOf, takeStep } from './change.ts';
import type { OwnChanges } from './change-feed.ts';
import { recordReceipt, withdrawReceipt } from './change-receipts.ts';
import type { Guard } from './guard.ts';
import type { Run } from './run.ts';
import { wasCommitted } from './was-committed.ts';

/**
 * For a caller who prefers to propose a rejected change: the step that makes the changes that need no approval and proposes the
 * rest. Undefined: the change cannot be proposed.
 */
export type ProposalFor = (step: Step, error: unknown) => Step<StoredOutcome<unknown>> | undefined;

/** The outcome of a change that is committed. */
export type StoredOutcome<Result> = { kind: 'made'; result: Result } | ProposedOutcome;

/** The effect of a step for a preview: nothing is stored. */
export type DescribeEffect = (actor: AdminActor, step: Step) => Promise<object>;

/**
 * Runs one command, or takes one step, in one transaction, with its events and publications, and announces it. It returns the result
 * of a change that was made; for any other outcome it ends the request.
 */
export interface Write {
    <Input, Result>(actor: AdminActor, command: Command<Input, Result>, input: Input): Promise<Result>;
    <Result>(actor: AdminActor, step: Step<Result>): Promise<Result>;
    /** The same, but returns every outcome. */
    attempt<Result>(actor: AdminActor, step: Step<Result>): Promise<WriteOutcome<Result>>;
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
    async function store<Result>(actor: AdminActor, step: Step<Result>): Promise<StoredOutcome<Result>> {
        let completed: { outcome: StoredOutcome<Result>; changes?: OwnChanges } | undefined;
        const work: ExclusiveWork<NonNullable<typeof completed>> = async (tx, head) => {
            const take = <R>(each: Step<R>) =>
                run({ tx, head, actor, guard: (change) => guard({ ...change, step: each }) }, async (change) => {
                    await recordReceipt(change);
                    return takeStep(change, each);
                });
            const own: Step<StoredOutcome<Result>> = {
                ...step,
                run: async (change) => ({ kind: 'made', result: await step.run(change) }),
            };
            const { result, events, publications } = await (actor.proposes
                ? inSavepoint(tx, () => take(own)).catch((error: unknown) => {
                      const proposal = proposalFor(step, error);
                      if (!proposal) throw error;
                      // Without a proposal, its result is that of the step, which needed no approval.
                      return take(proposal as Step<StoredOutcome<Result>>);
                  })
                : take(own));
            const revision = events.at(-1)?.id;
            completed = { outcome: result };
            if (revision === undefined) {
                await withdrawReceipt({ tx, actor });
                return completed;
            }
            const { revision: after } = await head;
            database.notify(tx);
            completed.changes = { after, revision, events, publications: publishedAt(revision, publications) };
            return completed;
        };
        const { outcome, changes } = await database.exclusive(work, step).catch(async (error: unknown) => {
            if (!(error instanceof OutcomeUnknown && error.canBeLookedUp) || completed?.changes === undefined)
                throw error;
            const isCommitted = await wasCommitted(database, completed.changes.events.at(-1)!);
            if (isCommitted === undefined) throw error;
            if (!isCommitted) throw notCommitted();
            return completed;
        });
        // The response waits for this node's snapshots, so the next request to this node sees the change.
        if (changes) await announce(changes);
        return outcome;
    }
    const attempt = async <Result>(actor: AdminActor, step: Step<Result>, command = 'step') => {
        const take = async (): Promise<WriteOutcome<Result>> =>
            actor.rehearses ? { kind: 'rehearsed', effect: await effect(actor, step) } : store(actor, step);
        const attributes = { 'halyard.command': command, 'halyard.actor.id': actor.id };
        return tracer ? tracer.span({ name: 'write', attributes }, take) : take();
    };
    const write = async <Input, Result>(
        actor: AdminActor,
        commandOrStep: Command<Input, Result> | Step<Result>,
        input?: Input,
    ) => {
        if (typeof commandOrStep !== 'function') return resultOf(await attempt(actor, commandOrStep));
        // Without an argument, the command takes no input.
        return resultOf(await attempt(actor, stepOf(commandOrStep, input as Input), commandOrStep.name));
    };
    return Object.assign(write, {
        attempt: <Result>(actor: AdminActor, step: Step<Result>) => attempt(actor, step),
    });
}
