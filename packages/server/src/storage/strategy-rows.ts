import type { Db } from './database.ts';
import { prepared } from './prepared.ts';

type FlagNames = { names: readonly string[] };
type FlagNamesInEnvironment = FlagNames & { environment: string };

/** The strategies of these flags in the order of evaluation, in one environment or in all. */
export const strategyRows = (db: Db, names: readonly string[], environment?: string) =>
    environment === undefined ? strategiesEverywhere(db, { names }) : strategiesIn(db, { names, environment });

/** The segments of these strategies, ordered by id within each strategy. */
export const strategySegmentRows = (db: Db, names: readonly string[], environment?: string) =>
    environment === undefined ? segmentsEverywhere(db, { names }) : segmentsIn(db, { names, environment });

export type StrategyRow = Awaited<ReturnType<typeof strategyRows>>[number];
export type StrategySegmentRow = Awaited<ReturnType<typeof strategySegmentRows>>[number];

const selectStrategies = (db: Db, names: readonly string[]) =>
    db
        .selectFrom('strategies')
        .selectAll()
        .where('flag', 'in', names)
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
