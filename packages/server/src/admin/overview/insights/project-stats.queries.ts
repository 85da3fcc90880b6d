import type { Db } from '../../../storage/database.ts';
import type { ProjectFlags } from '../../flags/flag-index/indexed-flags.ts';
import { averageDays } from '../../flags/flag-index/time-to-production.queries.ts';
import { timesToProductionOf } from './project-figures.ts';
import { countMembers } from './project-members.queries.ts';
import type { ProjectStats } from './project-stats.schemas.ts';

const WINDOW_DAYS = 30;

/** `now` minus a number of days, in wire format. */
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

/** Excludes `from` and includes `to`. */
interface Window {
    from: string;
    to: string;
}

/** The last 30 days, and the 30 days before those. */
const windowsAt = (now: Date): { current: Window; past: Window } => {
    const from = daysBefore(now, WINDOW_DAYS);
    return { current: { from, to: now.toISOString() }, past: { from: daysBefore(now, 2 * WINDOW_DAYS), to: from } };
};

/** Activity of a project that cannot be derived from its flags. */
export interface Activity {
    events: number;
    eventsBefore: number;
    membersAdded: number;
}

export async function readActivity(db: Db, project: string, now: Date, upTo: number): Promise<Activity> {
    const { current, past } = windowsAt(now);
    const [events, eventsBefore, membersAdded] = await Promise.all([
        countEvents(db, project, current, upTo),
        countEvents(db, project, past, upTo),
        countMembers(db, project, current.from),
    ]);
    return { events, eventsBefore, membersAdded };
}

async function countEvents(db: Db, project: string, { from, to }: Window, upTo: number): Promise<number> {
    const row = await db
        .selectFrom('events')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project', '=', project)
        .where('created_at', '>', from)
        .where('created_at', '<=', to)
        .where('id', '<=', upTo)
        .executeTakeFirstOrThrow();
    return row.count;
}

/** Returns the activity of a project in the last 30 days and in the 30 days before. */
export function projectStats(flags: ProjectFlags, activity: Activity, now: Date): ProjectStats {
    const { current, past } = windowsAt(now);
    const isIn = (time: string | null, { from, to }: Window) => Number(time !== null && time > from && time <= to);
    const stats = { created: 0, createdBefore: 0, archived: 0, archivedBefore: 0 };
    for (const {
        row: {
            overview: { createdAt, archivedAt },
        },
    } of flags.all) {
        stats.created += isIn(createdAt, current);
        stats.createdBefore += isIn(createdAt, past);
        stats.archived += isIn(archivedAt, current);
        stats.archivedBefore += isIn(archivedAt, past);
    }
    return {
        avgTimeToProdCurrentWindow: averageDays(timesToProductionOf(flags)),
        createdCurrentWindow: stats.created,
        createdPastWindow: stats.createdBefore,
        archivedCurrentWindow: stats.archived,
        archivedPastWindow: stats.archivedBefore,
        projectActivityCurrentWindow: activity.events,
        projectActivityPastWindow: activity.eventsBefore,
        projectMembersAddedCurrentWindow: activity.membersAdded,
    };
}
