import type { DueWork } from '../../../changes/due-work/due-work.ts';
import type { AdminActor } from '../../../core/access/actor.ts';
import { chunked } from '../../../storage/chunked.ts';
import type { Db } from '../../../storage/database.ts';
import { inKnownProject } from '../../../storage/known-projects.ts';
import type { Release, Releases } from './release-overview.schemas.ts';

/** The kind of due work that starts milestones. */
const RELEASE_KIND = 'release-plan';

interface ReleasesInput {
    actor: AdminActor;
    project?: string | undefined;
    limit: number;
    offset: number;
}

/** Lists the release plans of all flags that the actor can see, with what happens next. Archived flags are not released. */
export async function listReleases(
    { db, dueWork }: { db: Db; dueWork: Pick<DueWork, 'list'> },
    { actor, project, limit, offset }: ReleasesInput,
): Promise<Releases> {
    const plans = db
        .selectFrom('release_plans')
        .innerJoin('flags', 'flags.name', 'release_plans.flag')
        .innerJoin('environments', 'environments.name', 'release_plans.environment')
        .innerJoin('flag_environments', (join) =>
            join
                .onRef('flag_environments.flag', '=', 'release_plans.flag')
                .onRef('flag_environments.environment', '=', 'release_plans.environment'),
        )
        .where('flags.archived_at', 'is', null)
        .where(inKnownProject(actor, 'flags.project'))
        .$if(project !== undefined, (query) => query.where('flags.project', '=', project!));
    const [rows, counted] = await Promise.all([
        plans
            .select([
                'release_plans.id',
                'release_plans.name',
                'release_plans.active_milestone_id as activeMilestoneId',
            ])
            .select(['flags.project', 'release_plans.flag as featureName', 'release_plans.environment'])
            .select(['environments.type as environmentType', 'flag_environments.enabled'])
            .orderBy('flags.project')
            .orderBy('release_plans.flag')
            .orderBy('environments.sort_order')
            .orderBy('release_plans.environment')
            .limit(limit)
            .offset(offset)
            .execute(),
        plans.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ]);
    const ids = rows.map(({ id }) => id);
    const projects = [...new Set(rows.map((row) => row.project))];
    const [milestones, due] = await Promise.all([
        milestonesOf(db, ids),
        Promise.all(projects.map((each) => dueWork.list({ project: each }))),
    ]);
    const steps = due.flat().filter(({ kind }) => kind === RELEASE_KIND);
    const releases = rows.map(({ id, name, activeMilestoneId, ...row }): Release => {
        const step = steps.find(
            ({ environment, features }) => environment === row.environment && features.includes(row.featureName),
        );
        return {
            ...row,
            plan: { id, name, activeMilestoneId, milestones: milestones.get(id) ?? [] },
            next: step ? { dueAt: step.at, ...(step.reason !== undefined && { reason: step.reason }) } : null,
        };
    });
    return { releases, total: Number(counted.total) };
}

async function milestonesOf(db: Db, plans: readonly string[]): Promise<Map<string, Release['plan']['milestones']>> {
    const found = new Map<string, Release['plan']['milestones']>();
    for (const ids of chunked(plans)) {
        const rows = await db
            .selectFrom('release_milestones')
            .select(['id', 'plan_id', 'name', 'sort_order', 'started_at', 'paused_at', 'condition'])
            .where('plan_id', 'in', ids)
            .orderBy('sort_order')
            .orderBy('id')
            .execute();
        for (const { plan_id, sort_order, started_at, paused_at, condition, ...milestone } of rows) {
            const list = found.get(plan_id) ?? [];
            list.push({
                ...milestone,
                sortOrder: sort_order,
                startedAt: started_at,
                pausedAt: paused_at,
                transitionCondition: condition,
            });
            found.set(plan_id, list);
        }
    }
    return found;
}
