import type { AdminActor } from '../core/access/actor.ts';
import { shouldYield, yieldToEventLoop } from '../core/concurrency/yielding.ts';
import type { NewEvent } from '../core/events/event-types.ts';
import type { ResourceLimits } from '../core/settings/resource-limits.ts';
import { appendPublications, changedPublications, type Republished } from '../publications/publish.ts';
import { refuseUnfitValues } from '../publications/typed-values.ts';
import type { Head, Tx } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import type { Change, RecordedEvents } from './change.ts';
import type { ContentCheck } from './content-check.ts';
import { appendEvents, isUnchanged, type StoredEvent, tagsOf } from './event-log.ts';
import { groupIdAt } from './group-id.ts';
import type { Guard, PendingChange } from './guard.ts';
import type { Permit } from './permit.ts';

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
    checkContent,
}: {
    limits: ResourceLimits;
    secrets: SecretBox;
    clock: () => Date;
    checkContent?: ContentCheck;
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
        const [head, tags, publications, checkPublications, checkRules] = await Promise.all([
            headOfLog,
            tagsOf(tx, events),
            changedPublications(tx, recorded),
            guard?.({ tx, actor, events: recorded, permit: permitted }),
            checkContent?.({ tx, events: recorded }),
        ]);
        refuseUnfitValues(publications);
        await checkRules?.(publications);
        if (shouldYield()) await yieldToEventLoop();
        const ofGuard = await checkPublications?.(publications);
        if (shouldYield()) await yieldToEventLoop();
        // The definition for SDKs differs although the event does not: without a revision SDKs would not be notified.
        if (differing.length === 0 && publications.length === 0) return { result, events: [], publications };
        const reason = permitted?.breakGlass?.reason ?? actor.reason;
        const context = {
            ...(permitted?.groupType && { groupType: permitted.groupType }),
            ...(reason !== undefined && { reason }),
            ...(permitted?.breakGlass && { bypass: true as const }),
            ...(actor.via && { via: actor.via }),
            ...ofGuard,
        };
        const [groupId, revision] = [groupIdAt(moment), head.revision + events.length];
        await appendPublications(tx, revision, publications);
        const stored = await appendEvents(tx, { head, actor, now, groupId, tags, context }, events);
        for (const store of revisionCallbacks) await store({ groupId, revision });
        return { result, events: stored, publications };
    };
}
