import { horizonOf } from '../../../changes/archive/horizon.ts';
import { knownAt } from '../../../changes/past/known-at.ts';
import type { ProposedStep } from '../../../changes/proposable.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { invalid, notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { type CurrentFlag, currentFlags, type FlagState, statesAt } from '../../flags/reconcile/flag-state.ts';
import type { FlagTarget } from '../../flags/reconcile/flag-steps.ts';
import { withoutChange } from './merge.ts';
import { segmentsWithout } from './segment-steps.ts';
import { unpublishedChanges } from './unpublished-changes.ts';

interface RevertedChange {
    flags: FlagTarget[];
    segments: ProposedStep[];
    /** The revision before the change. */
    before: number;
}

/** Returns the effect of an event's change in a project, and the state without it. */
export async function changeOf(
    db: Db,
    { actor, project, event }: { actor: AdminActor; project: string; event: number },
): Promise<RevertedChange> {
    const horizon = await horizonOf(db);
    if (event <= horizon.revision) {
        throw invalid(
            `Event ${event} is too old to be reverted: the history starts at revision ${horizon.revision} (${horizon.at}).`,
            '/body/event',
        );
    }
    const range = await rangeOf(db, event, horizon.revision);
    if (!range) throw notFound(`event ${event} in project ${project}`);
    const { first, last } = range;
    const published = await db
        .selectFrom('publications')
        .select(['environment', 'kind', 'name', 'project'])
        .where('revision', '=', last)
        .execute();
    const known = await knownAt(db, actor, last);
    const own = published.filter(({ kind, name, project: place }) =>
        kind === 'segment'
            ? (place === null || place === project) && known.segment({ id: Number(name), project: place })
            : place === project && known.flag({ name, project }),
    );
    const names = [...new Set(own.filter(({ kind }) => kind !== 'segment').map(({ name }) => name))];
    const environments = [...new Set(own.filter(({ kind }) => kind !== 'segment').map((row) => row.environment))];
    const ids = own.filter(({ kind }) => kind === 'segment').map(({ name }) => Number(name));
    const unpublished = await unpublishedChanges(db, { project, first, last });
    const now = await currentFlags(db, [...new Set([...names, ...unpublished.keys()])]);
    const isLive = (flag: CurrentFlag | undefined) => flag?.project === project && !flag.isArchived;
    const touched = [...new Set([...names, ...[...unpublished.keys()].filter((name) => isLive(now.get(name)))])];
    if (touched.length === 0 && ids.length === 0) {
        const other = await db
            .selectFrom('events')
            .select('id')
            .where('id', '>=', first)
            .where('id', '<=', last)
            .where('project', '=', project)
            .executeTakeFirst();
        // Events of other projects must not be revealed.
        if (!other) throw notFound(`event ${event} in project ${project}`);
        throw invalid(
            `Event ${event} changed nothing that can be reverted: only the settings of flags and the definitions of flags and segments can.`,
            '/body/event',
        );
    }
    const before = await statesAt(db, { names, environments, revision: first - 1 });
    const after = await statesAt(db, { names, environments, revision: last });
    const stateOf = (states: ReadonlyMap<string, FlagState>, name: string, side: 'before' | 'after') => {
        // A flag without publications differs in unpublished members only.
        const state = names.includes(name) ? states.get(name) : now.get(name);
        return state && { ...state, settings: { ...state.settings, ...unpublished.get(name)?.[side] } };
    };
    return {
        flags: touched.map((name) => {
            const versions = {
                name,
                before: stateOf(before, name, 'before'),
                after: stateOf(after, name, 'after'),
                now: now.get(name),
            };
            return { name, now: now.get(name), target: withoutChange(versions) };
        }),
        segments: await segmentsWithout(db, { ids, before: first - 1, after: last }),
        before: first - 1,
    };
}

/** Returns the first and the last event of the change. The events of a change are consecutive. */
async function rangeOf(db: Db, event: number, horizon: number): Promise<{ first: number; last: number } | undefined> {
    const row = await db.selectFrom('events').select('group_id').where('id', '=', event).executeTakeFirst();
    if (!row) return undefined;
    const edge = async (direction: 'asc' | 'desc') => {
        const other = await db
            .selectFrom('events')
            .select('id')
            .where('id', direction === 'asc' ? '>' : '<', event)
            .where('group_id', '!=', row.group_id)
            .orderBy('id', direction)
            .limit(1)
            .executeTakeFirst();
        return other?.id;
    };
    const head = await db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow();
    return {
        first: Math.max((await edge('desc')) ?? 0, horizon) + 1,
        last: ((await edge('asc')) ?? head.revision + 1) - 1,
    };
}
