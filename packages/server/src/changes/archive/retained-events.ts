import { yieldToEventLoop } from '../../core/concurrency/yielding.ts';
import { EVENT_TYPE_NAMES, EVENT_TYPES } from '../../core/events/event-types.ts';
import { chunked } from '../../storage/chunked.ts';
import type { Db } from '../../storage/database.ts';
import { flagEventIdsOf } from '../flag-event-ids.ts';

const OF_CHANGE_REQUESTS = EVENT_TYPE_NAMES.filter((type) => EVENT_TYPES[type].about === 'changeRequest');
const OF_LINKS = ['feature-link-added', 'feature-link-updated', 'feature-link-removed'] as const;

/**
 * The archived events that stay in the database because current queries need them: all change request events, which are evidence;
 * for each flag, the events that record its creator, its state at the checkpoint, and when it first reached an environment; for
 * each project, the last event. Their number depends on the number of flags and requests, not on the length of the log.
 */
export async function retainedEvents(db: Db, checkpoint: number): Promise<Set<number>> {
    const retained = new Set<number>();
    const retain = (rows: readonly { id: number | null }[]) => {
        for (const { id } of rows) if (id !== null) retained.add(id);
    };
    const applied = db.selectFrom('change_requests').select('applied_in').where('applied_in', 'is not', null);
    retain(
        await db
            .selectFrom('events')
            .select('id')
            .where('id', '<=', checkpoint)
            .where(({ or, eb }) =>
                or([
                    eb('type', 'in', OF_CHANGE_REQUESTS),
                    eb('group_type', '=', 'change-request'),
                    eb('group_id', 'in', applied),
                ]),
            )
            .execute(),
    );
    for (const { id: project } of await db.selectFrom('projects').select('id').execute()) {
        retain(
            await db
                .selectFrom('events')
                .select('id')
                .where('project', '=', project)
                .where('id', '<=', checkpoint)
                .orderBy('id', 'desc')
                .limit(1)
                .execute(),
        );
    }
    for (const names of chunked(await flagsSince(db, checkpoint))) {
        retain(await flagEventIds(db, names, checkpoint));
        await yieldToEventLoop();
    }
    return retained;
}

/** The current flags, and those that still existed after the checkpoint. */
async function flagsSince(db: Db, checkpoint: number): Promise<string[]> {
    const [existing, deleted] = await Promise.all([
        db.selectFrom('flags').select('name').execute(),
        db
            .selectFrom('events')
            .select('feature_name as name')
            .where('type', '=', 'feature-deleted')
            .where('id', '>', checkpoint)
            .execute(),
    ]);
    return [...new Set([...existing, ...deleted].map(({ name }) => name).filter((name) => name !== null))];
}

async function flagEventIds(db: Db, names: string[], checkpoint: number): Promise<{ id: number | null }[]> {
    const ofFlags = db.selectFrom('events').where('feature_name', 'in', names).where('id', '<=', checkpoint);
    const [last, links, turnedOn] = await Promise.all([
        flagEventIdsOf(db, names, checkpoint),
        ofFlags.select('id').where('type', 'in', OF_LINKS).execute(),
        ofFlags
            .innerJoin('flags', 'flags.name', 'events.feature_name')
            .select(({ fn }) => fn.min('events.id').as('id'))
            .where('events.type', '=', 'feature-environment-enabled')
            // A deleted flag may have had the same name.
            .whereRef('events.created_at', '>=', 'flags.created_at')
            .groupBy(['events.feature_name', 'events.environment'])
            .execute(),
    ]);
    const ids = last.flatMap(({ newest, created, described }) => [newest, created, described]);
    return [...ids.map((id) => ({ id })), ...links, ...turnedOn];
}
