import { randomUUID } from 'node:crypto';
import type { AdminActor } from '../core/actor.ts';
import type { NewEvent } from '../core/event-types.ts';
import type { ResourceLimits } from '../core/resource-limits.ts';
import { publish } from '../publications/publish.ts';
import type { Database, Tx } from '../storage/database.ts';
import type { SecretBox } from '../storage/secret-box.ts';
import { appendEvents, saysNothing } from './event-log.ts';

/** What a command works with. Everything it does through `tx` and `record` happens together or not at all. */
export interface Change {
    tx: Tx;
    actor: AdminActor;
    /** When the change happens, in wire format; commands never look at the clock. */
    now: string;
    limits: ResourceLimits;
    /** Seals what must not be readable in the database. */
    secrets: SecretBox;
    record(event: NewEvent): void;
}

/** One thing an administrator can change. */
export type Command<Input, Result> = (change: Change, input: Input) => Promise<Result>;

/** Runs one command in one transaction, with its events and publications, and announces it. */
export type Write = <Input, Result>(
    actor: AdminActor,
    command: Command<Input, Result>,
    input: Input,
) => Promise<Result>;

export function createWrite(
    database: Database,
    {
        limits,
        secrets,
        clock,
        announce,
    }: { limits: ResourceLimits; secrets: SecretBox; clock: () => Date; announce: () => Promise<void> },
): Write {
    return async (actor, command, input) => {
        const { result, changed } = await database.exclusive(async (tx, head) => {
            const now = clock().toISOString();
            const recorded: NewEvent[] = [];
            const result = await command(
                {
                    tx,
                    actor,
                    now,
                    limits,
                    secrets,
                    record: (event) => void recorded.push(event),
                },
                input,
            );
            if (recorded.length === 0) return { result, changed: false };

            const telling = recorded.filter((event) => !saysNothing(event));
            const events = telling.length > 0 ? telling : recorded;
            const revision = head.revision + events.length;
            const published = await publish(tx, revision, recorded);
            // What SDKs see of it is different, whatever the event says: without a revision nobody would learn of it.
            if (telling.length === 0 && published === 0) return { result, changed: false };
            await appendEvents(tx, { head, actor, now, groupId: randomUUID() }, events);
            await database.notify(tx, revision);
            return { result, changed: true };
        });
        // The answer waits for this node's snapshots: who asks this node next sees what was just written.
        if (changed) await announce();
        return result;
    };
}
