import type { AdminActor } from '../core/access/actor.ts';
import { OutcomeUnknown } from '../core/errors/database-trouble.ts';
import { notCommitted } from '../core/errors/errors.ts';
import { ProposedInstead } from '../core/errors/proposed-instead.ts';
import { RehearsedInstead } from '../core/errors/rehearsed-instead.ts';
import { publishedAt } from '../publications/publish.ts';
import type { Database, ExclusiveWork } from '../storage/database.ts';
import { type Command, type Step, stepOf, takeStep } from './change.ts';
import type { OwnChanges } from './change-feed.ts';
import { recordReceipt, withdrawReceipt } from './change-receipts.ts';
import type { Guard } from './guard.ts';
import type { Run } from './run.ts';
import { wasCommitted } from './was-committed.ts';

/**
 * The alternative for a caller who prefers to propose a rejected change: a step that makes the changes that need no approval and
 * proposes the rest. Undefined: none.
 */
export type Alternative = (
    step: Step,
    error: unknown,
) => Step<{ requests: unknown[]; isPartlyApplied: boolean } | { result: unknown }> | undefined;

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
    instead,
    effect,
    announce,
}: {
    database: Database;
    run: Run;
    guard: Guard;
    instead: Alternative;
    effect: DescribeEffect;
    announce: (changes: OwnChanges) => Promise<void>;
}): Write {
    async function attempt<Result>(actor: AdminActor, step: Step<Result>): Promise<Result> {
        let completed: { result: Result; changes?: OwnChanges } | undefined;
        const work: ExclusiveWork<NonNullable<typeof completed>> = async (tx, head) => {
            const { result, events, publications } = await run(
                { tx, head, actor, guard: (change) => guard({ ...change, step }) },
                async (change) => {
                    await recordReceipt(change);
                    return takeStep(change, step);
                },
            );
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
    return async <Input, Result>(
        actor: AdminActor,
        commandOrStep: Command<Input, Result> | Step<Result>,
        input?: Input,
    ) => {
        // Without an argument, the command takes no input.
        const step = typeof commandOrStep === 'function' ? stepOf(commandOrStep, input as Input) : commandOrStep;
        if (actor.rehearses) throw new RehearsedInstead(await effect(actor, step));
        if (!actor.proposes) return attempt(actor, step);
        try {
            return await attempt(actor, step);
        } catch (error) {
            const other = instead(step, error);
            if (!other) throw error;
            const done = await attempt(actor, other);
            if ('requests' in done) throw new ProposedInstead(done);
            // The result of the step, which needed no approvals.
            return done.result as Result;
        }
    };
}
