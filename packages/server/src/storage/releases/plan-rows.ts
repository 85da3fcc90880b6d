import type { Selectable } from 'kysely';
import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';
import type { ReleaseTables } from '../tables/releases.ts';

export type PlanRow = Selectable<ReleaseTables['release_plans']>;
export type MilestoneRow = Selectable<ReleaseTables['release_milestones']>;

type FlagNames = { names: readonly string[] };

/** The plans of these flags, in all environments. */
export const planRows = prepared((db: Db, { names }: FlagNames) =>
    db.selectFrom('release_plans').selectAll().where('flag', 'in', names).orderBy('number'),
);

/** The milestones of all plans of these flags, in order. */
export const milestoneRows = prepared((db: Db, { names }: FlagNames) =>
    db
        .selectFrom('release_milestones')
        .innerJoin('release_plans', 'release_plans.id', 'release_milestones.plan_id')
        .selectAll('release_milestones')
        .where('release_plans.flag', 'in', names)
        .orderBy('release_milestones.sort_order')
        .orderBy('release_milestones.id'),
);

/** The name and the position of the active milestones of these flags. */
export const activeMilestones = prepared((db: Db, { names }: FlagNames) =>
    db
        .selectFrom('release_plans')
        .innerJoin('release_milestones', 'release_milestones.id', 'release_plans.active_milestone_id')
        .select(({ selectFrom }) => [
            'release_plans.flag',
            'release_plans.environment',
            'release_milestones.name',
            'release_milestones.sort_order',
            selectFrom('release_milestones as milestone')
                .whereRef('milestone.plan_id', '=', 'release_plans.id')
                .select(({ fn }) => fn.countAll<number>().as('count'))
                .as('total'),
        ])
        .where('release_plans.flag', 'in', names),
);
