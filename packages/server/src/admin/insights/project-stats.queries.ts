import type { Db } from '../../storage/database.ts';
import { countMembers } from './project-members.queries.ts';
import { averageDays, type TimeToProduction, timesToProduction } from './time-to-production.queries.ts';

const WINDOW_DAYS = 30;

/** `now` minus a number of days, in wire format. */
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();

/** What happened in a project in the last 30 days, and in the 30 days before those. Give `times` if you have them. */
export async function projectStats(db: Db, project: string, now: Date, times?: readonly TimeToProduction[]) {
    const current: Window = { from: daysBefore(now, WINDOW_DAYS), to: now.toISOString() };
    const past: Window = { from: daysBefore(now, 2 * WINDOW_DAYS), to: current.from };
    const [timesToProd, created, createdBefore, archived, archivedBefore, activity, activityBefore, membersAdded] =
        await Promise.all([
            times ?? timesToProduction(db, project),
            countFlagsBy(db, project, 'created_at', current),
            countFlagsBy(db, project, 'created_at', past),
            countFlagsBy(db, project, 'archived_at', current),
            countFlagsBy(db, project, 'archived_at', past),
            countEvents(db, project, current),
            countEvents(db, project, past),
            countMembers(db, project, current.from),
        ]);
    return {
        avgTimeToProdCurrentWindow: averageDays(timesToProd),
        createdCurrentWindow: created,
        createdPastWindow: createdBefore,
        archivedCurrentWindow: archived,
        archivedPastWindow: archivedBefore,
        projectActivityCurrentWindow: activity,
        projectActivityPastWindow: activityBefore,
        projectMembersAddedCurrentWindow: membersAdded,
    };
}

/** From its beginning up to and including its end. */
interface Window {
    from: string;
    to: string;
}

async function countFlagsBy(db: Db, project: string, moment: 'created_at' | 'archived_at', { from, to }: Window) {
    const row = await db
        .selectFrom('flags')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project', '=', project)
        .where(moment, '>', from)
        .where(moment, '<=', to)
        .executeTakeFirstOrThrow();
    return row.count;
}

async function countEvents(db: Db, project: string, { from, to }: Window) {
    const row = await db
        .selectFrom('events')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('project', '=', project)
        .where('created_at', '>', from)
        .where('created_at', '<=', to)
        .executeTakeFirstOrThrow();
    return row.count;
}
