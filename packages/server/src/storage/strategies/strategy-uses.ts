import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';
import {
    findProjectSegmentOfMilestones,
    listFlagsWithReference,
    listWaitingStrategies,
} from '../releases/milestone-uses.ts';

/** A strategy that uses a resource, with its location. */
export interface StrategyUse {
    id: string;
    projectId: string;
    featureName: string;
    strategyName: string;
    environment: string;
}

/** A user of a resource: a flag, a segment, or the defaults of a project. */
export interface ResourceUser {
    name: string;
    project: string | null;
}

/** The maximum number of users to read: enough to detect users and to name some of them. */
const ENOUGH_USERS = 20;

/** Lists the strategies that use a segment, including those of archived flags and of milestones that have not started. */
export const listSegmentUses = async (db: Db, id: number): Promise<StrategyUse[]> => [
    ...(await selectUses(db)
        .innerJoin('strategy_segments', 'strategy_segments.strategy_id', 'strategies.id')
        .where('strategy_segments.segment_id', '=', id)
        .execute()),
    ...(await listWaitingStrategies(db, { kind: 'segment', names: [String(id)] }, ({ segments }) =>
        segments.includes(id),
    )),
];

/** Lists the strategies that use a context field, including those of archived flags and of milestones that have not started. */
export async function listContextFieldUses(db: Db, field: string): Promise<StrategyUse[]> {
    const segments = await db
        .selectFrom('segment_context_fields')
        .select('segment_id')
        .where('field', '=', field)
        .execute();
    const ids = segments.map(({ segment_id }) => segment_id);
    return [
        ...(await listServedFieldUses(db, field)),
        ...(await listWaitingStrategies(db, { kind: 'field', names: [field] }, ({ constraints }) =>
            constraints.some(({ contextName }) => contextName === field),
        )),
        ...(await listWaitingStrategies(db, { kind: 'segment', names: ids.map(String) }, (strategy) =>
            strategy.segments.some((id) => ids.includes(id)),
        )),
    ];
}

const listServedFieldUses = (db: Db, field: string): Promise<StrategyUse[]> =>
    selectUses(db)
        .where(({ or, eb, selectFrom }) =>
            or([
                eb(
                    'strategies.id',
                    'in',
                    selectFrom('strategy_context_fields').select('strategy_id').where('field', '=', field),
                ),
                eb(
                    'strategies.id',
                    'in',
                    selectFrom('strategy_segments')
                        .innerJoin(
                            'segment_context_fields',
                            'segment_context_fields.segment_id',
                            'strategy_segments.segment_id',
                        )
                        .select('strategy_segments.strategy_id')
                        .where('segment_context_fields.field', '=', field),
                ),
            ]),
        )
        .execute();

/** Lists some flags outside of a project, including archived ones, that use a segment. */
export const listFlagsWithSegment = async (db: Db, id: number, outside: string): Promise<ResourceUser[]> => [
    ...(await selectUsers(db)
        .innerJoin('strategy_segments', 'strategy_segments.strategy_id', 'strategies.id')
        .where('strategy_segments.segment_id', '=', id)
        .where('flags.project', '!=', outside)
        .execute()),
    ...(await listFlagsWithReference(db, { kind: 'segment', name: String(id), outside, limit: ENOUGH_USERS })),
];

/** Lists some flags, including archived ones, with a strategy of this type. */
export const listFlagsWithType = async (db: Db, type: string): Promise<ResourceUser[]> => [
    ...(await selectUsers(db).where('strategies.name', '=', type).execute()),
    ...(await listFlagsWithReference(db, { kind: 'type', name: type, limit: ENOUGH_USERS })),
];

/** Lists some flags whose own constraints use a field. Uses through a segment are found through the segment. */
export const listFlagsWithField = async (db: Db, field: string): Promise<ResourceUser[]> => [
    ...(await listFlagsServingField(db, field)),
    ...(await listFlagsWithReference(db, { kind: 'field', name: field, limit: ENOUGH_USERS })),
];

const listFlagsServingField = (db: Db, field: string): Promise<ResourceUser[]> =>
    db
        .selectFrom('flags')
        .select(['name', 'project'])
        .where('name', 'in', ({ selectFrom }) =>
            selectFrom('strategy_context_fields')
                .select('flag')
                .distinct()
                .where('field', '=', field)
                .orderBy('flag')
                .limit(ENOUGH_USERS),
        )
        .orderBy('name')
        .execute();

/** The names of all flags, including archived ones, that use one of these segments. */
export const listFlagsWithSegments = (db: Db, ids: readonly number[]) =>
    db
        .selectFrom('strategy_segments')
        .innerJoin('strategies', 'strategies.id', 'strategy_segments.strategy_id')
        .select('strategies.flag')
        .distinct()
        .where('strategy_segments.segment_id', 'in', ids)
        .execute();

/** The names of the segments that these flags use. */
export const segmentNamesOfFlags = prepared((db: Db, { names }: { names: readonly string[] }) =>
    db
        .selectFrom('strategies')
        .innerJoin('strategy_segments', 'strategy_segments.strategy_id', 'strategies.id')
        .innerJoin('segments', 'segments.id', 'strategy_segments.segment_id')
        .select(['strategies.flag', 'segments.name'])
        .distinct()
        .where('strategies.flag', 'in', names)
        .orderBy('segments.name'),
);

/** Returns a segment of the project that the flag uses. */
export const findProjectSegmentOf = async (db: Db, flag: string, project: string) =>
    (await findServedProjectSegment(db, flag, project)) ?? findProjectSegmentOfMilestones(db, flag, project);

const findServedProjectSegment = (db: Db, flag: string, project: string) =>
    db
        .selectFrom('strategies')
        .innerJoin('strategy_segments', 'strategy_segments.strategy_id', 'strategies.id')
        .innerJoin('segments', 'segments.id', 'strategy_segments.segment_id')
        .select('segments.name')
        .where('strategies.flag', '=', flag)
        .where('segments.project', '=', project)
        .executeTakeFirst();

/** The segments of a strategy. */
export const listSegmentsOf = (db: Db, strategyId: string) =>
    db
        .selectFrom('segments')
        .innerJoin('strategy_segments', 'strategy_segments.segment_id', 'segments.id')
        .selectAll('segments')
        .where('strategy_segments.strategy_id', '=', strategyId)
        .orderBy('segments.id')
        .execute();

/** The environments with approval rules in which live flags use these segments. */
export const protectedUsesOfSegments = prepared((db: Db, { ids }: { ids: readonly number[] }) =>
    selectLiveUses(db, ids)
        .innerJoin('change_request_settings as settings', (join) =>
            join
                .onRef('settings.project', '=', 'flags.project')
                .onRef('settings.environment', '=', 'strategies.environment'),
        )
        .select(['strategy_segments.segment_id', 'settings.project', 'settings.environment', 'settings.rules']),
);

/** The production environments in which live flags use these segments. */
export const productionUsesOfSegments = prepared((db: Db, { ids }: { ids: readonly number[] }) =>
    selectLiveUses(db, ids)
        .innerJoin('environments', 'environments.name', 'strategies.environment')
        .select(['strategy_segments.segment_id', 'flags.project', 'strategies.environment'])
        .where('environments.type', '=', 'production'),
);

/** The context fields in constraints of the live flags of a project. */
export const listFieldsOfFlags = (db: Db, project: string) =>
    selectLiveStrategies(db, project)
        .innerJoin('strategy_context_fields', 'strategy_context_fields.strategy_id', 'strategies.id')
        .select(['strategies.flag', 'strategy_context_fields.field as used'])
        .execute();

/** The context fields in segments of the live flags of a project. */
export const listSegmentFieldsOfFlags = (db: Db, project: string) =>
    selectLiveStrategies(db, project)
        .innerJoin('strategy_segments', 'strategy_segments.strategy_id', 'strategies.id')
        .innerJoin('segment_context_fields', 'segment_context_fields.segment_id', 'strategy_segments.segment_id')
        .select(['strategies.flag', 'segment_context_fields.field as used'])
        .execute();

/** The segments of the live flags of a project. */
export const listSegmentsOfFlags = (db: Db, project: string) =>
    selectLiveStrategies(db, project)
        .innerJoin('strategy_segments', 'strategy_segments.strategy_id', 'strategies.id')
        .select(['strategies.flag', 'strategy_segments.segment_id as used'])
        .execute();

/** Strategies in an environment that was removed from the project do not count. */
const selectLiveStrategies = (db: Db, project: string) =>
    db
        .selectFrom('flags')
        .innerJoin('flag_environments', 'flag_environments.flag', 'flags.name')
        .where('flags.project', '=', project)
        .where('flags.archived_at', 'is', null)
        .innerJoin('strategies', (join) =>
            join
                .onRef('strategies.flag', '=', 'flag_environments.flag')
                .onRef('strategies.environment', '=', 'flag_environments.environment'),
        );

const selectLiveUses = (db: Db, ids: readonly number[]) =>
    db
        .selectFrom('strategy_segments')
        .innerJoin('strategies', 'strategies.id', 'strategy_segments.strategy_id')
        .innerJoin('flags', 'flags.name', 'strategies.flag')
        .where('strategy_segments.segment_id', 'in', ids)
        .where('flags.archived_at', 'is', null);

const selectUses = (db: Db) =>
    db
        .selectFrom('strategies')
        .innerJoin('flags', 'flags.name', 'strategies.flag')
        .select([
            'strategies.id',
            'flags.project as projectId',
            'flags.name as featureName',
            'strategies.name as strategyName',
            'strategies.environment',
        ])
        .orderBy('flags.name')
        .orderBy('strategies.environment')
        .orderBy('strategies.sort_order')
        .orderBy('strategies.id');

const selectUsers = (db: Db) =>
    db
        .selectFrom('strategies')
        .innerJoin('flags', 'flags.name', 'strategies.flag')
        .select(['flags.name', 'flags.project'])
        .groupBy(['flags.name', 'flags.project'])
        .orderBy('flags.name')
        .limit(ENOUGH_USERS);
