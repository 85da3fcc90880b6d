import type { AdminActor } from '../core/access/actor.ts';
import { shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import { OutcomeUnknown } from '../core/errors/database-trouble.ts';
import { notCommitted } from '../core/errors/errors.ts';
import { ProposedInstead } from '../core/errors/proposed-instead.ts';
import { RehearsedInstead } from '../core/errors/rehearsed-instead.ts';
import type { NewEvent } from '../core/events/event-types.ts';
import type { ResourceLimits } from '../core/settings/resource-limits.ts';
import { appendPublications, changedPublications, publishedAt, type Republished } from '../publications/publish.ts';
import { refuseUnfitValues } from '../publications/typed-values.ts';
import type { Database, Db, ExclusiveWork, Head, Tx } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import type { OwnChanges } from './change-feed.ts';
import { recordReceipt, withdrawReceipt } from './change-receipts.ts';
import { appendEvents, type EventContext, isUnchanged, type StoredEvent, tagsOf } from './event-log.ts';
import { groupIdAt } from './group-id.ts';
import type { Permit } from './guard.ts';
import { wasCommitted } from './was-committed.ts';

/** The input of a command. Everything done through `tx` and `record` is atomic. */
export interface Change {
    tx: Tx;
    actor: AdminActor;
    /** The time of the change, in API format; commands never read the clock. */
    now: string;
    limits: ResourceLimits;
    /** Encrypts values that must not be readable in the database. */
    secrets: SecretBox;
    record(event: NewEvent): void;
    /** Records that this change was approved: it may touch the protected environments that the permit covers. */
    permit(permit: Permit): void;
    /** For rows that refer to the events of this change: the callback runs once their ids are known, before the commit. */
    onRevision(store: (as: RecordedEvents) => Promise<void>): void;
    /** Makes a part of the change, or proposes it if it needs approval; undefined: the change is not divided (`parts.ts`). */
    part?: (run: (record: Change['record']) => Promise<unknown>) => Promise<void>;
}

/** The events of a change: their group, and the id of the newest. */
export interface RecordedEvents {
    groupId: string;
    revision: number;
}

/** A change that an administrator can make. */
export interface Command<Input, Result> {
    (change: Change, input: Input): Promise<Result>;
    may?: PermissionCheck<Input>;
}

/**
 * Rejects actors that passed the route's access check, where the required permission depends on the input or on the current
 * state. It is separate from the command so that code that runs a command later, for another actor, repeats the same check.
 */
export type PermissionCheck<Input> = (
    change: Omit<Change, 'record' | 'permit' | 'onRevision' | 'part' | 'tx'> & { tx: Db },
    input: Input,
) => Promise<void> | void;

/** One command with its input and its permission check. A change of several commands consists of steps. */
export interface Step<Result = unknown> {
    /** Throws unless the actor may take this step; the check may depend on the results of earlier steps. */
    authorise(change: Change): Promise<void>;
    run(change: Change): Promise<Result>;
    /** The step changes a single flag or user, so it is short enough to share a transaction. */
    isShort?: boolean;
}

/** A step without further access checks than those of the route and of the command itself. */
export const stepOf = <Input, Result>(command: Command<Input, Result>, input: Input): Step<Result> => ({
    authorise: async (change) => command.may?.(change, input),
    run: (change) => command(change, input),
});

/** The step of a command that changes a single object. */
export const shortStepOf = <Input, Result>(command: Command<Input, Result>, input: Input): Step<Result> => ({
    ...stepOf(command, input),
    isShort: true,
});

export async function takeStep<Result>(change: Change, step: Step<Result>): Promise<Result> {
    await step.authorise(change);
    return step.run(change);
}

/** A change that has been made but not committed. */
export interface PendingChange {
    tx: Db;
    actor: AdminActor;
    step: Step;
    events: readonly NewEvent[];
    permit: Permit | undefined;
}

/**
 * Checks a change before it is committed, and throws if it is not allowed. It reads what it needs about the events while the
 * publications are being built, and decides afterwards. It runs for every change, so commands and routes cannot omit it.
 */
export type Guard = (change: PendingChange) => Promise<(publications: readonly Republished[]) => Promise<GuardResult>>;

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

/** The result of the guard that is recorded in the events of a permitted change. */
export type GuardResult = Pick<EventContext, 'bypass'>;

/** Runs one command, or takes one step, in one transaction, with its events and publications, and announces it. */
export interface Write {
    <Input, Result>(actor: AdminActor, command: Command<Input, Result>, input: Input): Promise<Result>;
    <Result>(actor: AdminActor, step: Step<Result>): Promise<Result>;
}

/** The result of a change before it is committed or rolled back. */
interface Outcome<Result> {
    result: Result;
    events: StoredEvent[];
    publications: Republished[];
}

/** Runs the command and appends its events; the owner of the transaction commits or rolls back. */
export type Run = <Result>(
    context: {
        tx: Tx;
        head: Promise<Head>;
        actor: AdminActor;
        guard?: (change: Omit<PendingChange, 'step'>) => ReturnType<Guard>;
    },
    work: (change: Change) => Promise<Result>,
) => Promise<Outcome<Result>>;

export function createRun({
    limits,
    secrets,
    clock,
}: {
    limits: ResourceLimits;
    secrets: SecretBox;
    clock: () => Date;
}): Run {
    return async ({ tx, head: headOfLog, actor, guard }, work) => {
        const moment = clock();
        const now = moment.toISOString();
        const recorded: NewEvent[] = [];
        const record = (event: NewEvent) => void recorded.push(event);
        let permitted: Permit | undefined;
        const permit = (granted: Permit) => {
            permitted = granted;
        };
        const revisionCallbacks: ((as: RecordedEvents) => Promise<void>)[] = [];
        const onRevision = (store: (as: RecordedEvents) => Promise<void>) => void revisionCallbacks.push(store);
        const result = await work({ tx, actor, now, limits, secrets, record, permit, onRevision });
        if (recorded.length === 0) return { result, events: [], publications: [] };
        const differing = recorded.filter((event) => !isUnchanged(event));
        const events = differing.length > 0 ? differing : recorded;
        // All remaining reads are sent together, and the resulting writes are sent together.
        const [head, tags, publications, judge] = await Promise.all([
            headOfLog,
            tagsOf(tx, events),
            changedPublications(tx, recorded),
            guard?.({ tx, actor, events: recorded, permit: permitted }),
        ]);
        refuseUnfitValues(publications);
        if (shouldYield()) await yieldToEventLoop();
        const verdict = await judge?.(publications);
        if (shouldYield()) await yieldToEventLoop();
        // The definition for SDKs differs although the event does not: without a revision SDKs would not be notified.
        if (differing.length === 0 && publications.length === 0) return { result, events: [], publications };
        const reason = permitted?.breakGlass?.reason ?? actor.reason;
        const circumstances = {
            ...(permitted && { groupType: permitted.groupType }),
            ...(reason !== undefined && { reason }),
            ...(permitted?.breakGlass && { bypass: true as const }),
            ...(actor.via && { via: actor.via }),
            ...verdict,
        };
        const [groupId, revision] = [groupIdAt(moment), head.revision + events.length];
        await appendPublications(tx, revision, publications);
        const stored = await appendEvents(tx, { head, actor, now, groupId, tags, circumstances }, events);
        for (const store of revisionCallbacks) await store({ groupId, revision });
        return { result, events: stored, publications };
    };
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
