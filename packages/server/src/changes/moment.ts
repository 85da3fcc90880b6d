import { invalid } from '../core/errors/errors.ts';
import type { Db } from '../storage/database.ts';
import { type Horizon, horizonOf } from './archive/horizon.ts';

/** A point in time with its revision. */
export interface Moment {
    /** The newest revision at that time. */
    revision: number;
    /** The time in API format, which applications use as the current time. */
    at: string;
}

interface MomentInput {
    /** A revision in digits, or an ISO 8601 instant with its zone. */
    text: string;
    now: Date;
    /** The location in the request, e.g. `/query/asOf`. */
    path: string;
}

const WHAT_TO_SEND =
    'Send a revision (the id of an event), or an instant with its zone such as 2026-03-14T09:30:00Z or 2026-03-14T10:30:00+01:00.';

/** Resolves the point in time that a caller requested. Decision 66 defines the rules. */
export async function findMoment(db: Db, { text, now, path }: MomentInput): Promise<Moment> {
    if (/^\d+$/.test(text)) return atRevision(db, text, path);
    const at = readInstant(text, path);
    if (at > now.toISOString()) {
        throw invalid(`${text} has not come yet. It is ${now.toISOString()} here; send a moment up to now.`, path);
    }
    const [newest, horizon] = await Promise.all([
        db
            .selectFrom('events')
            .select('id')
            .where('created_at', '<=', at)
            .orderBy('created_at', 'desc')
            .orderBy('id', 'desc')
            .limit(1)
            .executeTakeFirst(),
        horizonOf(db),
    ]);
    if (at < horizon.at) throw beforeHorizon(text, horizon, path);
    if (!newest && horizon.revision === 0) throw await beforeFirstRevision(db, text, path);
    // The newest event at that time may be in an archive.
    return { revision: Math.max(newest?.id ?? 0, horizon.revision), at };
}

async function atRevision(db: Db, digits: string, path: string): Promise<Moment> {
    const head = await db.selectFrom('event_head').select('revision').executeTakeFirstOrThrow();
    // Compared as numbers: a number with too many digits is too large.
    if (Number(digits) > head.revision) {
        throw invalid(`There is no revision ${digits} yet. The newest is ${head.revision}.`, path);
    }
    const horizon = await horizonOf(db);
    if (Number(digits) < horizon.revision) throw beforeHorizon(`Revision ${digits}`, horizon, path);
    const revision = Math.max(await endOfChange(db, Number(digits)), horizon.revision);
    if (revision === horizon.revision && revision > 0) return horizon;
    const event = await db.selectFrom('events').select('created_at').where('id', '=', revision).executeTakeFirst();
    if (!event) throw await beforeFirstRevision(db, `Revision ${digits}`, path);
    return { revision, at: event.created_at };
}

/**
 * The events of one change take effect together, with the last of them: at a revision within a change, the state before it
 * applies.
 */
async function endOfChange(db: Db, revision: number): Promise<number> {
    const [event, next] = await db
        .selectFrom('events')
        .select('group_id')
        .where('id', 'in', [revision, revision + 1])
        .orderBy('id')
        .execute();
    if (!event || event.group_id !== next?.group_id) return revision;
    const before = await db
        .selectFrom('events')
        .select('id')
        .where('id', '<', revision)
        .where('group_id', '!=', event.group_id)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
    return before?.id ?? 0;
}

const beforeHorizon = (text: string, { revision, at }: Horizon, path: string) =>
    invalid(
        `${text} is no longer kept. The past begins at revision ${revision} (${at}); events before it are in the archive, if one was written.`,
        path,
    );

async function beforeFirstRevision(db: Db, text: string, path: string) {
    const first = await db.selectFrom('events').select(['id', 'created_at']).orderBy('id').limit(1).executeTakeFirst();
    const since = first ? `The first change was made at ${first.created_at}` : 'Nothing has changed yet';
    return invalid(`${text} is before the first change here. ${since}.`, path);
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+\- ]\d{2}:?\d{2})?$/;

function readInstant(text: string, path: string): string {
    const [, day, time, zone] = INSTANT.exec(text) ?? [];
    if (day === undefined) throw invalid(`\`${text.slice(0, 100)}\` is not a moment. ${WHAT_TO_SEND}`, path);
    if (zone === undefined) {
        throw invalid(`${text} says no zone, so it could be any of many instants. ${WHAT_TO_SEND}`, path);
    }
    // An unescaped plus in a URL arrives as a space; a space has no other meaning here.
    const offset = zone.replace(' ', '+').replace(/(\d{2}):?(\d{2})$/, '$1:$2');
    const instant = new Date(`${day}T${time}${offset}`);
    // Some months are shorter: 31 February would become another day.
    if (Number.isNaN(instant.getTime()) || !new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)) {
        throw invalid(`${text} is on no calendar. ${WHAT_TO_SEND}`, path);
    }
    return instant.toISOString();
}
