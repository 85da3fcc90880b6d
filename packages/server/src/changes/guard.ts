import type { AdminActor } from '../core/access/actor.ts';
import type { NewEvent } from '../core/events/event-types.ts';
import type { Republished } from '../publications/publish.ts';
import type { Db } from '../storage/database.ts';
import type { Step } from './change.ts';
import type { EventContext } from './event-log.ts';
import type { Permit } from './permit.ts';

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

/** The result of the guard that is recorded in the events of a permitted change. */
export type GuardResult = Pick<EventContext, 'bypass'>;
