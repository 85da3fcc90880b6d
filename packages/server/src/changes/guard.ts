import type { AdminActor } from '../core/actor.ts';
import type { NewEvent } from '../core/event-types.ts';
import type { Republished } from '../publications/publish.ts';
import type { Db } from '../storage/database.ts';
import type { Circumstances } from './event-log.ts';
import type { Step } from './write.ts';

/** Where approvals may be needed. */
export interface Place {
    project: string;
    environment: string;
}

/** Lets a change reach protected places because others agreed to exactly it. */
export interface Permit {
    covers(place: Place): boolean;
    groupType: 'change-request';
    /** Nobody agreed yet: it could not wait. */
    breakGlass?: { reason: string };
}

/** A change that has been made and is not yet kept. */
export interface Made {
    tx: Db;
    actor: AdminActor;
    step: Step;
    events: readonly NewEvent[];
    permit: Permit | undefined;
}

/**
 * Looks at what a change is about to commit, and throws unless it may. It asks what it needs to know of the events while
 * the publications are being built, and decides once they are there. Commands and routes know nothing of it, so none can
 * forget it.
 */
export type Guard = (made: Made) => Promise<(publications: readonly Republished[]) => Promise<Passed>>;

/** What the events of a change that may be kept say of how it passed. */
export type Passed = Pick<Circumstances, 'bypass'>;
