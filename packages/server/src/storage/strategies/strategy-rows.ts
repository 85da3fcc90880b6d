import type { Db } from '../database.ts';
import { prepared } from '../prepared.ts';

type FlagNames = { names: readonly string[] };
type FlagNamesInEnvironment = FlagNames & { environment: string };

/** Whether SDKs receive a strategy. The same condition in SQL is `disabled = false`. */
export const isServed = ({ disabled }: { disabled?: boolean }) => !disabled;

/** The strategies of these flags in the order of evaluation, those of the active milestone first, in one environment or in all. */
export const strategyRows = (db: Db, names: readonly string[], environment?: string) =>
    environment === undefined ? strategiesEverywhere(db, { names }) : strategiesIn(db, { names, environment });

/** The segments of these strategies, ordered by id within each strategy. */
export const strategySegmentRows = (db: Db, names: readonly string[], environment?: string) =>
    environment === undefined ? segmentsEverywhere(db, { names }) : segmentsIn(db, { names, environment });

export type StrategyRow = Awaited<ReturnType<typeof strategyRows>>[number];
export type StrategySegmentRow = Awaited<ReturnType<typeof strategySegmentRows>>[number];

/** One strategy, if it belongs to this flag environment. */
export const strategyAt = prepared((db: Db, at: { strategyId: string; featureName: string; environment: string }) =>
    db
        .selectFrom('strategies')
        .selectAll()
        .where('id', '=', at.strategyId)
        .where('flag', '=', at.featureName)
        .where('environment', '=', at.environment),
);

export const segmentsOfStrategy = prepared((db: Db, { strategyId }: { strategyId: string }) =>
    db
        .selectFrom('strategy_segments')
        .select(['strategy_id', 'segment_id'])
        .where('strategy_id', '=', strategyId)
        .orderBy('segment_id'),
);

/** The flag that a strategy belongs to. */
export const findFlagOfStrategy = (db: Db, strategyId: string) =>
    db
        .selectFrom('strategies')
        .innerJoin('flags', 'flags.name', 'strategies.flag')
        .select(['strategies.flag', 'flags.project'])
        .where('strategies.id', '=', strategyId)
        .executeTakeFirst();

/** Returns one of these ids that belongs to an existing strategy. */
export async function findUsedId(db: Db, ids: readonly string[]): Promise<string | undefined> {
    const row = await db.selectFrom('strategies').select('id').where('id', 'in', ids).executeTakeFirst();
    return row?.id;
}

/** Whether any of these flags has a strategy in the environment. */
export async function haveStrategies(db: Db, flags: readonly string[], environment: string): Promise<boolean> {
    const row = await db
        .selectFrom('strategies')
        .select('id')
        .where('flag', 'in', flags)
        .where('environment', '=', environment)
        .limit(1)
        .executeTakeFirst();
    return row !== undefined;
}

/** Whether SDKs receive a strategy of this flag environment. */
export async function hasServedStrategy(db: Db, flag: string, environment: string): Promise<boolean> {
    const row = await db
        .selectFrom('strategies')
        .select('id')
        .where('flag', '=', flag)
        .where('environment', '=', environment)
        .where('disabled', '=', false)
        .limit(1)
        .executeTakeFirst();
    return row !== undefined;
}

/** The environments in which these flags have enabled or disabled strategies. */
export const environmentsWithStrategies = prepared((db: Db, { names }: FlagNames) =>
    db.selectFrom('strategies').select(['flag', 'environment', 'disabled']).distinct().where('flag', 'in', names),
);

/** The variants of all strategies of a flag. */
export const listStrategyVariants = (db: Db, flag: string) =>
    db.selectFrom('strategies').select('variants').where('flag', '=', flag).execute();

/** The variants of the served strategies of these flags. */
export const listServedVariants = (db: Db, flags: readonly string[]) =>
    db
        .selectFrom('strategies')
        .select(['flag', 'variants'])
        .where('flag', 'in', flags)
        .where('disabled', '=', false)
        .execute();

const selectStrategies = (db: Db, names: readonly string[]) =>
    db
        .selectFrom('strategies')
        .selectAll()
        .where('flag', 'in', names)
        .orderBy(({ eb }) => eb.case().when('milestone_id', 'is', null).then(1).else(0).end())
        .orderBy('sort_order')
        .orderBy('created_at')
        .orderBy('id');

const selectSegments = (db: Db, names: readonly string[]) =>
    db
        .selectFrom('strategy_segments')
        .innerJoin('strategies', 'strategies.id', 'strategy_segments.strategy_id')
        .select(['strategy_segments.strategy_id', 'strategy_segments.segment_id'])
        .where('strategies.flag', 'in', names)
        .orderBy('strategy_segments.segment_id');

const strategiesEverywhere = prepared((db: Db, { names }: FlagNames) => selectStrategies(db, names));
const strategiesIn = prepared((db: Db, { names, environment }: FlagNamesInEnvironment) =>
    selectStrategies(db, names).where('environment', '=', environment),
);
const segmentsEverywhere = prepared((db: Db, { names }: FlagNames) => selectSegments(db, names));
const segmentsIn = prepared((db: Db, { names, environment }: FlagNamesInEnvironment) =>
    selectSegments(db, names).where('strategies.environment', '=', environment),
);
