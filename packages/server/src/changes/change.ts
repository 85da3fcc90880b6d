import type { AdminActor } from '../core/access/actor.ts';
import type { NewEvent } from '../core/events/event-types.ts';
import type { ResourceLimits } from '../core/settings/resource-limits.ts';
import type { Db, Tx } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import type { Permit } from './permit.ts';

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
    /**
     * Changes one of several independent items, or proposes its change if it needs approval (`independent-items.ts`). `steps` are the steps
     * that the item consists of, if it consists of steps.
     */
    changeItem?: (run: (record: Change['record']) => Promise<unknown>, steps: readonly Step[]) => Promise<void>;
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
    change: Omit<Change, 'record' | 'permit' | 'onRevision' | 'changeItem' | 'tx'> & { tx: Db },
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
