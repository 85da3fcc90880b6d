import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';
import type { StoredMilestoneStrategy } from '../tables/releases.ts';

/** The objects that strategies of milestones refer to. Active milestones are included. */
export type MilestoneReference = 'strategy' | 'segment' | 'field' | 'type';

const selectUses = (db: Db, kind: MilestoneReference) =>
    db
        .selectFrom('release_milestone_references as reference')
        .innerJoin('release_milestones as milestone', 'milestone.id', 'reference.milestone_id')
        .innerJoin('release_plans as plan', 'plan.id', 'milestone.plan_id')
        .innerJoin('flags', 'flags.name', 'plan.flag')
        .where('reference.kind', '=', kind);

/** Lists the strategies of milestones that have not started which meet a condition, of the milestones with this reference. */
export async function listWaitingStrategies(
    db: Db,
    { kind, names }: { kind: MilestoneReference; names: readonly string[] },
    isUse: (strategy: StoredMilestoneStrategy) => boolean,
) {
    if (names.length === 0) return [];
    const rows = await selectUses(db, kind)
        .where('reference.name', 'in', names)
        .where(({ or, eb, ref }) =>
            or([eb('plan.active_milestone_id', 'is', null), eb('plan.active_milestone_id', '!=', ref('milestone.id'))]),
        )
        .select(['flags.project', 'flags.name as flag', 'plan.environment', 'milestone.id', 'milestone.strategies'])
        .orderBy('flags.name')
        .orderBy('plan.environment')
        .orderBy('milestone.sort_order')
        .execute();
    return rows.flatMap(({ strategies, project, flag, environment }) =>
        strategies.filter(isUse).map(({ id, name }) => ({
            id,
            projectId: project,
            featureName: flag,
            strategyName: name,
            environment,
        })),
    );
}

/** Lists some flags, including archived ones, with milestones that have this reference. */
export const listFlagsWithReference = (
    db: Db,
    { kind, name, outside, limit }: { kind: MilestoneReference; name: string; outside?: string; limit: number },
) =>
    selectUses(db, kind)
        .where('reference.name', '=', name)
        .$if(outside !== undefined, (query) => query.where('flags.project', '!=', outside!))
        .select(['flags.name', 'flags.project'])
        .groupBy(['flags.name', 'flags.project'])
        .orderBy('flags.name')
        .limit(limit)
        .execute();

/** The environments in which milestones of live flags use these segments. */
export const environmentsOfMilestoneSegments = prepared((db: Db, { ids }: { ids: readonly string[] }) =>
    selectUses(db, 'segment')
        .where('reference.name', 'in', ids)
        .where('flags.archived_at', 'is', null)
        .select(['reference.name as segment', 'flags.project', 'plan.environment'])
        .distinct(),
);

/** Returns a segment of the project that a milestone of the flag uses. */
export const findProjectSegmentOfMilestones = async (db: Db, flag: string, project: string) => {
    const rows = await selectUses(db, 'segment').where('plan.flag', '=', flag).select('reference.name').execute();
    const ids = rows.map(({ name }) => Number(name));
    if (ids.length === 0) return undefined;
    return db
        .selectFrom('segments')
        .select('name')
        .where('id', 'in', ids)
        .where('project', '=', project)
        .executeTakeFirst();
};

/** Returns one of these ids that belongs to a strategy of a milestone. */
export async function findIdOfMilestones(db: Db, ids: readonly string[]): Promise<string | undefined> {
    const row = await db
        .selectFrom('release_milestone_references')
        .select('name')
        .where('kind', '=', 'strategy')
        .where('name', 'in', ids)
        .executeTakeFirst();
    return row?.name;
}
