import type { InterestContent } from '../../../core/assignments/interest-content.ts';
import type { Db } from '../../../storage/database.ts';

/** Something that needs to know which units met a flag in an environment. */
export interface AssignmentInterest extends InterestContent {
    id: string;
    flag: string;
    project: string;
    environment: string;
    /** Milliseconds since 1970. */
    startedAt: number;
    endedAt: number | null;
}

const selectInterests = (db: Db) =>
    db
        .selectFrom('assignment_interests')
        .innerJoin('flags', 'flags.name', 'assignment_interests.flag')
        .selectAll('assignment_interests')
        .select('flags.project');

type Row = Awaited<ReturnType<ReturnType<typeof selectInterests>['executeTakeFirstOrThrow']>>;

const toInterest = ({ id, flag, project, environment, content, started_at, ended_at }: Row): AssignmentInterest => ({
    ...{ id, flag, project, environment },
    // Written by `startInterest`.
    ...(content as InterestContent),
    startedAt: Date.parse(started_at),
    endedAt: ended_at === null ? null : Date.parse(ended_at),
});

/** Late reports of a unit are accepted for this long after the end. */
const LATE_MS = 3_600_000;

/** Returns the interests for which signals are recorded. Nobody is enrolled in an archived flag. */
export async function listActiveInterests(db: Db, now: Date): Promise<AssignmentInterest[]> {
    const ended = new Date(now.getTime() - LATE_MS).toISOString();
    const rows = await selectInterests(db)
        .where('flags.archived_at', 'is', null)
        .where(({ or, eb }) =>
            or([eb('assignment_interests.ended_at', 'is', null), eb('assignment_interests.ended_at', '>', ended)]),
        )
        .orderBy('assignment_interests.id')
        .execute();
    return rows.map(toInterest);
}

export async function findInterests(db: Db, ids: readonly string[]): Promise<Map<string, AssignmentInterest>> {
    const rows = await selectInterests(db).where('assignment_interests.id', 'in', ids).execute();
    return new Map(rows.map((row) => [row.id, toInterest(row)]));
}
