import type { AdminActor } from '../../../core/access/actor.ts';
import { notFound } from '../../../core/errors/errors.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import { findKnownApplication } from './application.queries.ts';
import { chartTimes } from './usage.queries.ts';

interface Period {
    now: Date;
    hoursBack: number;
}

/** Returns the evaluations of each application per hour or day. */
export async function listUsageOfApplications(db: Db, actor: AdminActor, period: Period) {
    const { times, series } = await evaluationsBy('app', db, actor, period);
    return { times, applications: series.map(([appName, evaluations]) => ({ appName, evaluations })) };
}

/** Returns the evaluations of an application in each environment per hour or day. */
export async function getApplicationUsage(db: Db, actor: AdminActor, app: string, period: Period) {
    if (!(await findKnownApplication(db, actor, app))) throw notFound(`application ${app}`);
    const { times, series } = await evaluationsBy('environment', db, actor, { ...period, app });
    return { times, environments: series.map(([name, evaluations]) => ({ name, evaluations })) };
}

async function evaluationsBy(
    column: 'app' | 'environment',
    db: Db,
    actor: AdminActor,
    { now, hoursBack, app }: Period & { app?: string },
) {
    const { period, first, times } = chartTimes(now, hoursBack);
    const rows = await db
        .selectFrom('app_usage')
        .select((row) => [row.ref(column).as('name'), 'since', row.fn.sum<number>('evaluations').as('evaluations')])
        .where('period', '=', period)
        .where('since', '>=', first)
        .$if(app !== undefined, (query) => query.where('app', '=', app!))
        .where(inKnownProject(actor, 'app_usage.project'))
        .groupBy(['since', column])
        .orderBy(column)
        .execute();
    const index = new Map(times.map((time, position) => [time, position]));
    const series = new Map<string, number[]>();
    for (const { name, since, evaluations } of rows) {
        const position = index.get(since);
        if (position === undefined) continue;
        const counts = series.get(name) ?? times.map(() => 0);
        counts[position] = evaluations;
        series.set(name, counts);
    }
    return { times, series: [...series] };
}
